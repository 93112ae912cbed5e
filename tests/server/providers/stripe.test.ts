import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ProviderRefusal, ProviderUnknown, type RefundOrder } from '../../../server/outside/payments/port.ts'
import type { StripeProvider } from '../../../server/outside/payments/stripe/adapter.ts'
import { fromStripe, toStripe } from '../../../server/outside/payments/stripe/amounts.ts'
import { callsTo, failure, list, openProvider, type StripeServer, startStripeServer } from './stripe-server.ts'

let stripe: StripeServer
let provider: StripeProvider

const open = (timeoutMs?: number) => openProvider(stripe, timeoutMs)

beforeEach(async () => {
  stripe = await startStripeServer()
  provider = open()
})
afterEach(() => stripe.close())

const order: RefundOrder = { intentId: 'pi_1', amount: 1250, currency: 'eur', key: 'key-12345678', reason: 'asked for it' }
const refund = (over: object = {}) => ({
  id: 're_1',
  object: 'refund',
  amount: 1250,
  currency: 'eur',
  status: 'succeeded',
  created: 900,
  metadata: {},
  ...over,
})

const calls = () => callsTo(stripe)

test('sends a refund in unchanged minor units, with its key in the header and the metadata', async () => {
  stripe.on('POST /v1/refunds', { body: refund() })
  expect(await provider.refund(order)).toEqual({ id: 're_1', status: 'succeeded', amount: 1250, failure: null })
  expect(calls()).toEqual([
    [
      'POST /v1/refunds',
      { payment_intent: 'pi_1', amount: '1250', 'metadata[idempotency_key]': order.key, 'metadata[reason]': 'asked for it' },
      order.key,
    ],
  ])
  expect(stripe.seen[0]?.authorization).toBe('Bearer sk_test_1234')
})

test('does not multiply a zero-decimal currency, and sends no reason if there is none', async () => {
  stripe.on('POST /v1/refunds', { body: refund({ amount: 500 }) })
  await provider.refund({ ...order, amount: 500, currency: 'jpy', reason: null })
  expect(stripe.seen[0]?.parameters).toEqual({ payment_intent: 'pi_1', amount: '500', 'metadata[idempotency_key]': order.key })
})

test('counts UGX in hundredths there and in shillings here, both ways, and keeps all other currencies [R59 provider units]', async () => {
  stripe.on('POST /v1/refunds', { body: refund({ amount: 50_000, currency: 'ugx' }) })
  expect(await provider.refund({ ...order, amount: 500, currency: 'ugx' })).toMatchObject({ amount: 500 })
  expect(stripe.seen[0]?.parameters['amount']).toBe('50000')
  stripe.on('GET /v1/refunds', { body: list(refund({ amount: 50_000, currency: 'ugx', metadata: { idempotency_key: order.key } })) })
  expect(await provider.findRefund('pi_1', order.key)).toMatchObject({ amount: 500 })
  expect(await provider.refunds('pi_1')).toMatchObject([{ amount: 500 }])
  setPayment({ intent: { currency: 'ugx' } })
  expect(await provider.payment('pi_1')).toMatchObject({ amountRefunded: 3 })
  fc.assert(
    fc.property(fc.nat(1e12), fc.constantFrom('ugx', 'UGX', 'isk', 'jpy', 'eur', 'kwd'), (amount, currency) => {
      expect(fromStripe(toStripe(amount, currency), currency)).toBe(amount)
      expect(toStripe(amount, currency)).toBe(currency.toLowerCase() === 'ugx' ? amount * 100 : amount)
    }),
  )
})

test('refuses decimals that Stripe would: a third one, or one of a crown, that is not 0 [R59 provider units]', () => {
  expect(provider.whyNotRefund(12_50, 'isk')).toBe('Stripe moves ISK in whole crowns only: the decimals must be 0.')
  expect(provider.whyNotRefund(12_00, 'isk')).toBeNull()
  expect(provider.whyNotRefund(5_255, 'KWD')).toBe('Stripe moves KWD in steps of 0,010 only: the third decimal must be 0.')
  expect([provider.whyNotRefund(5_250, 'kwd'), provider.whyNotRefund(5, 'eur'), provider.whyNotRefund(5, 'ugx')]).toEqual([
    null,
    null,
    null,
  ])
})

test.each([
  ['succeeded', { status: 'succeeded', failure: null }],
  ['pending', { status: 'pending', failure: null }],
  ['requires_action', { status: 'pending', failure: null }],
  ['canceled', { status: 'failed', failure: 'canceled' }],
])('maps refund status %s', async (status, expected) => {
  stripe.on('POST /v1/refunds', { body: refund({ status }) })
  expect(await provider.refund(order)).toMatchObject(expected)
})

