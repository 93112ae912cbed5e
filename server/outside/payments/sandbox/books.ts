import { and, eq, sql } from 'drizzle-orm'
import type { SubscriptionStatus } from '../../../../src/contract/customer-status.ts'
import type { Db } from '../../../db/connect.ts'
import { coupons, customers } from '../../../db/schema/customers.ts'
import { payments, refunds } from '../../../db/schema/payments.ts'
import { sandboxCoupons, sandboxCustomers, sandboxPayments, sandboxRefunds, sandboxSubscriptions } from '../../../db/schema/sandbox.ts'
import { type PaymentState, ProviderRefusal, type SubscriptionState } from '../port.ts'

/**
 * The embedded provider's books. Existing product data, such as the demo's,
 * are imported on first access; from then on the books are independent.
 */

type CustomerRow = typeof customers.$inferSelect
type SubscriptionRow = typeof sandboxSubscriptions.$inferSelect
type PaymentRow = typeof sandboxPayments.$inferSelect

/** A customer by provider id; null if there is none. */
export async function customerInBooks(tx: Db, id: string) {
  const find = () => tx.select().from(sandboxCustomers).where(eq(sandboxCustomers.id, id))
  const [known] = await find()
  if (known) return known
  const [row] = await tx.select().from(customers).where(eq(customers.stripeCustomerId, id)).limit(1)
  if (!row) return null
  await takeInCustomer(tx, id, row)
  return (await find())[0] ?? null
}

/** A customer's subscription, a live one first; null if there is none. */
export async function subscriptionOf(tx: Db, customerId: string) {
  const [found] = await tx
    .select()
    .from(sandboxSubscriptions)
    .where(eq(sandboxSubscriptions.customerId, customerId))
    .orderBy(sql`${sandboxSubscriptions.endedAt} is not null`, sql`${sandboxSubscriptions.endedAt} desc`)
    .limit(1)
  return found ?? null
}

/**
 * Locks a subscription until the transaction ends.
 * @throws ProviderRefusal if there is none
 */
export async function lockSubscription(tx: Db, id: string): Promise<SubscriptionRow> {
  const lock = () => tx.select().from(sandboxSubscriptions).where(eq(sandboxSubscriptions.id, id)).for('update')
  const [known] = await lock()
  if (known) return known
  const [row] = await tx.select().from(customers).where(eq(customers.stripeSubscriptionId, id)).limit(1)
  if (row) await takeInCustomer(tx, row.stripeCustomerId, row)
  const [taken] = await lock()
  if (!taken) throw new ProviderRefusal(`No such subscription: ${id}`)
  return taken
}

async function takeInCustomer(tx: Db, id: string | null, row: CustomerRow): Promise<void> {
  if (id !== null) await tx.insert(sandboxCustomers).values({ id, email: row.email, discount: row.discount }).onConflictDoNothing()
  if (row.stripeSubscriptionId === null) return
  const subscription = {
    id: row.stripeSubscriptionId,
    customerId: id,
    // A trial that runs only in the product has ended at the provider.
    status: row.ownTrialEnd === null ? (row.subscriptionStatus ?? 'incomplete') : 'canceled',
    cancelAtPeriodEnd: row.cancelAtPeriodEnd || row.willCancel,
    currentPeriodEnd: row.currentPeriodEnd,
    trialEnd: row.stripeTrialEnd ?? row.triallingEndsAt,
    canceledAt: row.canceledAt,
    endedAt: row.subscriptionEnded,
  }
  await tx.insert(sandboxSubscriptions).values(subscription).onConflictDoNothing()
}

/** A payment by intent id; null if there is none. */
export async function paymentInBooks(tx: Db, intentId: string): Promise<PaymentRow | null> {
  const find = () => tx.select().from(sandboxPayments).where(eq(sandboxPayments.intentId, intentId))
  const [known] = await find()
  if (known) return known
  await takeInPayment(tx, intentId)
  return (await find())[0] ?? null
}

/**
 * Locks a payment until the transaction ends.
 * @throws ProviderRefusal if there is none
 */
export async function lockPayment(tx: Db, intentId: string): Promise<PaymentRow> {
  const lock = () => tx.select().from(sandboxPayments).where(eq(sandboxPayments.intentId, intentId)).for('update')
  const [known] = await lock()
  if (known) return known
  await takeInPayment(tx, intentId)
  const [taken] = await lock()
  if (!taken) throw new ProviderRefusal(`No such payment_intent: ${intentId}`)
  return taken
}

async function takeInPayment(tx: Db, intentId: string): Promise<void> {
  const [found] = await tx
    .select({ row: payments, customerId: customers.stripeCustomerId })
    .from(payments)
    .innerJoin(customers, eq(customers.id, payments.userId))
    .where(eq(payments.stripePaymentIntentId, intentId))
  if (!found) return
  const { row, customerId } = found
  const payment = {
    intentId,
    customerId,
    currency: row.currency,
    amount: row.amount,
    amountRefunded: row.amountRefunded,
    status: row.stripePaymentIntentStatus,
    invoiceStatus: row.stripeInvoiceStatus,
    disputeStatus: row.stripeDisputeStatus,
    disputeReason: row.stripeDisputeReason,
    earlyFraud: row.earlyFraud,
    confirmedAt: row.confirmedAt,
  }
  const inserted = await tx.insert(sandboxPayments).values(payment).onConflictDoNothing().returning()
  if (inserted.length === 0) return
  const made = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, row.id), eq(refunds.state, 'succeeded')))
  const known = made.map(({ id, idempotencyKey, amount, reason, createdAt, providerRefundId }) => ({
    id: providerRefundId ?? `re_sandbox_${id}`,
    intentId,
    key: idempotencyKey,
    amount,
    status: 'succeeded',
    reason,
    createdAt,
  }))
  if (known.length > 0) await tx.insert(sandboxRefunds).values(known).onConflictDoNothing()
}

/** All coupons, including those the product has gained since. */
export async function couponsInBooks(tx: Db) {
  const known = await tx.select().from(coupons)
  const rows = known.map(({ id, name, percentOff }) => ({ id: `coupon_${id}`, name, percentOff }))
  if (rows.length > 0) await tx.insert(sandboxCoupons).values(rows).onConflictDoNothing()
  return tx
    .select({ id: sandboxCoupons.id, name: sandboxCoupons.name, percentOff: sandboxCoupons.percentOff })
    .from(sandboxCoupons)
    .where(eq(sandboxCoupons.gone, false))
    .orderBy(sandboxCoupons.percentOff, sandboxCoupons.id)
}

/** A row in the port's format. */
export function subscriptionState(row: SubscriptionRow): SubscriptionState {
  const { id, status, cancelAtPeriodEnd, currentPeriodEnd, trialEnd, canceledAt, endedAt } = row
  return { id, status: status as SubscriptionStatus, cancelAtPeriodEnd, currentPeriodEnd, trialEnd, canceledAt, endedAt }
}

/** A row in the port's format. */
export function paymentState(row: PaymentRow): PaymentState {
  const { intentId, status, invoiceStatus, disputeStatus, disputeReason, earlyFraud, amountRefunded, confirmedAt } = row
  return { intentId, status, invoiceStatus, disputeStatus, disputeReason, earlyFraud, amountRefunded, confirmedAt }
}
