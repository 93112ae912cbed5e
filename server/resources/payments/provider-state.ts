import { desc, eq, sql } from 'drizzle-orm'
import type { Db, Orm } from '../../db/connect.ts'
import { customers } from '../../db/schema/customers.ts'
import { payments, refunds } from '../../db/schema/payments.ts'
import type { PaymentProvider, PaymentState } from '../../outside/payments/port.ts'
import { finalRefund, finalReturn } from './final-amount.ts'
import { recordRefundMadeThere, sumOfRefunds } from './made-there.ts'
import { recordRefund } from './settle.ts'

/** What the provider's single refunds say besides its total, in minor units. */
export interface ProviderRefunds {
  /** Pending; counted only once successful. */
  underWay: number
  /** Failed before ever being recorded here. */
  failed: number
}

/**
 * Applies the provider's state of a payment: intent, invoice, dispute, early fraud and refunded amount. Call
 * `recordRefunds` first; the total then only matters for providers that report nothing else. The refunded amount goes
 * down only for refunds the provider reports as failed. Dispute and warning of the latest payment also show on the
 * customer (ruling 32).
 * @param refundsThere null leaves the refunded amount as it is
 * @returns changed columns before and after; both empty if there was nothing new or no such payment
 */
export async function applyPaymentState(
  tx: Db,
  paymentId: number,
  state: PaymentState,
  refundsThere: ProviderRefunds | null = null,
): Promise<{ before: Record<string, unknown>; after: Record<string, unknown> }> {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId)).for('update')
  if (!payment) return { before: {}, after: {} }
  const set = {
    stripePaymentIntentStatus: state.status,
    stripeInvoiceStatus: state.invoiceStatus,
    stripeDisputeStatus: state.disputeStatus,
    stripeDisputeReason: state.disputeReason,
    earlyFraud: state.earlyFraud,
    confirmedAt: state.confirmedAt ?? payment.confirmedAt,
    status: orderStatusOf(state.status),
    ...(refundsThere === null ? {} : refundedColumns(payment, state.amountRefunded, refundsThere, await sumOfRefunds(tx, paymentId))),
  }
  const changed = Object.entries(set).filter(([field, value]) => payment[field as keyof typeof set] !== value)
  if (changed.length > 0) {
    await tx
      .update(payments)
      .set({ ...set, version: sql`${payments.version} + 1` })
      .where(eq(payments.id, paymentId))
    // Revenue counts successful payments minus refunds.
    const revenue = revenueOf({ ...payment, ...set }) - revenueOf(payment)
    // Doesn't bump the customer's version, which would make open forms stale.
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

/** @param recorded sum of single recorded refunds, the minimum refunded */
function refundedColumns(
  payment: typeof payments.$inferSelect,
  total: number,
  { underWay, failed }: ProviderRefunds,
  recorded: { amount: number; finalAmount: number },
) {
  const reported = Math.max(0, Math.min(payment.amount, total - underWay))
  const atLeast = Math.min(payment.amountRefunded, Math.max(recorded.amount, payment.amountRefunded - failed))
  const amountRefunded = Math.max(reported, atLeast)
  const change = amountRefunded - payment.amountRefunded
  if (change === 0) return {}
  const finalAmountRefunded =
    change > 0
      ? payment.finalAmountRefunded + finalRefund(payment, change)
      : Math.max(recorded.finalAmount, payment.finalAmountRefunded - finalReturn(payment, -change))
  return {
    amountRefunded,
    finalAmountRefunded: amountRefunded === recorded.amount ? recorded.finalAmount : finalAmountRefunded,
    refundCurrency: amountRefunded > 0 ? payment.currency : null,
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

/** Order status from the intent's. */
export function orderStatusOf(intentStatus: string): string {
  if (intentStatus === 'succeeded') return 'paid'
  return intentStatus === 'canceled' || intentStatus === 'requires_payment_method' ? 'failed' : 'pending'
}

/** In account currency. */
function revenueOf(payment: { stripePaymentIntentStatus: string; finalAmount: number; finalAmountRefunded: number }): number {
  return payment.stripePaymentIntentStatus === 'succeeded' ? payment.finalAmount - payment.finalAmountRefunded : 0
}

/**
 * Records refunds reported by the provider that aren't yet recorded that way: ours, and successful ones made there.
 * Fetch the total first, then call this, then apply the total with the result.
 * @param now unix seconds
 * @throws ProviderUnknown
 */
export async function recordRefunds(orm: Orm, provider: PaymentProvider, paymentId: number, now: number): Promise<ProviderRefunds> {
  const [payment] = await orm.select({ intentId: payments.stripePaymentIntentId }).from(payments).where(eq(payments.id, paymentId))
  const found = payment ? await provider.refunds(payment.intentId) : []
  // Read after the provider's reply: our refunds are written before the provider gets them.
  const rows = await orm
    .select({ id: refunds.id, key: refunds.idempotencyKey, providerId: refunds.providerRefundId, state: refunds.state })
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
  const refundsThere: ProviderRefunds = { underWay: 0, failed: 0 }
  // Failed ones first: they make room for their replacements, in the account currency too.
  for (const made of found.toSorted((one, other) => Number(other.status === 'failed') - Number(one.status === 'failed'))) {
    const { status, amount } = made
    if (status === 'pending') refundsThere.underWay += amount
    const row =
      rows.find(({ providerId }) => providerId === made.id) ?? rows.find(({ key, providerId }) => key === made.key && providerId === null)
    if (row) {
      row.providerId = made.id
      if (row.state !== status) await recordRefund(orm, row.id, made, now)
    } else if (status === 'succeeded') await recordRefundMadeThere(orm, paymentId, made, now)
    else if (status === 'failed') refundsThere.failed += amount
  }
  return refundsThere
}
