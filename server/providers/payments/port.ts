import type { SubscriptionStatus } from '../../../src/contract/customer-status.ts'

/**
 * The one way to the payment provider. Two adapters: the embedded sandbox, and Stripe behind STRIPE_SECRET_KEY. All times are unix
 * seconds, all amounts minor units. Every change takes an idempotency key: the same key again acts once and answers the same.
 *
 * A call that fails throws `ProviderRefusal`, and then nothing happened, or `ProviderUnknown`, and then it may have.
 */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe'
  /** Where a person looks at the provider's own record: `{base}/customers/{id}`, `{base}/payments/{id}`. */
  readonly dashboardUrl: string

  cancelAtPeriodEnd(subscriptionId: string, key: string): Promise<SubscriptionState>
  cancelImmediately(subscriptionId: string, key: string): Promise<SubscriptionState>
  resume(subscriptionId: string, key: string): Promise<SubscriptionState>
  /** @param trialEnd the new end of the trial */
  extendTrial(subscriptionId: string, trialEnd: number, key: string): Promise<SubscriptionState>
  /** @param percentOff of a coupon that exists; a refusal where there is none (any more) */
  attachDiscount(of: ProviderReference, percentOff: number, key: string): Promise<void>
  detachDiscount(of: ProviderReference, key: string): Promise<void>
  coupons(): Promise<ProviderCoupon[]>

  /** What the provider knows of a customer now; null where it knows none. */
  customer(customerId: string): Promise<CustomerState | null>
  /** What the provider knows of a payment now; null where it knows none. */
  payment(intentId: string): Promise<PaymentState | null>
  refund(order: RefundOrder): Promise<RefundState>
  /** The refund that was made with this key; null where none was: what settles an intent after a crash (ruling 30). */
  findRefund(intentId: string, key: string): Promise<RefundState | null>
  /** All refunds of a payment, whoever made them and whatever became of them. */
  refunds(intentId: string): Promise<KeyedRefund[]>
  /** Approves a payment that is processing or requires something; answers what became of it. */
  approve(intentId: string, key: string): Promise<PaymentState>

  /** Checks the signature of a notification and reads it; throws BadSignature. */
  readEvent(rawBody: string, signature: string | undefined, now: number): ProviderEvent
}

/** A customer at the provider, who may have no subscription there (any more). */
export interface ProviderReference {
  customerId: string
  subscriptionId: string | null
}

export interface SubscriptionState {
  id: string
  status: SubscriptionStatus
  cancelAtPeriodEnd: boolean
  currentPeriodEnd: number | null
  trialEnd: number | null
  canceledAt: number | null
  endedAt: number | null
}

export interface CustomerState {
  id: string
  email: string | null
  /** Percent; null without a discount. */
  discount: number | null
  subscription: SubscriptionState | null
}

export interface PaymentState {
  intentId: string
  /** Of the intent: succeeded, processing, … */
  status: string
  /** Of the invoice: draft, open, paid, uncollectible, void. */
  invoiceStatus: string
  disputeStatus: string | null
  disputeReason: string | null
  earlyFraud: boolean
  /** What of it was refunded or is on its way back; what failed is not in it. */
  amountRefunded: number
  confirmedAt: number | null
}

export interface RefundOrder {
  intentId: string
  amount: number
  currency: string
  /** Ours: which refund it is, on the provider's record too. */
  key: string
  reason: string | null
}

export interface RefundState {
  id: string
  status: 'succeeded' | 'pending' | 'failed'
  amount: number
  /** Why it failed. */
  failure: string | null
}

/** A refund that was made with our key; null where somebody made it at the provider. */
export interface KeyedRefund extends RefundState {
  key: string | null
  /** When it was made; null where the provider does not tell. */
  createdAt: number | null
}

export interface ProviderCoupon {
  id: string
  name: string
  percentOff: number
}

/** A notification: what it is about. Its content is a hint alone; the state is asked for anew, so that order does not matter. */
export interface ProviderEvent {
  id: string
  type: string
  createdAt: number
  customerId: string | null
  intentId: string | null
}

/** The provider said no: nothing happened. The message can be shown. */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal'
}

/** No answer, or none that tells: it may have happened. */
export class ProviderUnknown extends Error {
  override name = 'ProviderUnknown'
}

export class BadSignature extends Error {
  override name = 'BadSignature'
}
