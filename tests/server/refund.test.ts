import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { customers } from '../../server/db/schema/customers.ts'
import { payments } from '../../server/db/schema/payments.ts'
import type { PaymentRow } from '../../src/contract/payments.ts'
import { buildTestApp } from '../support/app.ts'
import { describeEngines } from '../support/database.ts'
import { useRefund } from '../support/refund.ts'
import { insertPayments } from '../support/rows.ts'
import { signIn } from '../support/sign-in.ts'

interface Refunded {
  success: true
  payment: PaymentRow
  auditId?: number
}

const notKnownYet =
  'The payment provider did not answer in time. The refund may have happened: it is being looked up and will not be done twice.'

/** A refund that the provider accepts but leaves pending, as with bank debits. */
const taken = { id: 're_slow', status: 'pending', amount: 700, failure: null }

describeEngines('a refund', (engine) => {
  const desk = useRefund(engine)
  const { database, refund, intents, audited, atProvider, refusal } = desk

  const stored = async (id = 1) => (await database.current.orm.select().from(payments).where(eq(payments.id, id)))[0]
  const revenue = async () => (await database.current.orm.select().from(customers))[0]?.totalRevenue

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
        staffId: desk.browser.staff.id,
        settledAt: desk.server.clock.now(),
        error: null,
      })
      expect(intent?.providerRefundId).toMatch(/^re_/)
      expect(await audited()).toMatchObject([
        {
          id: auditId,
          at: desk.server.clock.now(),
          action: 'payment.refund',
          targetType: 'payment',
          targetId: 1,
          actorId: desk.browser.staff.id,
          actorEmail: desk.browser.staff.email,
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
      const again = await refund(order, 1, await signIn(desk.server, { rol: 1 }))
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

  describe('whose response is lost', () => {
    const order = { amount: 1_500, idempotencyKey: 'dialog-0001', expectedAmountRefunded: 0 }

    test.each([
      ['before the provider acted', 'lost-before', []],
      ['after the provider acted', 'lost-after', [1_500]],
    ] as const)('%s: stays in progress until a retry makes it once [R30 once]', async (_name, kind, done) => {
      await insertPayments(database.current, [{}])
      desk.server.sandbox.faults.add({ operation: 'refund', kind })
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
      desk.server.sandbox.faults.add({ operation: 'refund', kind: 'lost-before' })
      desk.server.sandbox.faults.add({ operation: 'refund', kind: 'refuse' })
      await refund(order)
      expect((await refund(order)).json()).toEqual(refusal(504, 'provider_timeout', notKnownYet))
      expect(await intents()).toMatchObject([{ state: 'pending' }])
      expect((await refund(order)).json()).toMatchObject({ payment: { amountRefunded: 1_500 } })
    })
  })

  test('stays in progress while it is pending at the provider', async () => {
    await insertPayments(database.current, [{}])
    const { context } = desk.server
    const slow = await buildTestApp(database.current)
    Object.assign(slow.sandbox, { refund: async () => taken, findRefund: async () => taken })
    try {
      const by = await signIn(slow, { rol: 2 })
      const order = { amount: 700, idempotencyKey: 'dialog-0001' }
      expect((await refund(order, 1, by)).json()).toMatchObject({ success: true, payment: { amountRefunded: 0, refundInProgress: true } })
      expect(await intents()).toMatchObject([{ state: 'pending', providerRefundId: 're_slow' }])
      expect((await refund(order, 1, by)).json()).toMatchObject({ success: true, payment: { amountRefunded: 0, refundInProgress: true } })
      expect(await intents()).toMatchObject([{ state: 'pending', attempts: 2 }])
      expect(context.now()).toBe(desk.server.clock.now())
    } finally {
      await slow.app.close()
    }
  })
})
