import { and, eq, sql } from 'drizzle-orm'
import type { PaymentRow } from '../../src/contract/payments.ts'
import { writeAudit } from '../audit/write.ts'
import type { Db, Orm } from '../db/connect.ts'
import { customers } from '../db/schema/customers.ts'
import { payments, refunds } from '../db/schema/payments.ts'
import { staff } from '../db/schema/staff.ts'
import type { RefundState } from '../providers/payments/port.ts'
import { finalRefund } from './final-amount.ts'
import { lockPayment } from './queries.ts'

type LockedRefund = Awaited<ReturnType<typeof lockRefund>>

/**
 * Records what the provider says of a refund, once, however often and from wherever it is told. A success counts whatever was
 * recorded before: the money is gone.
 * @param now unix seconds
 * @returns the id of the audit row; null when this call changed no amount
 */
export async function recordRefund(orm: Orm, refundId: number, state: RefundState, now: number): Promise<number | null> {
  return orm.transaction(async (tx) => {
    const { payment, refund } = await lockBoth(tx, refundId)
    if (state.status === 'succeeded') return refund.state === 'succeeded' ? null : succeed(tx, payment, refund, state, now)
    if (refund.state !== 'pending') return null
    const failed = { state: 'failed', error: state.failure ?? 'The payment provider gave no reason.', settledAt: now }
    await tx
      .update(refunds)
      .set({ providerRefundId: state.id, ...(state.status === 'failed' ? failed : {}) })
      .where(eq(refunds.id, refundId))
    return null
  })
}

/**
 * Records that a refund did not happen, unless the provider was asked for it again since.
 * @param attempts how often it had been asked when that became known
 * @returns whether it was recorded
 */
export async function recordNoRefund(orm: Orm, refundId: number, attempts: number, error: string, now: number): Promise<boolean> {
  const failed = await orm
    .update(refunds)
    .set({ state: 'failed', error, settledAt: now })
    .where(and(eq(refunds.id, refundId), eq(refunds.state, 'pending'), eq(refunds.attempts, attempts)))
    .returning({ id: refunds.id })
  return failed.length > 0
}

/** Always the payment first, as everybody does who refunds: nobody waits for each other in a circle. */
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
      currency: refunds.currency,
      reason: refunds.reason,
      state: refunds.state,
      staffId: refunds.staffId,
      staffEmail: sql<string>`coalesce(${refunds.staffEmail}, ${staff.email}, 'unknown')`,
      ip: refunds.ip,
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
  const { amountRefunded, finalAmountRefunded, refundCurrency } = payment
  const after = {
    amountRefunded: amountRefunded + refund.amount,
    finalAmountRefunded: finalAmountRefunded + finalAmount,
    refundCurrency: refund.currency,
  }
  await tx
    .update(refunds)
    .set({ state: 'succeeded', providerRefundId, finalAmount, error: null, settledAt: now })
    .where(eq(refunds.id, refund.id))
  await tx
    .update(payments)
    .set({ ...after, version: sql`${payments.version} + 1` })
    .where(eq(payments.id, payment.id))
  // Not a change of what people edit: the customer keeps its version, so that nobody's open form becomes stale.
  await tx
    .update(customers)
    .set({ totalRevenue: sql`${customers.totalRevenue} - ${finalAmount}::bigint` })
    .where(eq(customers.id, payment.userId))
  return writeAudit(tx, {
    staff: { id: refund.staffId, email: refund.staffEmail },
    ip: refund.ip,
    now,
    action: 'payment.refund',
    targetType: 'payment',
    targetId: payment.id,
    before: { amountRefunded, finalAmountRefunded, refundCurrency },
    after: { ...after, reason: refund.reason, userId: payment.userId },
  })
}
