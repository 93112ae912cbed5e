/** An object as Stripe stores it. References to other objects are ids. */
export interface StripeObject {
  id: string
  object: string
  created: number
  [field: string]: unknown
}

const list = (...data: unknown[]) => ({ object: 'list', data, has_more: false })

/** Objects in Stripe's shapes. */
export const stripeObjects = {
  customer: (id: string, created: number, over: object = {}): StripeObject => ({
    id,
    object: 'customer',
    created,
    email: `${id}@example.com`,
    metadata: {},
    discount: null,
    ...over,
  }),
  coupon: (id: string, created: number, percent: number | null, over: object = {}): StripeObject => ({
    id,
    object: 'coupon',
    created,
    name: null,
    percent_off: percent,
    valid: true,
    ...over,
  }),
  /** A month of a plan that costs 20 €. */
  subscription: (id: string, customer: string, created: number, over: object = {}): StripeObject => ({
    id,
    object: 'subscription',
    customer,
    created,
    start_date: created,
    status: 'active',
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: null,
    ended_at: null,
    trial_start: null,
    trial_end: null,
    discounts: [],
    items: list({
      id: `si_${id}`,
      quantity: 1,
      current_period_start: created,
      current_period_end: created + 30 * 86_400,
      price: {
        id: 'price_1',
        currency: 'eur',
        unit_amount: 2000,
        nickname: 'Pro',
        lookup_key: null,
        metadata: { plan_id: '1' },
        product: 'prod_1',
        recurring: { interval: 'month', interval_count: 1 },
      },
    }),
    ...over,
  }),
  /** A successful card payment: its intent, its charge and, unless `euros` is null, the balance transaction in euros. */
  payment: (
    id: string,
    customer: string | null,
    created: number,
    {
      amount = 2000,
      currency = 'eur',
      euros = amount,
      refunded = 0,
      ...over
    }: { [field: string]: unknown } & {
      amount?: number
      currency?: string
      euros?: number | null
      refunded?: number
    } = {},
  ): StripeObject[] => [
    {
      id,
      object: 'payment_intent',
      customer,
      created,
      amount,
      amount_received: over['status'] === undefined ? amount : 0,
      currency,
      status: 'succeeded',
      metadata: {},
      receipt_email: null,
      payment_method_types: ['card'],
      latest_charge: `ch_${id}`,
      ...over,
    },
    {
      id: `ch_${id}`,
      object: 'charge',
      payment_intent: id,
      created: created + 5,
      amount,
      currency,
      amount_refunded: refunded,
      balance_transaction: euros === null ? null : `txn_${id}`,
      billing_details: { email: null, address: { country: 'ES' } },
      payment_method_details: {
        type: 'card',
        card: { brand: 'visa', last4: '4242', funding: 'credit', exp_month: 12, exp_year: 2030, wallet: null },
      },
    },
    ...(euros === null
      ? []
      : [{ id: `txn_${id}`, object: 'balance_transaction', created: created + 5, amount: euros, currency: 'eur', exchange_rate: null }]),
  ],
  /** A charge without an intent, as older accounts have them. */
  charge: (id: string, customer: string | null, created: number, over: object = {}): StripeObject => ({
    id,
    object: 'charge',
    payment_intent: null,
    customer,
    created,
    amount: 2000,
    currency: 'eur',
    amount_refunded: 0,
    status: 'succeeded',
    captured: true,
    refunded: false,
    metadata: {},
    receipt_email: null,
    balance_transaction: null,
    billing_details: { email: null, address: null },
    payment_method_details: { type: 'sepa_debit', sepa_debit: { last4: '3000', bank_code: '3704', branch_code: null, country: 'DE' } },
    ...over,
  }),
  refund: (id: string, intent: string, created: number, amount: number, over: object = {}): StripeObject => ({
    id,
    object: 'refund',
    payment_intent: intent,
    charge: `ch_${intent}`,
    created,
    amount,
    currency: 'eur',
    status: 'succeeded',
    metadata: {},
    ...over,
  }),
  dispute: (id: string, intent: string, created: number, over: object = {}): StripeObject => ({
    id,
    object: 'dispute',
    payment_intent: intent,
    created,
    status: 'lost',
    reason: 'fraudulent',
    ...over,
  }),
  warning: (id: string, intent: string, created: number): StripeObject => ({
    id,
    object: 'radar.early_fraud_warning',
    payment_intent: intent,
    created,
  }),
  /** An invoice and its payment. */
  invoice: (id: string, intent: string, created: number, over: object = {}): StripeObject[] => [
    { id, object: 'invoice', created, status: 'paid', subtotal: 2000, total_discount_amounts: [], ...over },
    {
      id: `inpay_${id}`,
      object: 'invoice_payment',
      created,
      status: 'paid',
      invoice: id,
      payment: { type: 'payment_intent', payment_intent: intent },
    },
  ],
}
