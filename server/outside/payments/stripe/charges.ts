import type { Stripe } from 'stripe'
import type { PaymentRecord, PaymentState } from '../port.ts'
import { fromStripe } from './amounts.ts'
import { customerOf, disputeStatus, methodState, settledAmount, statusWithoutInvoice, succeededRefunds } from './states.ts'

/**
 * Charges without a payment intent, which older accounts have. Each is a payment of its own, with the charge's id where others have
 * their intent's.
 */

const isCharge = (id: string) => /^(ch|py)_/.test(id)

/** How requests name a payment, by the id that we store. */
export const naming = (id: string) => (isCharge(id) ? { charge: id } : { payment_intent: id })

/** The charge's id, if it has no intent. */
export const chargeIdOf = (id: string): string | null => (isCharge(id) ? id : null)

/** What to expand on a charge for `chargeRecord`. */
export const chargeParts = ['balance_transaction', 'refunds']

/** The status that an intent would have. */
function statusOf({ status, captured, refunded }: Stripe.Charge): string {
  if (status === 'pending') return 'processing'
  if (status !== 'succeeded') return 'requires_payment_method'
  if (captured) return 'succeeded'
  // Given back because nobody captured it in time.
  return refunded ? 'canceled' : 'requires_confirmation'
}

const confirmedAt = (charge: Stripe.Charge) => (statusOf(charge) === 'succeeded' ? charge.created : null)

/** Stripe finds no invoice by its charge: what the backfill's invoices say is all there is. */
export function chargeState(charge: Stripe.Charge, dispute: Stripe.Dispute | null, earlyFraud: boolean): PaymentState {
  const status = statusOf(charge)
  return {
    intentId: charge.id,
    status,
    invoiceStatus: statusWithoutInvoice(status),
    disputeStatus: dispute && disputeStatus(dispute),
    disputeReason: dispute?.reason ?? null,
    earlyFraud,
    amountRefunded: fromStripe(charge.amount_refunded, charge.currency),
    confirmedAt: confirmedAt(charge),
  }
}

/**
 * Converts a charge without an intent.
 * @param charge with `chargeParts` expanded
 * @param externalIdKey metadata key of the product's own customer id
 */
export function chargeRecord(charge: Stripe.Charge, externalIdKey: string): PaymentRecord {
  const status = statusOf(charge)
  return {
    intentId: charge.id,
    customer: customerOf(charge, charge, externalIdKey),
    status,
    invoiceStatus: statusWithoutInvoice(status),
    currency: charge.currency,
    // What was not captured is among the refunds.
    amount: fromStripe(charge.amount, charge.currency),
    amountRefunded: succeededRefunds(charge),
    settled: settledAmount(charge),
    createdAt: charge.created,
    confirmedAt: confirmedAt(charge),
    country: charge.billing_details.address?.country?.toLowerCase() ?? null,
    ref: charge.metadata['order_id'] ?? null,
    method: methodState([], charge),
  }
}
