import type { SubscriptionStatus } from '../../../src/contract/customer-status.ts'

/**
 * The only interface to the payment provider, implemented by the embedded sandbox and, with STRIPE_SECRET_KEY, Stripe.
 * Times are unix seconds, amounts minor units by our table (`currencyDecimals`), however the provider counts (ruling 59). Every change takes an idempotency key: repeating it acts once and
 * returns the same.
 * A failed call throws `ProviderRefusal` (nothing happened) or `ProviderUnknown` (it may have).
 */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe'
  /** Base of the provider's pages for people: `{base}/customers/{id}`, `{base}/payments/{id}`. */
  readonly dashboardUrl: string

  cancelAtPeriodEnd(subscriptionId: string, key: string): Promise<SubscriptionState>
  cancelImmediately(subscriptionId: string, key: string): Promise<SubscriptionState>
  resume(subscriptionId: string, key: string): Promise<SubscriptionState>
  /** @param trialEnd the trial's new end */
  extendTrial(subscriptionId: string, trialEnd: number, key: string): Promise<SubscriptionState>
  /** @param percentOff of an existing coupon; refused if there is none (any more) */
  attachDiscount(of: ProviderReference, percentOff: number, key: string): Promise<void>
  detachDiscount(of: ProviderReference, key: string): Promise<void>
  coupons(): Promise<ProviderCoupon[]>

  /** The provider's current state of a customer; null if unknown there. */
  customer(customerId: string): Promise<CustomerState | null>
  /** The provider's current state of a payment; null if unknown there. */
  payment(intentId: string): Promise<PaymentState | null>
  /** Everything the provider knows about a payment that is not stored yet; null if it has none that we lack. */
  newPayment(intentId: string): Promise<PaymentRecord | null>
  /** Why it would never refund this amount of this currency; null if it would. */
  whyNotRefund(amount: number, currency: string): string | null
  refund(order: RefundOrder): Promise<RefundState>
  /** The refund made with this key, or null; settles an intent after a crash (ruling 30). */
  findRefund(intentId: string, key: string): Promise<RefundState | null>
  /** All refunds of a payment, by anyone, in any state. */
  refunds(intentId: string): Promise<KeyedRefund[]>
  /** Approves a processing or requires_* payment and returns its state. */
  approve(intentId: string, key: string): Promise<PaymentState>

  /** Verifies and reads a notification; throws BadSignature. */
  readEvent(rawBody: string, signature: string | undefined, now: number): ProviderEvent
}

/** A customer at the provider, possibly without a subscription there. */
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
  /** The intent's status: succeeded, processing, … */
  status: string
  /** The invoice's status: draft, open, paid, uncollectible, void. */
  invoiceStatus: string
  disputeStatus: string | null
  disputeReason: string | null
  earlyFraud: boolean
  /** Refunded or being refunded, without failed refunds. */
  amountRefunded: number
  confirmedAt: number | null
}

/** A payment made at the provider. */
export interface PaymentRecord {
  intentId: string
  customer: CustomerClaim
  status: string
  /** Unless an invoice says otherwise. */
  invoiceStatus: string
  currency: string
  amount: number
  /** The sum of successful refunds. */
  amountRefunded: number
  /** The amount credited to the provider's account; null until the payment is settled. */
  settled: { amount: number; currency: string } | null
  createdAt: number
  confirmedAt: number | null
  country: string | null
  /** The product's order id; null if the payment has none. */
  ref: string | null
  method: PaymentMethodState
}

/** What identifies a customer of ours at the provider, most reliable first. */
export interface CustomerClaim {
  /** The provider's id. */
  customerId: string | null
  /** The product's own id. */
  externalId: string | null
  email: string | null
}

/** How a payment was made; null if it does not apply. */
export interface PaymentMethodState {
  type: string
  wallet: string | null
  last4: string | null
  cardBrand: string | null
  cardType: string | null
  expiryMonth: number | null
  expiryYear: number | null
  bankCode: string | null
  branchCode: string | null
  bankCountry: string | null
}

export interface RefundOrder {
  intentId: string
  amount: number
  currency: string
  /** Our key for the refund, also stored at the provider. */
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

/** A refund with our key; null key if made at the provider. */
export interface KeyedRefund extends RefundState {
  key: string | null
  /** When it was made; null if not reported. */
  createdAt: number | null
}

export interface ProviderCoupon {
  id: string
  name: string
  percentOff: number
}

/** What a notification is about. Only a hint: the state is always fetched, so order doesn't matter. */
export interface ProviderEvent {
  id: string
  type: string
  createdAt: number
  customerId: string | null
  intentId: string | null
}

/** The provider refused; nothing happened. The message can be shown. */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal'
}

/** No conclusive answer: it may have happened. */
export class ProviderUnknown extends Error {
  override name = 'ProviderUnknown'
}

export class BadSignature extends Error {
  override name = 'BadSignature'
}
