import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customers } from '../../server/db/schema/customers.ts'
import { payments, refunds } from '../../server/db/schema/payments.ts'
import { sandboxPayments, sandboxRefunds } from '../../server/db/schema/sandbox.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import { StripeProvider } from '../../server/outside/payments/stripe/adapter.ts'
import type { PaymentRow } from '../../src/contract/payments.ts'
import { buildTestApp, type TestApp } from '../support/app.ts'
import { describeEngines } from '../support/database.ts'
import { insertCustomers, insertPayments } from '../support/rows.ts'
import { type Browser, signIn, type TestStaff } from '../support/sign-in.ts'

interface Refunded {
  success: true
  payment: PaymentRow
  auditId?: number
}

const refusedKey = 'dialog-of-ana-1'
const notKnownYet =
  'The payment provider did not answer in time. The refund may have happened: it is being looked up and will not be done twice.'

describeEngines('a refund', (engine) => {
  const database = engine.use()
  let server: TestApp
  let browser: Browser & { staff: TestStaff }

  beforeAll(async () => {
    server = await buildTestApp(database.current)
  })
  afterAll(() => server.app.close())
  beforeEach(async () => {
    await database.empty()
    server.sandbox.faults.clear()
    browser = await signIn(server, { rol: 2 })
    await insertCustomers(database.current, [{ totalRevenue: 100_000 }])
  })

  const refund = (body: object = {}, id = 1, by: Browser = browser) => by.send('PATCH', `/payments/${id}/refund`, body)
  const intents = () => database.current.orm.select().from(refunds).orderBy(asc(refunds.id))
  const audited = () => database.current.orm.select().from(auditLog).orderBy(asc(auditLog.id))
  const stored = async (id = 1) => (await database.current.orm.select().from(payments).where(eq(payments.id, id)))[0]
  const revenue = async () => (await database.current.orm.select().from(customers))[0]?.totalRevenue
  const atProvider = async () => (await database.current.orm.select().from(sandboxRefunds)).map(({ amount }) => amount)
  const refusal = (statusCode: number, error: string, message: string, details?: object) => ({
    statusCode,
    error,
    message,
    ...(details ? { details } : {}),
  })

  describe('that succeeds', () => {
    // [1.7 refund]
    test('without an amount covers the remainder and updates the provider, payment, revenue and audit trail', async () => {
      await insertPayments(database.current, [{ currency: 'usd', amount: 5_000, finalAmount: 4_600 }])
      const reply = await refund({ idempotencyKey: 'dialog-0001', reason: ' asked for it ', expectedAmountRefunded: 0 })
      const { success, payment, auditId } = reply.json<Refunded>()
      const after = { amountRefunded: 5_000, finalAmountRefunded: 4_600, refundCurrency: 'usd' }
      expect({ success, payment }).toMatchObject({ success: true, payment: { id: 1, ...after, refundInProgress: false, version: 2 } })
      expect(await stored()).toMatchObject(after)
      expect(await revenue()).toBe(95_400)
      expect(await atProvider()).toEqual([5_000])
      const [intent] = await intents()
      expect(intent).toMatchObject({
        paymentId: 1,
        amount: 5_000,
        finalAmount: 4_600,
        currency: 'usd',
        idempotencyKey: 'dialog-0001',
        state: 'succeeded',
        reason: 'asked for it',
        staffId: browser.staff.id,
        settledAt: server.clock.now(),
        error: null,
      })
      expect(intent?.providerRefundId).toMatch(/^re_/)
      expect(await audited()).toMatchObject([
        {
          id: auditId,
          at: server.clock.now(),
          action: 'payment.refund',
          targetType: 'payment',
          targetId: 1,
          actorId: browser.staff.id,
          actorEmail: browser.staff.email,
          ip: '127.0.0.1',
          before: { amountRefunded: 0, finalAmountRefunded: 0, refundCurrency: null },
          after: { ...after, reason: 'asked for it', userId: 1 },
          reversible: false,
        },
      ])
    })

    test('in parts adds up to exactly the final amount [R29 minor units]', async () => {
      await insertPayments(database.current, [{ currency: 'jpy', amount: 1_000, finalAmount: 667 }])
      const finals: number[] = []
      for (const amount of [333, 333, 333]) finals.push((await refund({ amount })).json<Refunded>().payment.finalAmountRefunded)
      expect(finals).toEqual([222, 444, 666])
      const { payment } = (await refund()).json<Refunded>()
      expect(payment).toMatchObject({ amountRefunded: 1_000, finalAmountRefunded: 667, version: 5 })
      expect((await intents()).map(({ amount, finalAmount }) => [amount, finalAmount])).toEqual([
        [333, 222],
        [333, 222],
        [333, 222],
        [1, 1],
      ])
      expect(await revenue()).toBe(100_000 - 667)
    })

    test('may be for exactly the remaining amount', async () => {
      await insertPayments(database.current, [{ amountRefunded: 1_000, finalAmountRefunded: 1_000 }])
      expect((await refund({ amount: 4_000, expectedAmountRefunded: 1_000 })).json()).toMatchObject({ payment: { amountRefunded: 5_000 } })
    })

    test('is returned, not repeated, when its key is sent again, even by another user', async () => {
      await insertPayments(database.current, [{}])
      const order = { amount: 1_200, idempotencyKey: 'dialog-0001', expectedAmountRefunded: 0 }
      expect((await refund(order)).statusCode).toBe(200)
      const again = await refund(order, 1, await signIn(server, { rol: 1 }))
      expect([again.statusCode, again.json()]).toMatchObject([200, { success: true, payment: { amountRefunded: 1_200, version: 2 } }])
      expect(await atProvider()).toEqual([1_200])
      expect(await audited()).toHaveLength(1)
    })

    test('is made once despite many double clicks [R30 once]', async () => {
      await insertPayments(database.current, [{}])
      const replies = await Promise.all(Array.from({ length: 8 }, () => refund({ amount: 100, idempotencyKey: 'dialog-0001' })))
      expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 200))
      expect(await stored()).toMatchObject({ amountRefunded: 100, version: 2 })
      expect([await atProvider(), await revenue()]).toEqual([[100], 99_900])
    })

    test('takes three decimals, and none where the table has none [R59 decimals]', async () => {
      await insertPayments(database.current, [
        { currency: 'kwd', amount: 5_000, finalAmount: 1_475 },
        { currency: 'ugx', amount: 500, finalAmount: 13 },
      ])
      expect((await refund({ amount: 1_255 })).json<Refunded>().payment).toMatchObject({ amountRefunded: 1_255, finalAmountRefunded: 370 })
      expect((await refund({}, 2)).json<Refunded>().payment).toMatchObject({ amountRefunded: 500, finalAmountRefunded: 13 })
      expect(await atProvider()).toEqual([1_255, 500])
    })
  })

  describe('that is refused', () => {
    test.each([
      ['of 0', { amount: 0 }, { amount: 'Enter an amount of more than 0.' }],
      ['of less than 0', { amount: -1 }, { amount: 'Enter an amount of more than 0.' }],
      ['of a fraction', { amount: 12.5 }, { amount: 'Must be a whole number.' }],
      ['of text', { amount: '12' }, { amount: 'Must be a number.' }],
      ['with a reason of 501 characters', { reason: 'x'.repeat(501) }, { reason: 'Must have less than 500 characters.' }],
      ['with an unknown field', { currency: 'usd' }, { currency: 'Unknown field.' }],
    ])('%s', async (_name, body, details) => {
      await insertPayments(database.current, [{}])
      const reply = await refund(body)
      expect([reply.statusCode, reply.json<{ details: object }>().details]).toEqual([400, details])
    })

    test('of an amount that Stripe cannot move, before it is asked [R59 provider units]', async () => {
      const options = { secretKey: 'sk_test_1234', webhookSecret: 'whsec_1', dashboardUrl: 'https://d.example' }
      const payments = new StripeProvider({ ...options, apiUrl: 'http://127.0.0.1:9' })
      const atStripe = await buildTestApp(database.current, {}, { payments })
      try {
        await insertPayments(database.current, [{ currency: 'kwd' }])
        const message = 'Stripe moves KWD in steps of 0,010 only: the third decimal must be 0.'
        const reply = await refund({ amount: 1_255 }, 1, await signIn(atStripe, { rol: 2 }))
        expect(reply.json()).toEqual(refusal(422, 'unprocessable', message, { amount: message }))
        expect(await intents()).toEqual([])
      } finally {
        await atStripe.app.close()
      }
    })

    const [unavailable, inProgress] = ['unavailable_action', 'A refund is in progress.']
    const tooMuch = 'At most 40,00 € can be refunded.'
    // [R30 first wins] [R30 open dispute]
    test.each<[string, Parameters<typeof insertPayments>[1][number], object, ReturnType<typeof refusal>]>([
      ['of more than is left', { amountRefunded: 1_000 }, { amount: 4_001 }, refusal(422, 'unprocessable', tooMuch, { amount: tooMuch })],
      [
        'with a dispute open',
        { stripeDisputeStatus: 'needs_response' },
        {},
        refusal(409, unavailable, 'Dispute still open. Nothing can be refunded until the bank decides.'),
      ],
      [
        'with a dispute lost',
        { stripeDisputeStatus: 'lost' },
        {},
        refusal(409, unavailable, 'Dispute lost. The customer already has the money back.'),
      ],
      ['of an unpaid invoice', { stripeInvoiceStatus: 'open' }, {}, refusal(409, unavailable, 'Not paid. The invoice is open.')],
      ['with nothing left', { amountRefunded: 5_000 }, {}, refusal(409, unavailable, 'Already refunded in full.')],
      [
        'as someone else was first',
        { amountRefunded: 5_000 },
        { expectedAmountRefunded: 1_000 },
        refusal(409, 'stale', 'Someone else was first: 50,00 € has been refunded by now, not 10,00 €. Nothing was refunded this time.', {
          amountRefunded: '5000',
        }),
      ],
    ])('%s', async (_name, payment, body, answer) => {
      await insertPayments(database.current, [payment])
      expect((await refund(body)).json()).toEqual(answer)
      expect([await intents(), await atProvider(), await audited()]).toEqual([[], [], []])
    })

    test('while another is in progress', async () => {
      await insertPayments(database.current, [{}])
      server.sandbox.faults.add({ operation: 'refund', kind: 'lost-before' })
      await refund({ amount: 100 })
      expect((await refund({ amount: 100, expectedAmountRefunded: 0 })).json()).toEqual(refusal(409, 'refund_in_progress', inProgress))
      expect(await intents()).toHaveLength(1)
    })

    test('for a payment that does not exist', async () => {
      expect((await refund({}, 9)).json()).toEqual(refusal(404, 'not_found', 'Payment 9 was not found.'))
    })

    test('when its key was used for another payment, amount or partial refund', async () => {
      await insertPayments(database.current, [{}, {}])
      const idempotencyKey = 'dialog-0001'
      await refund({ amount: 100, idempotencyKey })
      const inUse = refusal(409, 'conflict', 'This idempotency key was used for another refund: nothing was refunded.')
      expect((await refund({ amount: 100, idempotencyKey }, 2)).json()).toEqual(inUse)
      expect((await refund({ amount: 101, idempotencyKey })).json()).toEqual(inUse)
      expect((await refund({ idempotencyKey })).json()).toEqual(inUse)
      expect(await atProvider()).toEqual([100])
    })

    test('by the provider, with its message; a new key starts a new attempt [1.8 refund refused]', async () => {
      await insertPayments(database.current, [{}])
      server.sandbox.faults.add({ operation: 'refund', kind: 'refuse', message: 'The balance is too low.' })
      const answer = refusal(502, 'provider_refused', 'The balance is too low.')
      expect((await refund({ idempotencyKey: refusedKey })).json()).toEqual(answer)
      expect(await intents()).toMatchObject([{ state: 'failed', error: 'The balance is too low.', settledAt: server.clock.now() }])
      expect((await refund({ idempotencyKey: refusedKey })).json()).toEqual(answer)
      expect([await atProvider(), await audited()]).toEqual([[], []])
      expect((await refund({ idempotencyKey: 'dialog-of-ana-2' })).json()).toMatchObject({ payment: { amountRefunded: 5_000 } })
    })

    test('but not of an inquiry, which it settles [R61 inquiry]', async () => {
      await insertPayments(database.current, [{ stripeDisputeStatus: 'warning_needs_response' }])
      await database.current.orm.update(sandboxPayments).set({ disputeStatus: 'warning_needs_response' })
      expect((await refund({ amount: 100 })).statusCode).toBe(200)
      expect(await atProvider()).toEqual([100])
    })

    test('by the provider’s rules even if ours allow it', async () => {
      await insertPayments(database.current, [{}])
      await refund({ amount: 100 })
      await database.current.orm.update(sandboxPayments).set({ disputeStatus: 'needs_response' })
      expect((await refund({ amount: 100 })).json()).toEqual(refusal(502, 'provider_refused', 'This charge has been charged back.'))
    })
  })

  describe('whose response is lost', () => {
    const order = { amount: 1_500, idempotencyKey: 'dialog-0001', expectedAmountRefunded: 0 }

    test.each([
      ['before the provider acted', 'lost-before', []],
      ['after the provider acted', 'lost-after', [1_500]],
    ] as const)('%s: stays in progress until a retry makes it once [R30 once]', async (_name, kind, done) => {
      await insertPayments(database.current, [{}])
      server.sandbox.faults.add({ operation: 'refund', kind })
      const lost = await refund(order)
      expect(lost.json()).toEqual(refusal(504, 'provider_timeout', notKnownYet))
      expect([await atProvider(), await intents(), await stored()]).toMatchObject([done, [{ state: 'pending' }], { amountRefunded: 0 }])
      const again = await refund(order)
      expect([again.statusCode, again.json()]).toMatchObject([200, { payment: { amountRefunded: 1_500, refundInProgress: false } }])
      expect([await atProvider(), await revenue()]).toEqual([[1_500], 98_500])
      expect(await intents()).toMatchObject([{ state: 'succeeded', attempts: 2 }])
      expect(await audited()).toHaveLength(1)
    })

    test('stays in progress if the retry is refused, as the first attempt may have succeeded', async () => {
      await insertPayments(database.current, [{}])
      server.sandbox.faults.add({ operation: 'refund', kind: 'lost-before' })
      server.sandbox.faults.add({ operation: 'refund', kind: 'refuse' })
      await refund(order)
      expect((await refund(order)).json()).toEqual(refusal(504, 'provider_timeout', notKnownYet))
      expect(await intents()).toMatchObject([{ state: 'pending' }])
      expect((await refund(order)).json()).toMatchObject({ payment: { amountRefunded: 1_500 } })
    })
  })

  test('stays in progress while it is pending at the provider', async () => {
    await insertPayments(database.current, [{}])
    const { context } = server
    const slow = await buildTestApp(database.current)
    Object.assign(slow.sandbox, { refund: async () => taken, findRefund: async () => taken })
    try {
      const by = await signIn(slow, { rol: 2 })
      const order = { amount: 700, idempotencyKey: 'dialog-0001' }
      expect((await refund(order, 1, by)).json()).toMatchObject({ success: true, payment: { amountRefunded: 0, refundInProgress: true } })
      expect(await intents()).toMatchObject([{ state: 'pending', providerRefundId: 're_slow' }])
      expect((await refund(order, 1, by)).json()).toMatchObject({ success: true, payment: { amountRefunded: 0, refundInProgress: true } })
      expect(await intents()).toMatchObject([{ state: 'pending', attempts: 2 }])
      expect(context.now()).toBe(server.clock.now())
    } finally {
      await slow.app.close()
    }
  })
})

/** A refund that the provider accepts but leaves pending, as with bank debits. */
const taken = { id: 're_slow', status: 'pending', amount: 700, failure: null }
