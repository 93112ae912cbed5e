import { describe, expect, test } from 'vitest'
import { sandboxPayments } from '../../server/db/schema/sandbox.ts'
import { StripeProvider } from '../../server/outside/payments/stripe/adapter.ts'
import { buildTestApp } from '../support/app.ts'
import { describeEngines } from '../support/database.ts'
import { useRefund } from '../support/refund.ts'
import { insertPayments } from '../support/rows.ts'
import { signIn } from '../support/sign-in.ts'

const refusedKey = 'dialog-of-ana-1'

describeEngines('a refund', (engine) => {
  const desk = useRefund(engine)
  const { database, refund, intents, audited, atProvider, refusal } = desk

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
    const tooMuch = 'At most 40,00\u00a0€ can be refunded.'
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
        refusal(
          409,
          'stale',
          'Someone else was first: 50,00\u00a0€ has been refunded by now, not 10,00\u00a0€. Nothing was refunded this time.',
          {
            amountRefunded: '5000',
          },
        ),
      ],
    ])('%s', async (_name, payment, body, answer) => {
      await insertPayments(database.current, [payment])
      expect((await refund(body)).json()).toEqual(answer)
      expect([await intents(), await atProvider(), await audited()]).toEqual([[], [], []])
    })

    test('while another is in progress', async () => {
      await insertPayments(database.current, [{}])
      desk.server.sandbox.faults.add({ operation: 'refund', kind: 'lost-before' })
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
      desk.server.sandbox.faults.add({ operation: 'refund', kind: 'refuse', message: 'The balance is too low.' })
      const answer = refusal(502, 'provider_refused', 'The balance is too low.')
      expect((await refund({ idempotencyKey: refusedKey })).json()).toEqual(answer)
      expect(await intents()).toMatchObject([{ state: 'failed', error: 'The balance is too low.', settledAt: desk.server.clock.now() }])
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
})