test('a failed refund includes the reason', async () => {
  stripe.on('POST /v1/refunds', { body: refund({ status: 'failed', failure_reason: 'lost_or_stolen_card' }) })
  expect(await provider.refund(order)).toMatchObject({ status: 'failed', failure: 'lost_or_stolen_card' })
})

test('finds a refund by its key, even on later pages', async () => {
  const mine = refund({ id: 're_mine', metadata: { idempotency_key: order.key } })
  stripe.on('GET /v1/refunds', { body: { ...list(refund({ id: 're_other' })), has_more: true } }, { body: list(mine) })
  expect(await provider.findRefund('pi_1', order.key)).toMatchObject({ id: 're_mine', status: 'succeeded' })
  expect(stripe.seen.map(({ parameters }) => parameters)).toEqual([
    { payment_intent: 'pi_1', limit: '100' },
    { payment_intent: 'pi_1', limit: '100', starting_after: 're_other' },
  ])
  expect(await provider.findRefund('pi_1', 'another key')).toBeNull()
})

test('lists all refunds of a payment across pages, with our key on our own', async () => {
  const mine = refund({ id: 're_mine', metadata: { idempotency_key: order.key } })
  const failed = refund({ id: 're_failed', status: 'failed', failure_reason: 'lost_or_stolen_card' })
  stripe.on('GET /v1/refunds', { body: { ...list(mine), has_more: true } }, { body: list(failed) })
  expect(await provider.refunds('pi_1')).toEqual([
    { id: 're_mine', key: order.key, status: 'succeeded', amount: 1250, failure: null, createdAt: 900 },
    { id: 're_failed', key: null, status: 'failed', amount: 1250, failure: 'lost_or_stolen_card', createdAt: 900 },
  ])
})

const intent = (over: object = {}) => ({
  id: 'pi_1',
  object: 'payment_intent',
  status: 'succeeded',
  currency: 'eur',
  created: 100,
  latest_charge: { id: 'ch_1', object: 'charge', amount_refunded: 250, created: 120 },
  ...over,
})

function setPayment(parts: { intent?: object; invoice?: unknown; disputes?: unknown[]; warnings?: unknown[] }) {
  stripe.on('GET /v1/payment_intents/pi_1', { body: intent(parts.intent) })
  stripe.on('GET /v1/invoice_payments', { body: list(...(parts.invoice === undefined ? [] : [{ id: 'inpay_1', invoice: parts.invoice }])) })
  stripe.on('GET /v1/disputes', { body: list(...(parts.disputes ?? [])) })
  stripe.on('GET /v1/radar/early_fraud_warnings', { body: list(...(parts.warnings ?? [])) })
}

test('assembles a payment from intent, charge, invoice, dispute and warning', async () => {
  setPayment({
    invoice: { id: 'in_1', status: 'paid' },
    disputes: [{ status: 'needs_response', reason: 'fraudulent' }],
    warnings: [{ id: 'issfr_1' }],
  })
  expect(await provider.payment('pi_1')).toEqual({
    intentId: 'pi_1',
    status: 'succeeded',
    invoiceStatus: 'paid',
    disputeStatus: 'needs_response',
    disputeReason: 'fraudulent',
    earlyFraud: true,
    amountRefunded: 250,
    confirmedAt: 120,
  })
  const calls = Object.fromEntries(stripe.seen.map(({ call, parameters }) => [call, parameters]))
  expect(calls).toMatchObject({
    'GET /v1/invoice_payments': { 'payment[type]': 'payment_intent', 'payment[payment_intent]': 'pi_1', 'expand[0]': 'data.invoice' },
    'GET /v1/disputes': { payment_intent: 'pi_1' },
    'GET /v1/radar/early_fraud_warnings': { payment_intent: 'pi_1' },
  })
})

test.each([
  ['succeeded', 'paid'],
  ['processing', 'open'],
  ['canceled', 'void'],
])('treats a %s intent without an invoice as %s', async (status, invoiceStatus) => {
  setPayment({ intent: { status, latest_charge: null } })
  expect(await provider.payment('pi_1')).toMatchObject({ status, invoiceStatus, amountRefunded: 0, disputeStatus: null, earlyFraud: false })
})

test('approving confirms or captures waiting payments, leaves processing ones and refuses others', async () => {
  setPayment({ intent: { status: 'requires_confirmation' } })
  stripe.on('POST /v1/payment_intents/pi_1/confirm', { body: intent() })
  stripe.on('POST /v1/payment_intents/pi_1/capture', { body: intent() })
  await provider.approve('pi_1', 'a')
  setPayment({ intent: { status: 'requires_capture' } })
  await provider.approve('pi_1', 'b')
  setPayment({ intent: { status: 'processing' } })
  expect(await provider.approve('pi_1', 'c')).toMatchObject({ status: 'processing', confirmedAt: null })
  setPayment({ intent: { status: 'canceled' } })
  await expect(provider.approve('pi_1', 'd')).rejects.toThrow('cannot be approved: its status is canceled')
  expect(calls().filter(([call]) => call.startsWith('POST'))).toEqual([
    ['POST /v1/payment_intents/pi_1/confirm', {}, 'a'],
    ['POST /v1/payment_intents/pi_1/capture', {}, 'b'],
  ])
})

