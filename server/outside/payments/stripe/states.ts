import type { Stripe } from 'stripe'
import type { SubscriptionStatus } from '../../../../src/contract/customer-status.ts'
import {
  type CustomerClaim,
  type CustomerState,
  type PaymentMethodState,
  type PaymentRecord,
  type PaymentState,
  ProviderRefusal,
  ProviderUnknown,
  type RefundState,
  type SubscriptionState,
} from '../port.ts'
import { fromStripe } from './amounts.ts'

/** Maps Stripe's objects to the port's. */

const statuses: Readonly<Record<string, SubscriptionStatus>> = {
  active: 'active',
  canceled: 'canceled',
  incomplete: 'incomplete',
  incomplete_expired: 'incomplete_expired',
  past_due: 'past_due',
  trialing: 'trialing',
  unpaid: 'unpaid',
  // A trial ended without a payment method.
  paused: 'trial_ended',
}

/** Since 2025 periods belong to items; the one that ends first counts. */
export function subscriptionState(subscription: Stripe.Subscription): SubscriptionState {
  const ends = subscription.items.data.map((item) => item.current_period_end)
  return {
    id: subscription.id,
    status: statuses[subscription.status] ?? 'inactive',
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    currentPeriodEnd: ends.length > 0 ? Math.min(...ends) : null,
    trialEnd: subscription.trial_end,
    canceledAt: subscription.canceled_at,
    endedAt: subscription.ended_at,
  }
}

/** Uses the live subscription, else the latest. The discount is the subscription's, else the customer's. */
export function customerState(customer: Stripe.Customer, subscriptions: readonly Stripe.Subscription[]): CustomerState {
  const byAge = subscriptions.toSorted((a, b) => b.created - a.created)
  const subscription = byAge.find(({ ended_at }) => ended_at === null) ?? byAge[0] ?? null
  return {
    id: customer.id,
    email: customer.email,
    discount: (subscription && subscriptionPercent(subscription)) ?? customerPercent(customer),
    subscription: subscription && subscriptionState(subscription),
  }
}

/** Percent; null without a discount, or for a fixed amount. */
export function subscriptionPercent({ discounts }: Stripe.Subscription): number | null {
  return discounts.map(percentOf).find((percent) => percent !== null) ?? null
}

/** The customer's own discount, which applies to subscriptions without one. */
export const customerPercent = ({ discount }: Stripe.Customer) => percentOf(discount ?? null)

function percentOf(discount: string | Stripe.Discount | null): number | null {
  if (discount === null || typeof discount === 'string') return null
  const { coupon } = discount.source
  return coupon !== null && typeof coupon !== 'string' && coupon.percent_off !== null ? Math.round(coupon.percent_off) : null
}

interface PaymentParts {
  intent: Stripe.PaymentIntent
  invoice: Stripe.Invoice | null
  dispute: Stripe.Dispute | null
  earlyFraud: boolean
}

/** @param parts.intent with its latest charge expanded */
export function paymentState({ intent, invoice, dispute, earlyFraud }: PaymentParts): PaymentState {
  const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge
  return {
    intentId: intent.id,
    status: intentStatus(intent),
    invoiceStatus: invoice?.status ?? statusWithoutInvoice(intent.status),
    disputeStatus: dispute && disputeStatus(dispute),
    disputeReason: dispute?.reason ?? null,
    earlyFraud,
    amountRefunded: fromStripe(charge?.amount_refunded ?? 0, intent.currency),
    confirmedAt: confirmedAt(intent, charge),
  }
}

/** A dispute that the card network settled in advance counts as won. */
export const disputeStatus = ({ status }: Stripe.Dispute): string => (status === 'prevented' ? 'won' : status)

const intentStatus = ({ status }: Stripe.PaymentIntent): string => (status === 'requires_capture' ? 'requires_confirmation' : status)

function confirmedAt(intent: Stripe.PaymentIntent, charge: Stripe.Charge | null): number | null {
  return intent.status === 'succeeded' ? (charge?.created ?? intent.created) : null
}

/** Payments outside a subscription have no invoice. */
export function statusWithoutInvoice(intentStatus: string): string {
  if (intentStatus === 'succeeded') return 'paid'
  return intentStatus === 'canceled' ? 'void' : 'open'
}

