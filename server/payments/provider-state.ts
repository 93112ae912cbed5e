import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Orm } from '../db/connect.ts'
import { customers } from '../db/schema/customers.ts'
import { payments, refunds } from '../db/schema/payments.ts'
import type { PaymentProvider, PaymentState } from '../providers/payments/port.ts'
import { finalRefund } from './final-amount.ts'
import { recordRefund } from './settle.ts'

/**
 * Takes over what the payment provider says of a payment: intent, invoice, dispute, early fraud, and refunds that were made there. What
 * was refunded is only ever raised; refunds of ours that the provider counts must have been recorded (`recordOwnRefunds`), or they would
 * count twice. A dispute or warning about the customer's latest payment shows on the customer as well (ruling 32).
 * @returns the columns that changed, as they were and as they became; both empty when all was known or there is no such payment
 */
export async function applyPaymentState(
  tx: Db,
  paymentId: number,
  state: PaymentState,
): Promise<{ before: Record<string, unknown>; after: Record<string, unknown> }> {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId)).for('update')
  if (!payment) return { before: {}, after: {} }
  const raised = Math.max(0, Math.min(payment.amount, state.amountRefunded) - payment.amountRefunded)
  const finalRaised = raised > 0 ? finalRefund(payment, raised) : 0
  const set = {
    stripePaymentIntentStatus: state.status,
    stripeInvoiceStatus: state.invoiceStatus,
    stripeDisputeStatus: state.disputeStatus,
    stripeDisputeReason: state.disputeReason,
    earlyFraud: state.earlyFraud,
    confirmedAt: state.confirmedAt ?? payment.confirmedAt,
    status: statusOf(state.status),
    amountRefunded: payment.amountRefunded + raised,
    finalAmountRefunded: payment.finalAmountRefunded + finalRaised,
    refundCurrency: raised > 0 ? payment.currency : payment.refundCurrency,
  }
  const changed = Object.entries(set).filter(([field, value]) => payment[field as keyof typeof set] !== value)
  if (changed.length > 0) {
    await tx
      .update(payments)
      .set({ ...set, version: sql`${payments.version} + 1` })
      .where(eq(payments.id, paymentId))
    // As with every payment: what succeeded counts, less what was refunded.
    const revenue = revenueOf({ ...payment, ...set }) - revenueOf(payment)
    // Not a change of what people edit: the customer keeps its version, so that nobody's open form becomes stale.
    if (revenue !== 0)
      await tx
        .update(customers)
        .set({ totalRevenue: sql`${customers.totalRevenue} + ${revenue}::bigint` })
        .where(eq(customers.id, payment.userId))
    await flagCustomer(tx, paymentId, payment.userId, state)
  }
  return {
    before: Object.fromEntries(changed.map(([field]) => [field, payment[field as keyof typeof set]])),
    after: Object.fromEntries(changed),
  }
}

async function flagCustomer(tx: Db, paymentId: number, userId: number, { earlyFraud, disputeReason }: PaymentState): Promise<void> {
  const [latest] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.userId, userId))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(1)
  if (latest?.id !== paymentId) return
  await tx.update(customers).set({ paymentEarlyFraud: earlyFraud, paymentDisputeReason: disputeReason }).where(eq(customers.id, userId))
}

/** The state of an order, from that of its intent. */
function statusOf(intentStatus: string): string {
  if (intentStatus === 'succeeded') return 'paid'
  return intentStatus === 'canceled' || intentStatus === 'requires_payment_method' ? 'failed' : 'pending'
}

/** In the account currency. */
function revenueOf(payment: { stripePaymentIntentStatus: string; finalAmount: number; finalAmountRefunded: number }): number {
  return payment.stripePaymentIntentStatus === 'succeeded' ? payment.finalAmount - payment.finalAmountRefunded : 0
}

/**
 * Records the refunds of ours that the provider has made and that are not recorded yet, so that a total it tells counts them once. Ask for
 * the total first, then call this, then apply the total without what is under way.
 * @param now unix seconds
 * @returns what of the total is under way, in minor units: it is counted once it has succeeded
 * @throws ProviderUnknown
 */
export async function recordOwnRefunds(orm: Orm, provider: PaymentProvider, paymentId: number, now: number): Promise<number> {
  let underWay = 0
  const open = await orm
    .select({ id: refunds.id, key: refunds.idempotencyKey, intentId: payments.stripePaymentIntentId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(refunds.paymentId, paymentId), inArray(refunds.state, ['pending', 'failed'])))
  for (const { id, key, intentId } of open) {
    const made = await provider.findRefund(intentId, key)
    if (made === null) continue
    if (made.status === 'pending') underWay += made.amount
    await recordRefund(orm, id, made, now)
  }
  return underWay
}
