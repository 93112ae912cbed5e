import type { Stripe } from 'stripe'
import type { SubscriptionStatus } from '../../../src/contract/customer-status.ts'
import {
  type CustomerState,
  type PaymentState,
  ProviderRefusal,
  ProviderUnknown,
  type RefundState,
  type SubscriptionState,
} from './port.ts'

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

/** The live subscription, else the latest; the discount is the subscription's, else the customer's. */
export function customerState(customer: Stripe.Customer, subscriptions: readonly Stripe.Subscription[]): CustomerState {
  const byAge = subscriptions.toSorted((a, b) => b.created - a.created)
  const subscription = byAge.find(({ ended_at }) => ended_at === null) ?? byAge[0] ?? null
  return {
    id: customer.id,
    email: customer.email,
    discount: subscription?.discounts.map(percentOf).find((percent) => percent !== null) ?? percentOf(customer.discount ?? null),
    subscription: subscription && subscriptionState(subscription),
  }
}

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
    status: intent.status === 'requires_capture' ? 'requires_confirmation' : intent.status,
    invoiceStatus: invoice?.status ?? statusWithoutInvoice(intent.status),
    // A dispute the card network settled in advance.
    disputeStatus: dispute?.status === 'prevented' ? 'won' : (dispute?.status ?? null),
    disputeReason: dispute?.reason ?? null,
    earlyFraud,
    amountRefunded: charge?.amount_refunded ?? 0,
    confirmedAt: intent.status === 'succeeded' ? (charge?.created ?? intent.created) : null,
  }
}

/** Payments outside a subscription have no invoice. */
function statusWithoutInvoice(intentStatus: string): string {
  if (intentStatus === 'succeeded') return 'paid'
  return intentStatus === 'canceled' ? 'void' : 'open'
}

export function refundState(refund: Stripe.Refund): RefundState {
  const { id, amount, status, failure_reason: failure = null } = refund
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
 * Classifies a failed call. No connection, a time-out, Stripe's own errors, and a repeat during the first request (409)
 * leave the outcome unknown; anything else didn't act.
 */
export function asProviderError(error: StripeFailure): ProviderRefusal | ProviderUnknown {
  const { statusCode = 0, type } = error
  if (type === 'StripeAuthenticationError' || type === 'StripePermissionError')
    return new ProviderRefusal('Stripe does not accept the key in STRIPE_SECRET_KEY for this.', { cause: error })
  if (statusCode >= 400 && statusCode < 500 && statusCode !== 409) return new ProviderRefusal(error.message, { cause: error })
  return new ProviderUnknown(`Stripe did not answer: ${error.message}`, { cause: error })
}
