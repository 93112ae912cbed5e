import { desc, eq, sql } from 'drizzle-orm'
import type { Db, Orm } from '../db/connect.ts'
import { customers } from '../db/schema/customers.ts'
import { payments, refunds } from '../db/schema/payments.ts'
import type { PaymentProvider, PaymentState } from '../providers/payments/port.ts'
import { finalRefund, finalReturn } from './final-amount.ts'
import { recordRefundMadeThere, sumOfRefunds } from './made-there.ts'
import { recordRefund } from './settle.ts'

/** What the provider's refunds of a payment say beside its total, in minor units. */
export interface ProviderRefunds {
  /** On its way: it is counted once it has succeeded. */
  underWay: number
  /** What failed before it was ever recorded here. */
  failed: number
}

/**
 * Takes over what the payment provider says of a payment: intent, invoice, dispute, early fraud, and what was refunded. Refunds must have
 * been recorded one by one (`recordRefunds`): then only a provider that tells of a total alone has more to say here. What was refunded is
 * lowered only by what the provider says has failed. A dispute or warning about the customer's latest payment shows on the customer as
 * well (ruling 32).
 * @param told null leaves what was refunded as it is
 * @returns the columns that changed, as they were and as they became; both empty when all was known or there is no such payment
 */
export async function applyPaymentState(
  tx: Db,
  paymentId: number,
  state: PaymentState,
  told: ProviderRefunds | null = null,
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
    status: statusOf(state.status),
    ...(told === null ? {} : refundedColumns(payment, state.amountRefunded, told, await sumOfRefunds(tx, paymentId))),
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

/** @param recorded what the refunds that are recorded one by one add up to: never less than that was refunded */
function refundedColumns(
  payment: typeof payments.$inferSelect,
  total: number,
  { underWay, failed }: ProviderRefunds,
  recorded: { amount: number; finalAmount: number },
) {
  const told = Math.max(0, Math.min(payment.amount, total - underWay))
  const atLeast = Math.min(payment.amountRefunded, Math.max(recorded.amount, payment.amountRefunded - failed))
  const amountRefunded = Math.max(told, atLeast)
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
 * Records every refund of a payment that the provider tells of and that is not recorded as it is told: those of ours, and those that
 * were made there once they have succeeded. Ask for the total first, then call this, then apply the total with what this returns.
 * @param now unix seconds
 * @throws ProviderUnknown
 */
export async function recordRefunds(orm: Orm, provider: PaymentProvider, paymentId: number, now: number): Promise<ProviderRefunds> {
  const [payment] = await orm.select({ intentId: payments.stripePaymentIntentId }).from(payments).where(eq(payments.id, paymentId))
  const found = payment ? await provider.refunds(payment.intentId) : []
  // After the provider answered: a refund of ours is written before the provider hears of it.
  const rows = await orm
    .select({ id: refunds.id, key: refunds.idempotencyKey, providerId: refunds.providerRefundId, state: refunds.state })
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
  const told: ProviderRefunds = { underWay: 0, failed: 0 }
  // What failed first: it leaves room for what was made in its place, in the account currency too.
  for (const made of found.toSorted((one, other) => Number(other.status === 'failed') - Number(one.status === 'failed'))) {
    const { status, amount } = made
    if (status === 'pending') told.underWay += amount
    const row =
      rows.find(({ providerId }) => providerId === made.id) ?? rows.find(({ key, providerId }) => key === made.key && providerId === null)
    if (row) {
      row.providerId = made.id
      if (row.state !== status) await recordRefund(orm, row.id, made, now)
    } else if (status === 'succeeded') await recordRefundMadeThere(orm, paymentId, made, now)
    else if (status === 'failed') told.failed += amount
  }
  return told
}
