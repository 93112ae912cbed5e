import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { customers } from '../../server/db/schema/customers.ts'
import { payments, refunds } from '../../server/db/schema/payments.ts'
import { sandboxPayments, sandboxRefunds } from '../../server/db/schema/sandbox.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import { checkFigures } from '../../server/operate/figures/check.ts'
import { sandboxWebhookSecret } from '../../server/outside/payments/create.ts'
import { writeNotification } from '../../server/outside/payments/notification.ts'
import { StripeProvider } from '../../server/outside/payments/stripe/adapter.ts'
import { refreshFigures } from '../../server/resources/figures/refresh.ts'
import { settleRefunds } from '../../server/resources/payments/settling.ts'
import { buildTestApp, type TestApp, testConfig, testStart } from '../support/app.ts'
import { describeEngines } from '../support/database.ts'
import { insertCustomers, insertPayments } from '../support/rows.ts'
import { type Browser, signIn } from '../support/sign-in.ts'
import { failure, list, type StripeServer, startStripeServer } from './providers/stripe-server.ts'

/** 10,00 USD are 9,05 EUR, so parts do not divide evenly. */
const whole = { amount: 1_000, finalAmount: 905, currency: 'usd' }
const broughtBefore = 9_000

type How = 'done' | 'pending' | 'unheard'

/** A provider with one succeeded payment, where refunds can happen without us. */
interface Elsewhere {
  secret: string
  /** Decides the outcome of our next refund. */
  befall(how: How): void
  /** Makes a refund at the provider, capped at what is left. */
  refundThere(amount: number, isPending: boolean): Promise<void>
  /** Ends a refund: it fails, or succeeds if it is pending. */
  end(place: number, failed: boolean): Promise<void>
  /** How much of the payment is refunded, in minor units. */
  refunded(): Promise<number>
}

/** The embedded provider, with its own notifications turned off. */
async function embedded({ sandbox, context }: TestApp): Promise<Elsewhere> {
  const { orm } = context.database
  sandbox.deliver = null
  await sandbox.payment('pi_1')
  await orm.update(sandboxPayments).set({ status: 'succeeded', invoiceStatus: 'paid', confirmedAt: testStart })
  const all = () => orm.select().from(sandboxRefunds).orderBy(sandboxRefunds.createdAt, sandboxRefunds.id)
  const pending = { operation: 'refund', kind: 'pending', delayMs: 3_600_000, times: 1 } as const
  const befall = (how: How) => {
    const unheard = { operation: 'refund', kind: 'lost-after', times: 1 } as const
    sandbox.faults.set(how === 'done' ? [] : [how === 'pending' ? pending : unheard])
  }
  let made = 0
  return {
    secret: sandboxWebhookSecret(testConfig),
    befall,
    async refundThere(asked, isPending) {
      const amount = Math.min(asked, whole.amount - ((await sandbox.payment('pi_1'))?.amountRefunded ?? 0))
      if (amount === 0) return
      befall(isPending ? 'pending' : 'done')
      made += 1
      await sandbox.refund({ intentId: 'pi_1', amount, currency: 'usd', key: `made-there-${made}`, reason: null })
    },
    async end(place, failed) {
      const rows = await all()
      await sandbox.endRefund(rows[place % Math.max(1, rows.length)]?.id ?? '', failed ? 'The account is closed.' : null)
    },
    refunded: async () => (await all()).filter(({ status }) => status === 'succeeded').reduce((sum, { amount }) => sum + amount, 0),
  }
}

interface StripeRefund {
  id: string
  object: 'refund'
  amount: number
  currency: string
  status: string
  created: number
  metadata: Record<string, string>
}

