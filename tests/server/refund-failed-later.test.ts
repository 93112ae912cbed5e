import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { customers } from '../../server/db/schema/customers.ts'
import { payments, refunds } from '../../server/db/schema/payments.ts'
import { sandboxPayments, sandboxRefunds } from '../../server/db/schema/sandbox.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import { signNotification } from '../../server/outside/payments/signature.ts'
import { StripeProvider } from '../../server/outside/payments/stripe/adapter.ts'
import { recordRefund } from '../../server/resources/payments/settle.ts'
import { buildTestApp, type TestApp, testStart } from '../support/app.ts'
import { describeEngines } from '../support/database.ts'
import { insertCustomers, insertPayments } from '../support/rows.ts'
import { type Browser, signIn } from '../support/sign-in.ts'
import { list, type StripeServer, startStripeServer } from './providers/stripe-server.ts'

describeEngines('refunds that fail after they had succeeded', (engine) => {
  const database = engine.use()
  let server: TestApp
  let browser: Browser
  const orm = () => database.current.orm

  const prepare = async (app: TestApp) => {
    server = app
    browser = await signIn(app, { rol: 2 })
    await insertCustomers(database.current, [{ totalRevenue: 9_000 }])
    // 10,00 USD are 9,05 EUR, so halves do not divide evenly.
    await insertPayments(database.current, [{ amount: 1_000, finalAmount: 905, currency: 'usd' }])
  }
  beforeEach(() => database.empty())
  afterEach(() => server.app.close())

  const refund = (body: object) => browser.send('PATCH', '/payments/1/refund', body)
  const deliver = ({ body, signature }: { body: string; signature: string }) =>
    server.app.inject({
      method: 'POST',
      url: '/webhooks/payments',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload: body,
    })
  const here = async () => {
    const [payment] = await orm().select().from(payments)
    const [customer] = await orm().select().from(customers)
    const rows = await orm().select().from(refunds).orderBy(refunds.id)
    return {
      refunded: payment?.amountRefunded,
      final: payment?.finalAmountRefunded,
      currency: payment?.refundCurrency,
      revenue: customer?.totalRevenue,
      refunds: rows.map(({ state }) => state),
    }
  }
  const audited = async () =>
    (await orm().select().from(auditLog).orderBy(auditLog.id)).filter(({ action }) => action.startsWith('payment.refund'))

  describe('with the embedded provider', () => {
    beforeEach(async () => prepare(await buildTestApp(database.current)))

    const told = () => deliver(server.sandbox.notification('refund.failed', { object: 'payment_intent', id: 'pi_1' }))
    const made = async () => (await orm().select().from(sandboxRefunds).orderBy(sandboxRefunds.createdAt)).map(({ id }) => id)

    test('are reversed once, amounts included, and show in the audit trail and timeline', async () => {
      await refund({ amount: 500 })
      expect(await here()).toEqual({ refunded: 500, final: 453, currency: 'usd', revenue: 9_000 - 453, refunds: ['succeeded'] })
      await server.sandbox.endRefund((await made())[0] ?? '', 'The account is closed.')
      expect([(await told()).statusCode, (await told()).statusCode]).toEqual([200, 200])
      expect(await here()).toEqual({ refunded: 0, final: 0, currency: null, revenue: 9_000, refunds: ['failed'] })
      expect((await orm().select().from(refunds))[0]?.error).toBe('The account is closed.')
      expect((await audited()).slice(1)).toMatchObject([
        {
          actorId: null,
          actorEmail: 'payment provider',
          action: 'payment.refund-failed',
          targetId: 1,
          before: { amountRefunded: 500, finalAmountRefunded: 453, refundCurrency: 'usd' },
          after: { amountRefunded: 0, finalAmountRefunded: 0, refundCurrency: null, error: 'The account is closed.', userId: 1 },
        },
      ])
      const line = await browser.get('/customers/1/timeline?kinds=refund')
      expect(line.json()).toMatchObject({ rows: [{ kind: 'refund', what: 'failed', amount: 500, currency: 'usd' }] })
      expect((await refund({ amount: 1_000 })).statusCode).toBe(200)
      expect(await here()).toMatchObject({ refunded: 1_000, final: 905, revenue: 9_000 - 905 })
    })

    test('keep the payment’s other refunds', async () => {
      for (const amount of [300, 300, 400]) {
        await refund({ amount })
        server.clock.advance(1)
      }
      expect(await here()).toMatchObject({ refunded: 1_000, final: 905 })
      await server.sandbox.endRefund((await made())[1] ?? '', 'Sent back.')
      await told()
      expect(await here()).toEqual({
        refunded: 700,
        final: 905 - 271,
        currency: 'usd',
        revenue: 9_000 - 905 + 271,
        refunds: ['succeeded', 'failed', 'succeeded'],
      })
    })

    test('stay failed when outdated responses arrive later', async () => {
      await refund({ amount: 500 })
      const [id = ''] = await made()
      await server.sandbox.endRefund(id, 'Sent back.')
      await told()
      for (const status of ['succeeded', 'pending', 'failed'] as const)
        expect(await recordRefund(orm(), 1, { id, amount: 500, status, failure: null }, testStart)).toBeNull()
      expect(await here()).toMatchObject({ refunded: 0, revenue: 9_000, refunds: ['failed'] })
    })

    test('are reversed once by concurrent webhooks', async () => {
      await refund({ amount: 500 })
      await server.sandbox.endRefund((await made())[0] ?? '', 'Sent back.')
      const replies = await Promise.all(Array.from({ length: 8 }, told))
      expect(replies.every(({ statusCode }) => statusCode === 200 || statusCode === 503)).toBe(true)
      expect(await here()).toMatchObject({ refunded: 0, final: 0, revenue: 9_000, refunds: ['failed'] })
      expect(await audited()).toHaveLength(2)
    })

    test('lower the refunded total only by what failed if made at the provider itself', async () => {
      await server.sandbox.refund({ intentId: 'pi_1', amount: 400, currency: 'usd', key: 'made-there', reason: null })
      await refund({ amount: 500 })
      await told()
      expect(await here()).toMatchObject({ refunded: 900, final: 815 })
      const [ofTheirs] = await orm().select().from(sandboxRefunds).where(eq(sandboxRefunds.key, 'made-there'))
      await server.sandbox.endRefund(ofTheirs?.id ?? '', 'Sent back.')
      expect(await here()).toMatchObject({ refunded: 500, final: 453 })
      // Lower than the failure explains: the provider's data is wrong, and ours does not follow it.
      await orm().update(sandboxPayments).set({ amountRefunded: 100 })
      await told()
      expect(await here()).toMatchObject({ refunded: 500, final: 453, revenue: 9_000 - 453, refunds: ['succeeded', 'failed'] })
    })

    test('can be simulated with a fault that fails a refund later and sends a webhook', async () => {
      server.sandbox.faults.set([{ operation: 'refund', kind: 'fails-later', delayMs: 20, message: 'The account is closed.' }])
      expect((await refund({ amount: 500 })).statusCode).toBe(200)
      await expect.poll(here).toMatchObject({ refunded: 0, revenue: 9_000, refunds: ['failed'] })
    })

    test('count a pending refund only once it succeeds', async () => {
      server.sandbox.faults.set([{ operation: 'refund', kind: 'pending', delayMs: 20 }])
      const reply = await refund({ amount: 500 })
      expect(reply.json()).toMatchObject({ payment: { refundInProgress: true, amountRefunded: 0 } })
      await expect.poll(here).toMatchObject({ refunded: 500, revenue: 9_000 - 453, refunds: ['succeeded'] })
      expect((await audited()).map(({ action }) => action)).toEqual(['payment.refund'])
    })
  })

  describe('with Stripe', () => {
    let stripe: StripeServer
    const made = (status: string) => ({
      id: 're_1',
      object: 'refund',
      amount: 500,
      currency: 'usd',
      status,
      metadata: { idempotency_key: 'dialog-0001' },
      ...(status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}),
    })
    const set = (status: string) => {
      const charge = { id: 'ch_1', object: 'charge', amount_refunded: status === 'failed' ? 0 : 500, created: testStart }
      const intent = {
        id: 'pi_1',
        object: 'payment_intent',
        status: 'succeeded',
        currency: 'usd',
        created: testStart,
        latest_charge: charge,
      }
      stripe.on('GET /v1/payment_intents/pi_1', { body: intent })
      stripe.on('GET /v1/invoice_payments', { body: list({ id: 'inpay_1', invoice: { id: 'in_1', status: 'paid' } }) })
      stripe.on('GET /v1/disputes', { body: list() })
      stripe.on('GET /v1/radar/early_fraud_warnings', { body: list() })
      stripe.on('GET /v1/refunds', { body: list(made(status)) })
    }
    beforeEach(async () => {
      stripe = await startStripeServer()
      const options = { secretKey: 'sk_test_1234', webhookSecret: 'whsec_1', apiUrl: stripe.url, dashboardUrl: 'https://d.example' }
      await prepare(await buildTestApp(database.current, {}, { payments: new StripeProvider(options) }))
    })
    afterEach(() => stripe.close())

    const told = (id: string, type: string, object: object) => {
      const body = JSON.stringify({ id, object: 'event', type, created: testStart, data: { object } })
      return deliver({ body, signature: signNotification(body, 'whsec_1', testStart) })
    }

    test.each([
      ['refund.failed', { ...made('failed'), payment_intent: 'pi_1' }],
      ['charge.refund.updated', { ...made('failed'), payment_intent: 'pi_1' }],
      ['charge.updated', { id: 'ch_1', object: 'charge', payment_intent: 'pi_1', customer: 'cus_1' }],
    ])('are reversed on %s, even if charge.refunded arrives later', async (type, object) => {
      stripe.on('POST /v1/refunds', { body: made('succeeded') })
      expect((await refund({ amount: 500, idempotencyKey: 'dialog-0001' })).statusCode).toBe(200)
      expect(await here()).toMatchObject({ refunded: 500, final: 453, refunds: ['succeeded'] })
      set('failed')
      expect((await told('evt_2', type, object)).statusCode).toBe(200)
      expect((await told('evt_1', 'charge.refunded', { id: 'ch_1', object: 'charge', payment_intent: 'pi_1' })).statusCode).toBe(200)
      expect(await here()).toEqual({ refunded: 0, final: 0, currency: null, revenue: 9_000, refunds: ['failed'] })
      expect((await audited()).map(({ action }) => action)).toEqual(['payment.refund', 'payment.refund-failed'])
      expect((await orm().select().from(refunds))[0]?.error).toBe('expired_or_canceled_card')
    })
  })
})
