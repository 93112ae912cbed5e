import { Stripe } from 'stripe'
import { usualTimeoutMs, withDeadline } from '../deadline.ts'
import { readNotification } from '../notification.ts'
import * as port from '../port.ts'
import { toStripe, whyNotAtStripe } from './amounts.ts'
import { chargeIdOf, chargeParts, chargeRecord, chargeState, naming } from './charges.ts'
import { asProviderError, customerState, paymentRecord, paymentState, recordParts, refundState, subscriptionState } from './states.ts'

export interface StripeOptions {
  secretKey: string
  webhookSecret: string
  /** A different origin for tests; null for Stripe's. */
  apiUrl: string | null
  dashboardUrl: string
  /** Milliseconds per port call, however many requests it makes; 10 s by default. */
  timeoutMs?: number
  /** Makes the requests; by default Node's own client. */
  fetch?: typeof fetch
  /** Metadata key of the product's own customer id at Stripe. */
  externalIdKey?: string
}

/** The default metadata key of the product's customer id. */
export const usualExternalIdKey = 'user_id'

/** Metadata key that holds our key on Stripe refunds, for finding them. */
const refundKey = 'idempotency_key'

/**
 * Payments through Stripe. Retries are decided where the intent is stored; the client itself only repeats a request
 * lost on a closed connection, with the same key.
 */
export class StripeProvider implements port.PaymentProvider {
  readonly name = 'stripe'
  readonly dashboardUrl: string
  readonly #stripe: Stripe
  readonly #webhookSecret: string
  readonly #timeoutMs: number
  readonly #externalIdKey: string

  constructor(options: StripeOptions) {
    this.dashboardUrl = options.dashboardUrl
    this.#webhookSecret = options.webhookSecret
    this.#timeoutMs = options.timeoutMs ?? usualTimeoutMs
    this.#externalIdKey = options.externalIdKey ?? usualExternalIdKey
    this.#stripe = openStripe(options)
  }

  async cancelAtPeriodEnd(id: string, key: string) {
    return subscriptionState(await this.#ask(({ subscriptions }) => subscriptions.update(id, { cancel_at_period_end: true }, keyed(key))))
  }

  async cancelImmediately(id: string, key: string) {
    return subscriptionState(await this.#ask(({ subscriptions }) => subscriptions.cancel(id, {}, keyed(key))))
  }

  async resume(id: string, key: string) {
    return subscriptionState(await this.#ask(({ subscriptions }) => subscriptions.update(id, { cancel_at_period_end: false }, keyed(key))))
  }

  async extendTrial(id: string, trialEnd: number, key: string) {
    const change = { trial_end: trialEnd, proration_behavior: 'none' } as const
    return subscriptionState(await this.#ask(({ subscriptions }) => subscriptions.update(id, change, keyed(key))))
  }

  async attachDiscount({ subscriptionId }: port.ProviderReference, percentOff: number, key: string) {
    if (subscriptionId === null)
      throw new port.ProviderRefusal('Stripe gives discounts on subscriptions alone, and this customer has none.')
    await this.#ask(async ({ coupons, subscriptions }) => {
      for await (const coupon of coupons.list({ limit: 100 })) {
        if (coupon.valid && coupon.percent_off === percentOff)
          return subscriptions.update(subscriptionId, { discounts: [{ coupon: coupon.id }] }, keyed(key))
      }
      throw new port.ProviderRefusal(`Stripe has no coupon of ${percentOff} % (any more).`)
    })
  }

  async detachDiscount({ customerId, subscriptionId }: port.ProviderReference, key: string) {
    await this.#ask(async ({ customers, subscriptions }) => {
      if (subscriptionId !== null) await subscriptions.update(subscriptionId, { discounts: '' }, keyed(key))
      // Without its own discount a subscription has the customer's. Nothing to remove is fine too.
      await unlessMissing(customers.deleteDiscount(customerId))
    })
  }