test.each([
  [
    failure(400, { type: 'invalid_request_error', code: 'charge_already_refunded', message: 'Charge ch_1 has already been refunded.' }),
    'Charge ch_1 has already been refunded.',
  ],
  [failure(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }), 'Your card was declined.'],
  [
    failure(400, { type: 'idempotency_error', message: 'Keys can only be used with the same parameters.' }),
    'Keys can only be used with the same parameters.',
  ],
  [failure(404, { type: 'invalid_request_error', message: 'No such payment_intent: pi_1' }), 'No such payment_intent: pi_1'],
  [failure(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests' }), 'Too many requests'],
  [
    failure(401, { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_1234' }),
    'Stripe does not accept the key in STRIPE_SECRET_KEY for this.',
  ],
])('throws ProviderRefusal with a message, without retrying: %o', async (reply, message) => {
  stripe.on('POST /v1/refunds', reply)
  await expect(provider.refund(order)).rejects.toThrow(new ProviderRefusal(message))
  expect(stripe.seen).toHaveLength(1)
})

test.each([
  ['Stripe’s own fault', failure(500, { type: 'api_error', message: 'Something went wrong' })],
  ['an outage', failure(503, { type: 'api_error', message: 'Unavailable' })],
  ['the first request still running', failure(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'In use' })],
  ['an answer that is none', 'no JSON'],
] as const)('after %s the outcome is unknown and nothing is retried', async (_what, reply) => {
  stripe.on('POST /v1/refunds', reply)
  await expect(provider.refund(order)).rejects.toBeInstanceOf(ProviderUnknown)
  expect(stripe.seen).toHaveLength(1)
})

test('a charge without an intent is looked up, refunded and captured by its own id', async () => {
  const charge = { id: 'ch_1', object: 'charge', payment_intent: null, status: 'succeeded', captured: true, refunded: false, created: 120 }
  stripe.on('GET /v1/charges/ch_1', { body: { ...charge, currency: 'eur', amount: 5_000, amount_refunded: 250 } })
  stripe.on('GET /v1/disputes', { body: list({ status: 'lost', reason: 'fraudulent' }) })
  stripe.on('GET /v1/radar/early_fraud_warnings', { body: list() })
  stripe.on('POST /v1/charges/ch_1/capture', { body: charge })
  stripe.on('POST /v1/refunds', { body: refund() })
  stripe.on('GET /v1/refunds', { body: list(refund()) })
  const state = {
    intentId: 'ch_1',
    status: 'succeeded',
    invoiceStatus: 'paid',
    disputeStatus: 'lost',
    amountRefunded: 250,
    confirmedAt: 120,
  }
  expect(await provider.payment('ch_1')).toMatchObject(state)
  expect(await provider.approve('ch_1', 'key')).toMatchObject(state)
  await provider.refund({ ...order, intentId: 'ch_1' })
  expect(await provider.refunds('ch_1')).toHaveLength(1)
  expect(await provider.findRefund('ch_1', 'none')).toBeNull()
  const calls = stripe.seen.filter(({ call }) => !call.includes('/charges/')).map(({ call, parameters }) => [call, parameters])
  expect(calls).not.toHaveLength(0)
  for (const [, parameters] of calls) expect(parameters).toMatchObject({ charge: 'ch_1' })
  expect(await provider.payment('ch_none')).toBeNull()
})

test('after a broken connection the outcome is unknown; client retries use the same key', async () => {
  stripe.on('POST /v1/refunds', 'hang up')
  await expect(provider.refund(order)).rejects.toBeInstanceOf(ProviderUnknown)
  expect(new Set(stripe.seen.map(({ idempotencyKey }) => idempotencyKey))).toEqual(new Set([order.key]))
})

test('after a timeout the outcome is unknown', async () => {
  stripe.on('POST /v1/refunds', 'no answer')
  await expect(open(100).refund(order)).rejects.toBeInstanceOf(ProviderUnknown)
})

test('slow responses that together exceed the timeout fail', async () => {
  setPayment({})
  stripe.on('GET /v1/payment_intents/pi_1', { body: intent(), delayMs: 250 })
  stripe.on('GET /v1/disputes', { body: list(), delayMs: 250 })
  await expect(open(400).payment('pi_1')).rejects.toThrow(new ProviderUnknown('The payment provider did not answer within 0.4 s.'))
})

test('the outcome is unknown if nothing listens', async () => {
  await stripe.close()
  await expect(provider.refund(order)).rejects.toBeInstanceOf(ProviderUnknown)
  stripe = await startStripeServer()
})
