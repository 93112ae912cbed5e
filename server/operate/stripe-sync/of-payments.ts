import { eq, inArray, sql } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import type { Db } from '../../db/connect.ts'
import { payments, refunds } from '../../db/schema/payments.ts'
import { disputeStatus, idOf, refundState } from '../../outside/payments/stripe/states.ts'
import { recordRefundMadeThere } from '../../resources/payments/made-there.ts'
import { isNew, type Outcome, paymentTarget, refreshed, type Sync, same, unmatched } from './objects.ts'

/**
 * What Stripe's other objects say about payments. Each shows only a part of a payment's state, so if one differs
 * from what is stored, the payment is fetched again.
 */

const noPayment = unmatched('its payment is unknown here')

const columns = {
  id: payments.id,
  intentId: payments.stripePaymentIntentId,
  invoiceStatus: payments.stripeInvoiceStatus,
  disputeStatus: payments.stripeDisputeStatus,
  disputeReason: payments.stripeDisputeReason,
  earlyFraud: payments.earlyFraud,
  discount: payments.discount,
}

/** A payment's id here: its intent's, or its charge's if it has none. */
export const paymentIdOf = ({ payment_intent: intent, charge }: PaymentReference) => idOf(intent) ?? idOf(charge)

/** What belongs to a payment. */
export interface PaymentReference {
  payment_intent?: string | Stripe.PaymentIntent | null
  charge?: string | Stripe.Charge | null
}

async function paymentsOf(db: Db, intents: readonly (string | null)[]) {
  const ids = intents.filter((id) => id !== null)
  if (ids.length === 0) return new Map<string | null, never>()
  const rows = await db.select(columns).from(payments).where(inArray(payments.stripePaymentIntentId, ids))
  return new Map(rows.map((row) => [row.intentId as string | null, row]))
}

/** Refunds made by anyone. A new one that succeeded is recorded however old it is: the money is gone. */
export async function takeRefunds(sync: Sync, page: readonly Stripe.Refund[]): Promise<Outcome[]> {
  const { database, now } = sync
  const of = await paymentsOf(database.orm, page.map(paymentIdOf))
  const made = page.map((refund) => ({
    ...refundState(refund),
    key: refund.metadata?.['idempotency_key'] ?? null,
    createdAt: refund.created,
  }))
  const stored = await knownRefunds(database.orm, made)
  const outcomes: Outcome[] = []
  for (const [index, refund] of made.entries()) {
    const payment = of.get(paymentIdOf(page[index] ?? {}))
    const known = stored.get(refund.id) ?? (refund.key === null ? undefined : stored.get(refund.key))
    if (!payment) outcomes.push(noPayment)
    else if (known === undefined && refund.status === 'succeeded') {
      await recordRefundMadeThere(database.orm, payment.id, refund, now())
      outcomes.push(isNew)
    } else if (known === undefined || known === refund.status) outcomes.push(same)
    else outcomes.push(await refreshed(sync, paymentTarget(payment.id, payment.intentId)))
  }
  return outcomes
}

/** The state of each known refund, by Stripe's id and by our key. */
async function knownRefunds(db: Db, made: readonly { id: string; key: string | null }[]): Promise<Map<string, string>> {
  const ids = made.flatMap(({ id, key }) => (key === null ? [id] : [id, key]))
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: refunds.providerRefundId, key: refunds.idempotencyKey, state: refunds.state })
    .from(refunds)
    .where(sql`${inArray(refunds.providerRefundId, ids)} or ${inArray(refunds.idempotencyKey, ids)}`)
  return new Map(rows.flatMap(({ id, key, state }) => [[key, state] as const, ...(id === null ? [] : [[id, state] as const])]))
}

export async function takeDisputes(sync: Sync, page: readonly Stripe.Dispute[]): Promise<Outcome[]> {
  const of = await paymentsOf(sync.database.orm, page.map(paymentIdOf))
  const outcomes: Outcome[] = []
  for (const dispute of page) {
    const payment = of.get(paymentIdOf(dispute))
    if (!payment) outcomes.push(noPayment)
    else if (payment.disputeStatus === disputeStatus(dispute) && payment.disputeReason === dispute.reason) outcomes.push(same)
    else outcomes.push(asNew(payment.disputeStatus === null, await refreshed(sync, paymentTarget(payment.id, payment.intentId))))
  }
  return outcomes
}

/** Early fraud warnings of the card networks. */
export async function takeWarnings(sync: Sync, page: readonly Stripe.Radar.EarlyFraudWarning[]): Promise<Outcome[]> {
  const of = await paymentsOf(sync.database.orm, page.map(paymentIdOf))
  const outcomes: Outcome[] = []
  for (const warning of page) {
    const payment = of.get(paymentIdOf(warning))
    if (!payment) outcomes.push(noPayment)
    else if (payment.earlyFraud) outcomes.push(same)
    else outcomes.push(asNew(true, await refreshed(sync, paymentTarget(payment.id, payment.intentId))))
  }
  return outcomes
}

/** The `expand` parameter for lists of invoice payments. */
export const invoiceParts = ['data.invoice']

/** What Stripe's invoices say about payments: whether they are paid, and their discount. */
export async function takeInvoices(sync: Sync, page: readonly Stripe.InvoicePayment[]): Promise<Outcome[]> {
  const { orm } = sync.database
  const intentOf = ({ payment, status }: Stripe.InvoicePayment) => (status === 'canceled' ? null : paymentIdOf(payment))
  const of = await paymentsOf(orm, page.map(intentOf))
  const outcomes: Outcome[] = []
  for (const item of page) {
    const { invoice } = item
    const intentId = intentOf(item)
    const payment = of.get(intentId)
    // Paid otherwise, for example from a balance or by hand: not one of our payments.
    if (intentId === null || typeof invoice === 'string' || invoice.deleted === true) outcomes.push(same)
    else if (!payment) outcomes.push(noPayment)
    else {
      const discount = discountOf(invoice)
      const isDiscounted = discount !== null && payment.discount === null
      if (isDiscounted) await orm.update(payments).set({ discount }).where(eq(payments.id, payment.id))
      const isOther = invoice.status !== null && invoice.status !== payment.invoiceStatus
      const outcome = isOther ? await refreshed(sync, paymentTarget(payment.id, payment.intentId)) : same
      outcomes.push(isDiscounted && outcome === same ? { result: 'changed' } : outcome)
    }
  }
  return outcomes
}

/** Whole percents; null without a discount. */
function discountOf({ subtotal, total_discount_amounts: discounts }: Stripe.Invoice): number | null {
  const taken = (discounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
  const percent = subtotal > 0 ? Math.round((taken * 100) / subtotal) : 0
  return percent > 0 ? Math.min(percent, 100) : null
}

const asNew = (wasNone: boolean, outcome: Outcome): Outcome => (wasNone && outcome.result === 'changed' ? isNew : outcome)