  coupons() {
    return this.#ask(async ({ coupons }) => {
      const found: port.ProviderCoupon[] = []
      for await (const { id, name, percent_off: percentOff, valid } of coupons.list({ limit: 100 })) {
        // Staff choose whole percents.
        if (valid && percentOff !== null && Number.isInteger(percentOff)) found.push({ id, name: name ?? id, percentOff })
      }
      return found
    })
  }

  customer(id: string) {
    return this.#ask(async ({ customers, subscriptions }) => {
      const customer = await unlessMissing(customers.retrieve(id, { expand: ['discount.source.coupon'] }))
      if (customer === null || customer.deleted === true) return null
      const list = await subscriptions.list({ customer: id, status: 'all', limit: 100, expand: ['data.discounts.source.coupon'] })
      return customerState(customer, list.data)
    })
  }

  payment(intentId: string) {
    return this.#ask((stripe) => paymentOf(stripe, intentId))
  }

  newPayment(intentId: string) {
    return this.#ask(async ({ charges, paymentIntents }) => {
      const chargeId = chargeIdOf(intentId)
      if (chargeId !== null) {
        const charge = await unlessMissing(charges.retrieve(chargeId, { expand: chargeParts }))
        return charge?.payment_intent === null ? chargeRecord(charge, this.#externalIdKey) : null
      }
      const intent = await unlessMissing(paymentIntents.retrieve(intentId, { expand: recordParts }))
      return intent && paymentRecord(intent, this.#externalIdKey)
    })
  }

  whyNotRefund(amount: number, currency: string) {
    return whyNotAtStripe(amount, currency)
  }

  refund({ intentId, amount, currency, key, reason }: port.RefundOrder) {
    return this.#ask(async ({ refunds }) => {
      const metadata = { [refundKey]: key, ...(reason === null ? {} : { reason }) }
      return refundState(await refunds.create({ ...naming(intentId), amount: toStripe(amount, currency), metadata }, keyed(key)))
    })
  }

  findRefund(intentId: string, key: string) {
    return this.#ask(async ({ refunds }) => {
      for await (const refund of refunds.list({ ...naming(intentId), limit: 100 })) {
        if (refund.metadata?.[refundKey] === key) return refundState(refund)
      }
      return null
    })
  }

  refunds(intentId: string) {
    return this.#ask(async ({ refunds }) => {
      const made: port.KeyedRefund[] = []
      for await (const refund of refunds.list({ ...naming(intentId), limit: 100 }))
        made.push({ ...refundState(refund), key: refund.metadata?.[refundKey] ?? null, createdAt: refund.created })
      return made
    })
  }

  /** Confirms or captures if needed. A processing payment is up to the bank and stays as it is. */
  approve(intentId: string, key: string) {
    return this.#ask(async (stripe) => {
      const { charges, paymentIntents } = stripe
      const chargeId = chargeIdOf(intentId)
      if (chargeId !== null) {
        await charges.capture(chargeId, {}, keyed(key))
        return found(await paymentOf(stripe, intentId), intentId)
      }
      const { status } = await paymentIntents.retrieve(intentId)
      if (status === 'requires_capture') await paymentIntents.capture(intentId, {}, keyed(key))
      else if (status.startsWith('requires_')) await paymentIntents.confirm(intentId, {}, keyed(key))
      else if (status !== 'processing' && status !== 'succeeded')
        throw new port.ProviderRefusal(`This payment cannot be approved: its status is ${status}.`)
      return found(await paymentOf(stripe, intentId), intentId)
    })
  }

  readEvent(rawBody: string, signature: string | undefined, now: number) {
    return readNotification(rawBody, signature, this.#webhookSecret, now)
  }

  #ask<T>(act: (stripe: Stripe) => Promise<T>): Promise<T> {
    const answer = act(this.#stripe).catch((error: unknown) => {
      throw error instanceof Stripe.errors.StripeError ? asProviderError(error) : error
    })
    return withDeadline(answer, this.#timeoutMs)
  }
}

/** The idempotency key option. */
const keyed = (idempotencyKey: string) => ({ idempotencyKey })

function found(state: port.PaymentState | null, intentId: string): port.PaymentState {
  if (state === null) throw new port.ProviderRefusal(`No such payment at Stripe: ${intentId}`)
  return state
}

async function paymentOf(stripe: Stripe, intentId: string): Promise<port.PaymentState | null> {
  const { charges, paymentIntents, invoicePayments, disputes, radar } = stripe
  const chargeId = chargeIdOf(intentId)
  const of = { ...naming(intentId), limit: 1 }
  if (chargeId !== null) {
    const charge = await unlessMissing(charges.retrieve(chargeId))
    if (charge === null) return null
    const [dispute, warning] = await Promise.all([disputes.list(of), radar.earlyFraudWarnings.list(of)])
    return chargeState(charge, dispute.data[0] ?? null, warning.data.length > 0)
  }
  const intent = await unlessMissing(paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }))
  if (intent === null) return null
  const [ofInvoice, dispute, warning] = await Promise.all([
    invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: intentId }, limit: 1, expand: ['data.invoice'] }),
    disputes.list(of),
    radar.earlyFraudWarnings.list(of),
  ])
  const invoice = ofInvoice.data[0]?.invoice
  return paymentState({
    intent,
    invoice: invoice === undefined || typeof invoice === 'string' || invoice.deleted === true ? null : invoice,
    dispute: dispute.data[0] ?? null,
    earlyFraud: warning.data.length > 0,
  })
}

/** Null if Stripe doesn't have it. */
async function unlessMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return null
    throw error
  }
}

/** The SDK's client, without retries of its own. */
export function openStripe({ secretKey, apiUrl, timeoutMs, fetch }: Pick<StripeOptions, 'secretKey' | 'apiUrl' | 'timeoutMs' | 'fetch'>) {
  const httpClient = fetch && { httpClient: Stripe.createFetchHttpClient(fetch) }
  return new Stripe(secretKey, {
    ...addressOf(apiUrl),
    ...httpClient,
    timeout: timeoutMs ?? usualTimeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

function addressOf(apiUrl: string | null) {
  if (apiUrl === null) return {}
  const { hostname, port: given, protocol } = new URL(apiUrl)
  const isSecure = protocol === 'https:'
  return { host: hostname, port: given || (isSecure ? 443 : 80), protocol: isSecure ? ('https' as const) : ('http' as const) }
}
