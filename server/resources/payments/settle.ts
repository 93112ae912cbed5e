import { and, eq, sql } from 'drizzle-orm'
import type { PaymentRow } from '../../../src/contract/payments.ts'
import { endApproval } from '../../audit/judge.ts'
import { paymentProvider, writeAudit } from '../../audit/write.ts'
import type { Db, Orm } from '../../db/connect.ts'
import { customers } from '../../db/schema/customers.ts'
import { payments, refunds } from '../../db/schema/payments.ts'
import { staff } from '../../db/schema/staff.ts'
import type { RefundState } from '../../outside/payments/port.ts'
import { finalRefund } from './final-amount.ts'
import { lockPayment } from './queries.ts'

type LockedRefund = Awaited<ReturnType<typeof lockRefund>>

/**
 * Records what the provider says about a refund, once, however often it is reported. Success counts even if we had
 * given up: the money is gone. A failure reported by the provider is final: an earlier success is reversed, and
 * older replies that arrive later are ignored.
 * @param now unix seconds
 * @returns the audit row's id; null if no amount changed
 */
export async function recordRefund(orm: Orm, refundId: number, state: RefundState, now: number): Promise<number | null> {
  return orm.transaction(async (tx) => {
    const { payment, refund } = await lockBoth(tx, refundId)
    const isOver = refund.state === 'failed' && refund.providerRefundId === state.id
    if (isOver) return null
    if (state.status === 'succeeded') return refund.state === 'succeeded' ? null : succeed(tx, payment, refund, state, now)
    if (state.status === 'pending' && refund.state !== 'pending') return null
    const failed = { state: 'failed', error: state.failure ?? 'The payment provider gave no reason.', settledAt: now }
    await tx
      .update(refunds)
      .set({ providerRefundId: state.id, ...(state.status === 'failed' ? failed : {}) })
      .where(eq(refunds.id, refundId))
    if (state.status === 'failed') await endApproval(tx, refund.approvalId, { state: 'failed', answer: failed.error })
    return refund.state === 'succeeded' ? takeBack(tx, payment, refund, failed.error, now) : null
  })
}

/**
 * Records that a refund didn't happen, unless the provider was asked again since.
 * @param attempts number of attempts when that became known
 * @returns whether it was recorded
 */
export async function recordNoRefund(orm: Orm, refundId: number, attempts: number, error: string, now: number): Promise<boolean> {
  const failed = await orm
    .update(refunds)
    .set({ state: 'failed', error, settledAt: now })
    .where(and(eq(refunds.id, refundId), eq(refunds.state, 'pending'), eq(refunds.attempts, attempts)))
    .returning({ approvalId: refunds.approvalId })
  await endApproval(orm, failed[0]?.approvalId ?? null, { state: 'failed', answer: error })
  return failed.length > 0
}

/** Locks the payment first, like all refund code, to avoid deadlocks. */
async function lockBoth(tx: Db, refundId: number): Promise<{ payment: PaymentRow; refund: LockedRefund }> {
  const [found] = await tx.select({ paymentId: refunds.paymentId }).from(refunds).where(eq(refunds.id, refundId))
  const payment = found ? await lockPayment(tx, found.paymentId) : null
  if (!payment) throw new Error(`refund ${refundId} has no payment`)
  return { payment, refund: await lockRefund(tx, refundId) }
}

async function lockRefund(tx: Db, refundId: number) {
  const [refund] = await tx
    .select({
      id: refunds.id,
      amount: refunds.amount,
      reason: refunds.reason,
      state: refunds.state,
      finalAmount: refunds.finalAmount,
      providerRefundId: refunds.providerRefundId,
      staffId: refunds.staffId,
      staffEmail: sql<string>`coalesce(${refunds.staffEmail}, ${staff.email}, 'unknown')`,
      ip: refunds.ip,
      approvalId: refunds.approvalId,
      approvedBy: refunds.approvedBy,
    })
    .from(refunds)
    .leftJoin(staff, eq(staff.id, refunds.staffId))
    .where(eq(refunds.id, refundId))
    .for('update', { of: refunds })
  if (!refund) throw new Error(`refund ${refundId} is gone`)
  return refund
}

async function succeed(tx: Db, payment: PaymentRow, refund: LockedRefund, { id: providerRefundId }: RefundState, now: number) {
  const finalAmount = finalRefund(payment, refund.amount)
  await tx
    .update(refunds)
    .set({ state: 'succeeded', providerRefundId, finalAmount, error: null, settledAt: now })
    .where(eq(refunds.id, refund.id))
  const { before, after } = await countRefund(tx, payment, refund.amount, finalAmount)
  const auditId = await writeAudit(tx, {
    staff: { id: refund.staffId, email: refund.staffEmail },
    ip: refund.ip,
    approvedBy: refund.approvedBy,
    now,
    action: 'payment.refund',
    targetType: 'payment',
    targetId: payment.id,
    before,
    after: { ...after, reason: refund.reason, userId: payment.userId },
  })
  await endApproval(tx, refund.approvalId, { state: 'done' })
  return auditId
}

/** A successful refund has failed: its amount can be refunded again. */
async function takeBack(tx: Db, payment: PaymentRow, refund: LockedRefund, error: string, now: number) {
  const amount = Math.min(refund.amount, payment.amountRefunded)
  // If nothing remains refunded, clear the account currency amount too.
  const finalAmount = amount === payment.amountRefunded ? payment.finalAmountRefunded : refund.finalAmount
  const { before, after } = await countRefund(tx, payment, -amount, -Math.min(finalAmount, payment.finalAmountRefunded))
  return writeAudit(tx, {
    ...paymentProvider,
    now,
    action: 'payment.refund-failed',
    targetType: 'payment',
    targetId: payment.id,
    before,
    after: { ...after, error, userId: payment.userId },
  })
}

/**
 * Counts a refund on its locked payment and in the customer's revenue.
 * @param amount change in the payment's currency, may be negative; `finalAmount` in the account currency
 * @returns the payment's columns before and after
 */
export async function countRefund(tx: Db, payment: PaymentRow, amount: number, finalAmount: number) {
  const { amountRefunded, finalAmountRefunded, refundCurrency } = payment
  const after = {
    amountRefunded: amountRefunded + amount,
    finalAmountRefunded: finalAmountRefunded + finalAmount,
    refundCurrency: amountRefunded + amount > 0 ? payment.currency : null,
  }
  await tx
    .update(payments)
    .set({ ...after, version: sql`${payments.version} + 1` })
    .where(eq(payments.id, payment.id))
  // Only successful payments count as revenue. Doesn't bump the customer's version, which would make open forms stale.
  if (payment.stripePaymentIntentStatus === 'succeeded')
    await tx
      .update(customers)
      .set({ totalRevenue: sql`${customers.totalRevenue} - ${finalAmount}::bigint` })
      .where(eq(customers.id, payment.userId))
  return { before: { amountRefunded, finalAmountRefunded, refundCurrency }, after }
}