/** Stripe, as far as these tests need it. */
function atStripe(stripe: StripeServer): Elsewhere {
  const made: StripeRefund[] = []
  const sum = (statuses: string[]) => made.reduce((total, { amount, status }) => total + (statuses.includes(status) ? amount : 0), 0)
  const left = () => whole.amount - sum(['pending', 'succeeded'])
  const add = (refund: Pick<StripeRefund, 'amount' | 'status' | 'metadata'>): StripeRefund => {
    const added = { id: `re_${made.length + 1}`, object: 'refund', currency: 'usd', created: testStart - 86_400, ...refund } as const
    made.push(added)
    return added
  }
  let next: How = 'done'
  stripe.on('GET /v1/payment_intents/pi_1', () => {
    const charge = { id: 'ch_1', object: 'charge', amount_refunded: whole.amount - left(), created: testStart }
    return {
      body: { id: 'pi_1', object: 'payment_intent', status: 'succeeded', currency: 'usd', created: testStart, latest_charge: charge },
    }
  })
  stripe.on('GET /v1/invoice_payments', { body: list({ id: 'inpay_1', invoice: { id: 'in_1', status: 'paid' } }) })
  stripe.on('GET /v1/disputes', { body: list() })
  stripe.on('GET /v1/radar/early_fraud_warnings', { body: list() })
  stripe.on('GET /v1/refunds', () => ({ body: list(...made) }))
  stripe.on('POST /v1/refunds', ({ parameters, idempotencyKey = '' }) => {
    const amount = Number(parameters['amount'])
    const former = made.find(({ metadata }) => metadata['idempotency_key'] === idempotencyKey)
    if (former) return { body: former }
    if (amount > left()) return failure(400, { type: 'invalid_request_error', message: 'That is more than what is left.' })
    const refund = add({ amount, status: next === 'pending' ? 'pending' : 'succeeded', metadata: { idempotency_key: idempotencyKey } })
    return next === 'unheard' ? 'hang up' : { body: refund }
  })
  return {
    secret: 'whsec_1',
    befall(how) {
      next = how
    },
    async refundThere(asked, isPending) {
      const amount = Math.min(asked, left())
      if (amount > 0) add({ amount, status: isPending ? 'pending' : 'succeeded', metadata: {} })
    },
    async end(place, failed) {
      const refund = made[place % Math.max(1, made.length)]
      if (refund && refund.status !== 'failed') refund.status = failed ? 'failed' : 'succeeded'
    },
    refunded: async () => sum(['succeeded']),
  }
}

type Step =
  | { what: 'ours'; amount: number; how: How; meanwhile: number[] }
  | { what: 'there'; amount: number; isPending: boolean }
  | { what: 'end'; place: number; failed: boolean }
  | { what: 'arrive'; places: number[] }
  | { what: 'settle' }

const amount = fc.integer({ min: 1, max: 700 })
const place = fc.nat({ max: 9 })
const places = fc.array(place, { minLength: 1, maxLength: 4 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    what: fc.constant('ours' as const),
    amount,
    how: fc.constantFrom('done' as const, 'done' as const, 'pending' as const, 'unheard' as const),
    meanwhile: fc.array(place, { maxLength: 2 }),
  }),
  fc.record({ what: fc.constant('there' as const), amount, isPending: fc.boolean() }),
  fc.record({ what: fc.constant('end' as const), place, failed: fc.boolean() }),
  fc.record({ what: fc.constant('arrive' as const), places }),
  fc.record({ what: fc.constant('settle' as const) }),
)

