import fc from 'fast-check'
import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { readNotification, writeNotification } from '../../../server/outside/payments/notification.ts'
import { BadSignature } from '../../../server/outside/payments/port.ts'
import { checkSignature, signNotification, toleranceSeconds } from '../../../server/outside/payments/signature.ts'

const secret = 'whsec_test'
const now = 1_781_510_400

test('signatures are compatible with Stripe’s in both directions', () => {
  const { webhooks } = new Stripe('sk_test_1234')
  const body = '{"id":"evt_1","object":"event","type":"ü"}'
  expect(() =>
    checkSignature(body, webhooks.generateTestHeaderString({ payload: body, secret, timestamp: now }), secret, now),
  ).not.toThrow()
  expect(webhooks.constructEvent(body, signNotification(body, secret, now), secret, 300, undefined, now * 1000).id).toBe('evt_1')
})

test('accepts one valid signature among several, ignoring the rest of the header', () => {
  const [time, right] = signNotification('x', secret, now).split(',')
  expect(() => checkSignature('x', `${time},v1=${'0'.repeat(64)}, ${right},v0=1`, secret, now)).not.toThrow()
})

test.each([
  ['none', undefined],
  ['an empty one', ''],
  ['no time', `v1=${'0'.repeat(64)}`],
  ['no signature', `t=${now}`],
  ['another secret', signNotification('x', 'another', now)],
  ['another body', signNotification('y', secret, now)],
  ['another time than was signed', signNotification('x', secret, now).replace(String(now), String(now + 1))],
  ['too short', signNotification('x', secret, now).slice(0, -2)],
  ['too old', signNotification('x', secret, now - toleranceSeconds - 1)],
  ['of the future', signNotification('x', secret, now + toleranceSeconds + 1)],
])('rejects a signature: %s', (_what, header) => {
  expect(() => checkSignature('x', header, secret, now)).toThrow(BadSignature)
})

test.each([-toleranceSeconds, toleranceSeconds])('accepts a time exactly %d seconds away', (seconds) => {
  expect(() => checkSignature('x', signNotification('x', secret, now + seconds), secret, now)).not.toThrow()
})

test('rejects any invalid header without crashing', () => {
  const outcome = (header: string) => {
    try {
      checkSignature('x', header, secret, now)
      return 'accepted'
    } catch (error) {
      return error instanceof BadSignature ? 'refused' : 'fault'
    }
  }
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `t=${now},v1=${text}`),
      ),
      (header) => outcome(header) === 'refused',
    ),
  )
})

const read = (object: object) => {
  const body = JSON.stringify({ id: 'evt_1', type: 'some.type', created: now, data: { object } })
  return readNotification(body, signNotification(body, secret, now), secret, now)
}

test.each([
  [
    { object: 'customer', id: 'cus_1' },
    { customerId: 'cus_1', intentId: null },
  ],
  [
    { object: 'subscription', id: 'sub_1', customer: 'cus_1' },
    { customerId: 'cus_1', intentId: null },
  ],
  [
    { object: 'invoice', id: 'in_1', customer: { id: 'cus_1' } },
    { customerId: 'cus_1', intentId: null },
  ],
  [
    { object: 'payment_intent', id: 'pi_1', customer: null },
    { customerId: null, intentId: 'pi_1' },
  ],
  [
    { object: 'charge', id: 'ch_1', customer: 'cus_1', payment_intent: 'pi_1' },
    { customerId: 'cus_1', intentId: 'pi_1' },
  ],
  [
    { object: 'dispute', id: 'dp_1', payment_intent: 'pi_1' },
    { customerId: null, intentId: 'pi_1' },
  ],
  [
    { object: 'radar.early_fraud_warning', id: 'issfr_1', payment_intent: 'pi_1' },
    { customerId: null, intentId: 'pi_1' },
  ],
  [
    { object: 'invoice_payment', id: 'inpay_1', payment: { type: 'payment_intent', payment_intent: 'pi_1' } },
    { customerId: null, intentId: 'pi_1' },
  ],
  // The charge is the payment where there is no intent.
  [
    { object: 'charge', id: 'ch_1', customer: 'cus_1', payment_intent: null },
    { customerId: 'cus_1', intentId: 'ch_1' },
  ],
  [
    { object: 'refund', id: 're_1', charge: 'ch_1', payment_intent: null },
    { customerId: null, intentId: 'ch_1' },
  ],
  [
    { object: 'dispute', id: 'du_1', charge: 'ch_1', payment_intent: 'pi_1' },
    { customerId: null, intentId: 'pi_1' },
  ],
  [
    { object: 'invoice_payment', id: 'inpay_1', payment: { type: 'charge', charge: 'ch_1' } },
    { customerId: null, intentId: 'ch_1' },
  ],
  [
    { object: 'balance', available: [] },
    { customerId: null, intentId: null },
  ],
])('extracts customer and payment from %o', (object, expected) => {
  expect(read(object)).toEqual({ id: 'evt_1', type: 'some.type', createdAt: now, ...expected })
})

test.each(['', '[]', '{"id":1}', '{"id":"evt_1","type":"t","created":1}'])(
  'rejects a signed body that is not a notification: %s',
  (body) => {
    expect(() => readNotification(body, signNotification(body, secret, now), secret, now)).toThrow(BadSignature)
  },
)

test('reads notifications written by the embedded provider', () => {
  const notice = { id: 'evt_9', type: 'charge.refunded', at: now, about: { object: 'payment_intent', id: 'pi_9' } } as const
  const { body, signature } = writeNotification(notice, secret)
  expect(readNotification(body, signature, secret, now)).toMatchObject({ id: 'evt_9', type: 'charge.refunded', intentId: 'pi_9' })
})
