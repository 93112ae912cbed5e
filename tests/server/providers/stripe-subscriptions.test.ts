import { afterEach, beforeEach, expect, test } from 'vitest'
import { ProviderRefusal } from '../../../server/outside/payments/port.ts'
import type { StripeProvider } from '../../../server/outside/payments/stripe/adapter.ts'
import { callsTo, list, openProvider, type StripeServer, startStripeServer } from './stripe-server.ts'

let stripe: StripeServer
let provider: StripeProvider

beforeEach(async () => {
  stripe = await startStripeServer()
  provider = openProvider(stripe)
})
afterEach(() => stripe.close())

const subscription = (over: object = {}) => ({
  id: 'sub_1',
  object: 'subscription',
  status: 'active',
  created: 100,
  cancel_at_period_end: false,
  canceled_at: null,
  ended_at: null,
  trial_end: null,
  discounts: [],
  items: list({ id: 'si_1', current_period_end: 900 }, { id: 'si_2', current_period_end: 800 }),
  ...over,
})
const discount = (percent: number | null) => ({
  id: 'di_1',
  object: 'discount',
  source: { type: 'coupon', coupon: { id: 'c', percent_off: percent } },
})
const calls = () => callsTo(stripe)

test('sends subscription changes and reads the result', async () => {
  stripe.on('POST /v1/subscriptions/sub_1', { body: subscription({ cancel_at_period_end: true, canceled_at: 500 }) })
  stripe.on('DELETE /v1/subscriptions/sub_1', { body: subscription({ status: 'canceled', ended_at: 600, canceled_at: 600 }) })
  expect(await provider.cancelAtPeriodEnd('sub_1', 'a')).toEqual({
    id: 'sub_1',
    status: 'active',
    cancelAtPeriodEnd: true,
    currentPeriodEnd: 800,
    trialEnd: null,
    canceledAt: 500,
    endedAt: null,
  })
  await provider.resume('sub_1', 'b')
  await provider.extendTrial('sub_1', 1_800_000_000, 'c')
  expect(await provider.cancelImmediately('sub_1', 'd')).toMatchObject({ status: 'canceled', endedAt: 600 })
  expect(calls()).toEqual([
    ['POST /v1/subscriptions/sub_1', { cancel_at_period_end: 'true' }, 'a'],
    ['POST /v1/subscriptions/sub_1', { cancel_at_period_end: 'false' }, 'b'],
    ['POST /v1/subscriptions/sub_1', { trial_end: '1800000000', proration_behavior: 'none' }, 'c'],
    ['DELETE /v1/subscriptions/sub_1', {}, 'd'],
  ])
})

test('attaches a discount via the valid coupon with that percentage, and removes it', async () => {
  const coupon = { id: 'HALF', name: 'Half', percent_off: 50, valid: true }
  const others = [
    { id: 'OLD', percent_off: 50, valid: false },
    { id: 'EUR', percent_off: null, amount_off: 500, valid: true },
  ]
  stripe.on('GET /v1/coupons', { body: list(...others, coupon, { id: 'PLAIN', name: null, percent_off: 10, valid: true }) })
  stripe.on('POST /v1/subscriptions/sub_1', { body: subscription() })
  stripe.on('DELETE /v1/customers/cus_1/discount', { body: { id: 'di_1', object: 'discount', deleted: true } })
  expect(await provider.coupons()).toEqual([
    { id: 'HALF', name: 'Half', percentOff: 50 },
    { id: 'PLAIN', name: 'PLAIN', percentOff: 10 },
  ])
  const of = { customerId: 'cus_1', subscriptionId: 'sub_1' }
  await provider.attachDiscount(of, 50, 'a')
  await provider.detachDiscount(of, 'b')
  await provider.detachDiscount({ ...of, subscriptionId: null }, 'c')
  await provider.detachDiscount({ customerId: 'cus_2', subscriptionId: null }, 'd')
  expect(
    calls()
      .filter(([call]) => call !== 'GET /v1/coupons')
      .slice(0, 3),
  ).toEqual([
    ['POST /v1/subscriptions/sub_1', { 'discounts[0][coupon]': 'HALF' }, 'a'],
    ['POST /v1/subscriptions/sub_1', { discounts: '' }, 'b'],
    ['DELETE /v1/customers/cus_1/discount', {}, undefined],
  ])
  await expect(provider.attachDiscount(of, 20, 'e')).rejects.toThrow(new ProviderRefusal('Stripe has no coupon of 20 % (any more).'))
  await expect(provider.attachDiscount({ ...of, subscriptionId: null }, 50, 'f')).rejects.toThrow(ProviderRefusal)
})

test('reads a customer’s live or else latest subscription, preferring its discount to the customer’s', async () => {
  stripe.on('GET /v1/customers/cus_1', { body: { id: 'cus_1', object: 'customer', email: 'a@example.com', discount: discount(10) } })
  const ended = subscription({ id: 'sub_2', status: 'canceled', created: 300, ended_at: 400 })
  stripe.on(
    'GET /v1/subscriptions',
    { body: list(ended, subscription({ status: 'trialing', discounts: [discount(50)] })) },
    { body: list(ended) },
    { body: list() },
  )
  expect(await provider.customer('cus_1')).toMatchObject({
    email: 'a@example.com',
    discount: 50,
    subscription: { id: 'sub_1', status: 'trialing' },
  })
  expect(await provider.customer('cus_1')).toMatchObject({ discount: 10, subscription: { id: 'sub_2', status: 'canceled' } })
  expect(await provider.customer('cus_1')).toMatchObject({ subscription: null })
  expect(stripe.seen[1]?.parameters).toMatchObject({ customer: 'cus_1', status: 'all', 'expand[0]': 'data.discounts.source.coupon' })
})

test.each([
  ['paused', 'trial_ended'],
  ['incomplete_expired', 'incomplete_expired'],
  ['something new', 'inactive'],
])('maps status %s to %s', async (status, expected) => {
  stripe.on('POST /v1/subscriptions/sub_1', { body: subscription({ status }) })
  expect(await provider.resume('sub_1', 'a')).toMatchObject({ status: expected })
})

test('returns null for unknown or deleted records', async () => {
  stripe.on('GET /v1/customers/cus_2', { body: { id: 'cus_2', object: 'customer', deleted: true } })
  expect(await provider.customer('cus_1')).toBeNull()
  expect(await provider.customer('cus_2')).toBeNull()
  expect(await provider.payment('pi_1')).toBeNull()
})
