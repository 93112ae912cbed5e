import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customers } from '../../server/db/schema/customers.ts'
import { payments, refunds } from '../../server/db/schema/payments.ts'
import { sandboxPayments, sandboxRefunds } from '../../server/db/schema/sandbox.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import { settleRefunds } from '../../server/resources/payments/settling.ts'
import { buildTestApp, type TestApp } from '../support/app.ts'
import { describeEngines } from '../support/database.ts'
import { insertCustomers, insertPayments } from '../support/rows.ts'
import { signIn } from '../support/sign-in.ts'

/** Reproducible random numbers from 0 to 1. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const attempts = 1_000

describeEngines('concurrent refunds', (engine) => {
  // The embedded database runs one transaction at a time, so there are no races, only waiting.
  const amounts = engine.kind === 'postgres' ? attempts : 60
  const database = engine.use()
  let server: TestApp

  beforeAll(async () => {
    server = await buildTestApp(database.current, {}, { timeoutMs: 3_000 })
  })
  afterAll(() => server.app.close())

  test(`keep ledger, revenue and provider in agreement over ${amounts} attempts with faults [R30 once]`, async () => {
    const random = seeded(20_260_615)
    const { orm } = database.current
    const made = [
      { currency: 'eur', amount: 40_000, finalAmount: 40_000 },
      { currency: 'usd', amount: 99_999, finalAmount: 91_234 },
      { currency: 'jpy', amount: 7_001, finalAmount: 4_207 },
      { currency: 'gbp', amount: 1_003, finalAmount: 1_187 },
      { currency: 'eur', amount: 250_000, finalAmount: 250_000, amountRefunded: 50_000, finalAmountRefunded: 50_000 },
    ]
    await insertCustomers(database.current, [{ totalRevenue: 1_000_000 }, { totalRevenue: 500_000 }])
    await insertPayments(
      database.current,
      made.map((payment, index) => ({ ...payment, userId: index < 3 ? 1 : 2 })),
    )
    const staff = await Promise.all(Array.from({ length: 6 }, () => signIn(server, { rol: 2 })))
    server.sandbox.faults.set([
      { operation: 'refund', kind: 'refuse', probability: 0.08, seed: 1 },
      { operation: 'refund', kind: 'lost-before', probability: 0.08, seed: 2 },
      { operation: 'refund', kind: 'lost-after', probability: 0.12, seed: 3 },
      { operation: 'refund', kind: 'late', probability: 0.15, seed: 4, delayMs: 20 },
      { operation: 'findRefund', kind: 'lost-before', probability: 0.1, seed: 5 },
    ])

    const order = (index: number) => {
      const payment = 1 + Math.floor(random() * made.length)
      const whole = made[payment - 1]?.amount ?? 0
      // Some share a key: most repeat the same order, others make a different one.
      const key = random() < 0.35 ? `shared-key-${payment}-${Math.floor(random() * 12)}` : `own-key-${index}`
      const shared = key.startsWith('shared') && random() < 0.8
      const amount = shared ? 1 + ((key.length * 7) % 90) : 1 + Math.floor(random() * (random() < 0.1 ? whole * 1.1 : whole / 60))
      return { payment, body: { idempotencyKey: key, ...(index > 0.9 * amounts && random() < 0.05 ? {} : { amount }) } }
    }
    const said = new Map<string, number>()
    const attempt = async (index: number) => {
      const { payment, body } = order(index)
      const by = staff[index % staff.length]
      const reply = await by?.send('PATCH', `/payments/${payment}/refund`, body)
      const answer = reply?.statusCode === 200 ? 'refunded' : (reply?.json<{ error: string }>().error ?? 'nothing')
      said.set(answer, (said.get(answer) ?? 0) + 1)
    }
    // One burst, then waves. Refunds of one payment exclude each other, so in a burst nearly all find another in progress.
    for (let from = 0, width = 0; from < amounts; from += width) {
      width = Math.min(from === 0 ? amounts / 4 : 15, amounts - from)
      await Promise.all(Array.from({ length: width }, (_, index) => attempt(from + index)))
      // The job runs on two servers at once. Sometimes enough time passes to settle orders that never arrived.
      server.clock.advance(random() < 0.3 ? 1_000 : 40)
      await Promise.all([settleRefunds(server.context), settleRefunds(server.context)])
    }

    const pending = () => orm.select({ id: refunds.id }).from(refunds).where(eq(refunds.state, 'pending'))
    for (let round = 0; round < 30 && (await pending()).length > 0; round += 1) {
      server.clock.advance(1_000)
      await Promise.all([settleRefunds(server.context), settleRefunds(server.context)])
    }
    expect(await pending()).toEqual([])

    const ledger = await orm.select().from(payments).orderBy(asc(payments.id))
    const intents = await orm.select().from(refunds)
    const succeeded = intents.filter(({ state }) => state === 'succeeded')
    const atProvider = await orm.select().from(sandboxRefunds)
    const books = await orm.select().from(sandboxPayments)
    const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
    for (const payment of ledger) {
      const before = made[payment.id - 1]
      const of = succeeded.filter(({ paymentId }) => paymentId === payment.id)
      const refunded = payment.amountRefunded - (before?.amountRefunded ?? 0)
      const finalRefunded = payment.finalAmountRefunded - (before?.finalAmountRefunded ?? 0)
      const there = atProvider.filter(({ intentId }) => intentId === payment.stripePaymentIntentId)
      expect(refunded).toBe(sum(of.map(({ amount }) => amount)))
      expect(finalRefunded).toBe(sum(of.map(({ finalAmount }) => finalAmount)))
      expect(refunded).toBe(sum(there.map(({ amount }) => amount)))
      expect(books.find(({ intentId }) => intentId === payment.stripePaymentIntentId)?.amountRefunded).toBe(payment.amountRefunded)
      expect(there.map(({ key }) => key).toSorted()).toEqual(of.map(({ idempotencyKey }) => idempotencyKey).toSorted())
      expect(payment.amountRefunded).toBeLessThanOrEqual(payment.amount)
      expect(payment.finalAmountRefunded).toBeLessThanOrEqual(payment.finalAmount)
      expect(payment.amountRefunded === payment.amount).toBe(payment.finalAmountRefunded === payment.finalAmount)
      expect(payment.version).toBe(1 + of.length)
    }
    const revenue = (await orm.select().from(customers).orderBy(asc(customers.id))).map(({ totalRevenue }) => totalRevenue)
    const lowered = (user: number) => {
      const ids = new Set(ledger.filter(({ userId }) => userId === user).map(({ id }) => id))
      return sum(succeeded.filter(({ paymentId }) => ids.has(paymentId)).map(({ finalAmount }) => finalAmount))
    }
    expect(revenue).toEqual([1_000_000 - lowered(1), 500_000 - lowered(2)])
    expect(await orm.select({ id: auditLog.id }).from(auditLog)).toHaveLength(succeeded.length)
    expect(new Set(intents.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(intents.length)

    // Races happened, every outcome occurred, and none was a server fault.
    expect(sum([...said.values()])).toBe(amounts)
    const outcomes = ['refunded', 'refund_in_progress', 'conflict', 'unprocessable', 'provider_refused', 'provider_timeout']
    expect([...said.keys()]).toEqual(expect.arrayContaining(engine.kind === 'postgres' ? outcomes : outcomes.slice(0, 2)))
    expect(said.has('server_error')).toBe(false)
    expect(succeeded.length).toBeGreaterThan(engine.kind === 'postgres' ? 50 : 3)
  })
})