export function refundState(refund: Stripe.Refund): RefundState {
  const { id, status, failure_reason: failure = null } = refund
  const amount = fromStripe(refund.amount, refund.currency)
  if (status === 'succeeded') return { id, amount, status, failure: null }
  if (status === 'failed' || status === 'canceled') return { id, amount, status: 'failed', failure: failure ?? status }
  return { id, amount, status: 'pending', failure: null }
}

interface StripeFailure {
  type: string
  message: string
  statusCode?: number | undefined
}

/**
 * Classifies a failed call. The outcome is unknown after a lost connection, a time-out, an error on Stripe's side,
 * or a repeat during the first request (409). After any other error, nothing happened.
 */
export function asProviderError(error: StripeFailure): ProviderRefusal | ProviderUnknown {
  const { statusCode = 0, type } = error
  if (type === 'StripeAuthenticationError' || type === 'StripePermissionError')
    return new ProviderRefusal('Stripe does not accept the key in STRIPE_SECRET_KEY for this.', { cause: error })
  if (statusCode >= 400 && statusCode < 500 && statusCode !== 409) return new ProviderRefusal(error.message, { cause: error })
  return new ProviderUnknown(`Stripe did not answer: ${error.message}`, { cause: error })
}

/** What to expand on an intent for `paymentRecord`. */
export const recordParts = ['latest_charge.balance_transaction', 'latest_charge.refunds']

/**
 * Converts a payment intent.
 * @param intent with `recordParts` expanded
 * @param externalIdKey metadata key of the product's own customer id
 */
export function paymentRecord(intent: Stripe.PaymentIntent, externalIdKey: string): PaymentRecord {
  const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge
  return {
    intentId: intent.id,
    customer: customerOf(intent, charge, externalIdKey),
    status: intentStatus(intent),
    invoiceStatus: statusWithoutInvoice(intent.status),
    currency: intent.currency,
    amount: fromStripe(intent.status === 'succeeded' ? intent.amount_received : intent.amount, intent.currency),
    amountRefunded: charge === null ? 0 : succeededRefunds(charge),
    settled: settledAmount(charge),
    createdAt: intent.created,
    confirmedAt: confirmedAt(intent, charge),
    country: charge?.billing_details.address?.country?.toLowerCase() ?? null,
    ref: intent.metadata['order_id'] ?? null,
    method: methodState(intent.payment_method_types, charge),
  }
}

/** What a Stripe customer says about which customer of ours it is. */
export function customerClaim({ id, metadata, email }: Stripe.Customer, externalIdKey: string): CustomerClaim {
  return { customerId: id, externalId: metadata[externalIdKey] ?? null, email }
}

type Paid = Pick<Stripe.PaymentIntent | Stripe.Charge, 'customer' | 'metadata' | 'receipt_email'>

export function customerOf(payment: Paid, charge: Stripe.Charge | null, externalIdKey: string): CustomerClaim {
  const { customer, metadata, receipt_email: email } = payment
  return { customerId: idOf(customer), externalId: metadata[externalIdKey] ?? null, email: charge?.billing_details.email ?? email }
}

export function settledAmount(charge: Stripe.Charge | null): PaymentRecord['settled'] {
  const balance = charge?.balance_transaction ?? null
  if (balance === null || typeof balance === 'string') return null
  return { amount: fromStripe(balance.amount, balance.currency), currency: balance.currency }
}

/** Stripe's total includes pending refunds. They are subtracted here; Stripe lists only the first ten. */
export function succeededRefunds({ amount_refunded: total, refunds, currency }: Stripe.Charge): number {
  const others = refunds?.data.filter(({ status }) => status === 'pending' || status === 'requires_action') ?? []
  return fromStripe(Math.max(0, total - others.reduce((sum, { amount }) => sum + amount, 0)), currency)
}

/** @param types those allowed, for a payment without a charge yet */
export function methodState(types: readonly string[], charge: Stripe.Charge | null): PaymentMethodState {
  const details = charge?.payment_method_details ?? null
  const { card = null, sepa_debit: debit = null } = details ?? {}
  return {
    type: details?.type ?? types[0] ?? 'card',
    wallet: card?.wallet?.type ?? null,
    last4: card?.last4 ?? debit?.last4 ?? null,
    cardBrand: card?.brand ?? null,
    cardType: card?.funding ?? null,
    expiryMonth: card?.exp_month ?? null,
    expiryYear: card?.exp_year ?? null,
    bankCode: debit?.bank_code ?? null,
    branchCode: debit?.branch_code ?? null,
    bankCountry: debit?.country?.toLowerCase() ?? null,
  }
}

/** The id of an object that may be expanded. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}