describeEngines('refunds that are made at the provider', (engine) => {
  const database = engine.use()
  let server: TestApp
  let browser: Browser
  let provider: Elsewhere
  let stripe: StripeServer | null = null
  const orm = () => database.current.orm
  /** Ids of the notifications sent so far. */
  let sent: string[] = []

  const start = async (kind: 'sandbox' | 'stripe', isKnownToBePaid = true) => {
    await close()
    await database.empty()
    sent = []
    if (kind === 'stripe') stripe = await startStripeServer()
    const options = { secretKey: 'sk_test_1234', webhookSecret: 'whsec_1', apiUrl: stripe?.url ?? '', dashboardUrl: 'https://d.example' }
    server = await buildTestApp(database.current, {}, stripe ? { payments: new StripeProvider(options) } : {})
    browser = await signIn(server, { rol: 2 })
    await insertCustomers(database.current, [{ totalRevenue: broughtBefore + (isKnownToBePaid ? whole.finalAmount : 0), country: 'es' }])
    const open = { stripePaymentIntentStatus: 'processing', stripeInvoiceStatus: 'open', status: 'pending' }
    await insertPayments(database.current, [
      { ...whole, country: 'es', createdAt: testStart - 100, ...(isKnownToBePaid ? { confirmedAt: testStart } : open) },
    ])
    provider = stripe ? atStripe(stripe) : await embedded(server)
  }
  const close = async () => {
    await server?.app.close()
    await stripe?.close()
    stripe = null
  }
  afterEach(close)

  const deliver = (id: string) => {
    const about = { object: 'payment_intent', id: 'pi_1' } as const
    const { body, signature } = writeNotification({ id, type: 'charge.refunded', at: server.clock.now(), about }, provider.secret)
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    return server.app.inject({ method: 'POST', url: '/webhooks/payments', headers, payload: body })
  }
  const tell = () => void sent.push(`evt_${sent.length + 1}`)
  const arrive = (which: number[]) =>
    Promise.all(which.flatMap((index) => (sent.length === 0 ? [] : [deliver(sent[index % sent.length] ?? '')])))
  /** Delivers everything that was sent, and repeats what was refused. */
  const arriveAll = async () => {
    for (const id of sent) await expect.poll(async () => (await deliver(id)).statusCode).toBe(200)
  }
  const refund = (body: object) => browser.send('PATCH', '/payments/1/refund', body)

  const take = async (what: Step): Promise<void> => {
    if (what.what === 'arrive') {
      const replies = await arrive(what.places)
      expect(replies.every(({ statusCode }) => statusCode === 200 || statusCode === 503)).toBe(true)
      return
    }
    if (what.what === 'settle') {
      server.clock.advance(31)
      await settleRefunds(server.context)
      return
    }
    if (what.what === 'there') await provider.refundThere(what.amount, what.isPending)
    else if (what.what === 'end') await provider.end(what.place, what.failed)
    else {
      provider.befall(what.how)
      const [reply] = await Promise.all([refund({ amount: what.amount }), arrive(what.meanwhile)])
      expect(reply.statusCode).not.toBe(500)
      provider.befall('done')
    }
    tell()
  }

  const books = async () => {
    const [payment] = await orm().select().from(payments)
    const [customer] = await orm().select().from(customers)
    const rows = await orm().select().from(refunds).orderBy(refunds.id)
    const done = rows.filter(({ state }) => state === 'succeeded')
    return {
      refunded: payment?.amountRefunded,
      final: payment?.finalAmountRefunded,
      revenue: customer?.totalRevenue,
      rows: done.reduce((sum, row) => sum + row.amount, 0),
      finalRows: done.reduce((sum, row) => sum + row.finalAmount, 0),
      ids: rows.flatMap(({ providerRefundId }) => (providerRefundId === null ? [] : [providerRefundId])),
    }
  }

  // The embedded database serves one connection at a time, so there are no races. It is mostly used with the embedded provider.
  test.each(engine.testsShared ? (['sandbox', 'stripe'] as const) : (['sandbox'] as const))(
    'keep both sides equal in any event sequence: %s',
    async (kind) => {
      await fc.assert(
        fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 3, maxLength: 14 }), async (isKnown, steps) => {
          await start(kind, isKnown)
          if (!isKnown) tell()
          for (const what of steps) await take(what)
          await arriveAll()
          const { refunded = -1, final = -1, revenue, rows, finalRows, ids } = await books()
          expect([refunded, rows]).toEqual([await provider.refunded(), refunded])
          expect(finalRows).toBe(final)
          if (refunded === 0 || refunded === whole.amount) expect(final).toBe(refunded === 0 ? 0 : whole.finalAmount)
          // Without a notification, we do not know that the payment is paid.
          expect(revenue).toBe(broughtBefore + whole.finalAmount - final)
          expect(new Set(ids).size).toBe(ids.length)
          expect((await checkFigures(orm())).differences).toEqual([])
        }),
        { numRuns: engine.kind === 'embedded' ? 8 : 25, endOnFailure: true },
      )
    },
    240_000,
  )

  if (!engine.testsShared) return

  describe('known cases', () => {
    beforeEach(() => start('stripe'))

    test('get a row dated when they were made, count in the figures, and show once on the timeline', async () => {
      await provider.refundThere(400, false)
      tell()
      await arriveAll()
      await arriveAll()
      expect(await orm().select().from(refunds)).toMatchObject([
        { amount: 400, finalAmount: 362, state: 'succeeded', providerRefundId: 're_1', settledAt: testStart - 86_400, staffId: null },
      ])
      const audited = await orm().select().from(auditLog).where(eq(auditLog.targetType, 'payment'))
      expect(audited).toMatchObject([
        { action: 'payment.refund', actorEmail: 'payment provider', after: { amountRefunded: 400, finalAmountRefunded: 362, userId: 1 } },
      ])
      await refreshFigures(orm())
      const stats = await (await signIn(server)).get(`/stats/general-stats?from=${testStart - 86_400}&to=${testStart - 86_400}`)
      expect(stats.json()).toMatchObject({ refunds: 1, refundTotal: 362 })
      const line = (await browser.get('/customers/1/timeline')).json<{ rows: { kind: string }[] }>()
      expect(line.rows.filter(({ kind }) => kind === 'refund' || kind === 'staff')).toMatchObject([
        { kind: 'refund', what: 'succeeded', detail: 'Made at the payment provider', amount: 400, actor: 'payment provider' },
      ])
    })

    test('do not count while pending and do not block our own refunds', async () => {
      await provider.refundThere(300, true)
      tell()
      await arriveAll()
      expect(await books()).toMatchObject({ refunded: 0, ids: [] })
      expect((await refund({ amount: 200 })).statusCode).toBe(200)
      tell()
      await provider.end(0, false)
      tell()
      await arriveAll()
      expect(await books()).toMatchObject({ refunded: 500, rows: 500, final: 453, finalRows: 453 })
    })

    test('are not counted twice if the total included them before they had rows', async () => {
      await provider.refundThere(400, false)
      await provider.refundThere(100, false)
      await orm().update(payments).set({ amountRefunded: 400, finalAmountRefunded: 362, refundCurrency: 'usd' })
      await orm()
        .update(customers)
        .set({ totalRevenue: broughtBefore + whole.finalAmount - 362 })
      tell()
      await arriveAll()
      expect(await books()).toMatchObject({ refunded: 500, final: 453, rows: 500, finalRows: 453, revenue: broughtBefore + 905 - 453 })
    })

    test('keep the account-currency amount if one fails and is remade before any notification', async () => {
      await provider.refundThere(1000, false)
      tell()
      await arriveAll()
      const { final } = await books()
      await provider.end(0, true)
      await provider.refundThere(1000, false)
      tell()
      await arriveAll()
      expect(await books()).toMatchObject({ refunded: 1000, rows: 1000, final, finalRows: final, revenue: broughtBefore })
    })

    test('are reversed once when they fail later, and stay reversed', async () => {
      await provider.refundThere(400, false)
      tell()
      await arriveAll()
      await provider.end(0, true)
      tell()
      tell()
      await Promise.all([arrive([1, 2, 1, 2]), arriveAll()])
      expect(await books()).toMatchObject({ refunded: 0, final: 0, rows: 0, revenue: broughtBefore + 905 })
      const taken = and(eq(auditLog.targetType, 'payment'), eq(auditLog.action, 'payment.refund-failed'))
      expect(await orm().$count(auditLog, taken)).toBe(1)
    })
  })
})
