import { afterEach, expect } from 'vitest'
import { customers } from '../../server/db/schema/customers.ts'
import { payments, refunds } from '../../server/db/schema/payments.ts'
import { sandboxPayments, sandboxRefunds } from '../../server/db/schema/sandbox.ts'
import { sandboxWebhookSecret } from '../../server/outside/payments/create.ts'
import { writeNotification } from '../../server/outside/payments/notification.ts'
import { StripeProvider } from '../../server/outside/payments/stripe/adapter.ts'
import { failure, list, type StripeServer, startStripeServer } from '../server/providers/stripe-server.ts'
import { buildTestApp, type TestApp, testConfig, testStart } from './app.ts'
import type { Engine } from './database.ts'
import { insertCustomers, insertPayments } from './rows.ts'
import { type Browser, signIn } from './sign-in.ts'

/** 10,00 USD are 9,05 EUR, so parts do not divide evenly. */
export const whole = { amount: 1_000, finalAmount: 905, currency: 'usd' }

export const broughtBefore = 9_000
export type How = 'done' | 'pending' | 'unheard'
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
    async refundThere(requested, isPending) {
      const amount = Math.min(requested, whole.amount - ((await sandbox.payment('pi_1'))?.amountRefunded ?? 0))
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
    async refundThere(requested, isPending) {
      const amount = Math.min(requested, left())
      if (amount > 0) add({ amount, status: isPending ? 'pending' : 'succeeded', metadata: {} })
    },
    async end(place, failed) {
      const refund = made[place % Math.max(1, made.length)]
      if (refund && refund.status !== 'failed') refund.status = failed ? 'failed' : 'succeeded'
    },
    refunded: async () => sum(['succeeded']),
  }
}

/** A payment at a provider, where somebody else refunds it too. Call it in a `describe`. */
export function useRefundsElsewhere(engine: Engine) {
  const database = engine.use()
  let server: TestApp
  let browser: Browser
  let provider: Elsewhere
  let stripe: StripeServer | null = null
  /** Ids of the notifications sent so far. */
  let sent: string[] = []

  const orm = () => database.current.orm
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
  afterEach(close)

  return {
    get server() {
      return server
    },
    get browser() {
      return browser
    },
    get provider() {
      return provider
    },
    orm,
    start,
    tell,
    arrive,
    arriveAll,
    refund,
    books,
  }
}
