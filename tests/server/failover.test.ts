import { setImmediate } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '../../server/db/connect.ts'
import { customerNotes } from '../../server/db/schema/customer-records.ts'
import { customers } from '../../server/db/schema/customers.ts'
import { payments, refunds } from '../../server/db/schema/payments.ts'
import { sandboxRefunds } from '../../server/db/schema/sandbox.ts'
import { SandboxProvider } from '../../server/outside/payments/sandbox/sandbox.ts'
import { silentLog } from '../../server/process/log.ts'
import { settleRefunds } from '../../server/resources/payments/settling.ts'
import { buildTestApp, type TestApp, testStart } from '../support/app.ts'
import { copyDatabase } from '../support/database.ts'
import { openStream } from '../support/live.ts'
import { openReplicas, type Replicas } from '../support/replicas.ts'
import { insertCustomers, insertPayments } from '../support/rows.ts'
import { type Browser, openBrowser, signIn } from '../support/sign-in.ts'
import { openWire } from '../support/wire.ts'

let replicas: Replicas
/** The payment provider's own data, which our failures do not affect. */
let books: { database: Database; remove: () => Promise<void> }
let databases: Database[]
let servers: TestApp[]

const paymentCount = 400

beforeAll(async () => {
  const copied = copyDatabase().then(async ({ settings, remove }) => ({ database: await openDatabase(settings, silentLog), remove }))
  ;[replicas, books] = await Promise.all([openReplicas(), copied])
  const settings = { databaseUrl: `${replicas.either}?target_session_attrs=read-write`, dataDir: '' }
  databases = await Promise.all([openDatabase(settings, silentLog), openDatabase(settings, silentLog)])
  const provider = new SandboxProvider({ database: books.database, now: () => testStart, webhookSecret: 'unused', dashboardUrl: '' })
  servers = await Promise.all(databases.map((database) => buildTestApp(database, {}, { payments: provider })))
  const rows = Array.from({ length: paymentCount }, () => ({}))
  for (const database of [databases[0] as Database, books.database]) {
    await insertCustomers(database, [{ totalRevenue: 10_000_000 }, {}, {}])
    await insertPayments(database, rows)
  }
})
afterAll(async () => {
  await Promise.all(servers.map(({ app }) => app.close()))
  await Promise.all(databases.map((database) => database.close()))
  await books.database.close()
  await Promise.all([replicas.stop(), books.remove()])
})

test('failover from a primary killed under load loses no acknowledged write and duplicates no refund', async () => {
  const first = servers[0] as TestApp
  const signedIn = await signIn(first, { rol: 2 })
  const browsers = servers.map((server) => {
    const browser = openBrowser(server)
    for (const [name, value] of signedIn.cookies) browser.cookies.set(name, value)
    return browser
  })
  const streams = await Promise.all(servers.map((server, index) => openStream(server, browsers[index] as Browser)))

  let isOver = false
  const replies = new Map<number, number>()
  const strange: string[] = []
  /** Whether the call was acknowledged. Any status other than 200, or a 503 that asks for a retry, is a fault. */
  const call = async (browser: Browser, method: 'PATCH', path: string, body: object) => {
    const { statusCode, headers, body: text } = await browser.send(method, path, body)
    replies.set(statusCode, (replies.get(statusCode) ?? 0) + 1)
    const isToldToWait = statusCode === 503 && Number(headers['retry-after']) >= 1 && text.includes('service_unavailable')
    if (statusCode !== 200 && !isToldToWait) strange.push(`${method} ${path}: ${statusCode} ${text}`)
    await setImmediate()
    return statusCode === 200
  }
  const notes = new Map<number, { acknowledged: string | null; tried: string }>()
  const writeNotes = async (browser: Browser, customer: number) => {
    let acknowledged: string | null = null
    for (let count = 0; !isOver; count += 1) {
      const tried = `note ${count}`
      if (await call(browser, 'PATCH', `/customers/${customer}/note`, { text: tried })) acknowledged = tried
      notes.set(customer, { acknowledged, tried })
    }
  }
  const refunded = new Set<number>()
  let nextPayment = 1
  /** Every second refund is retried until it is acknowledged, as a person would do. For the others, the first answer is final. */
  const refund = async (browser: Browser) => {
    while (!isOver && nextPayment <= paymentCount) {
      const id = nextPayment++
      const order = { amount: 1_000, ...(id % 2 === 0 ? { idempotencyKey: `refund-${id}` } : {}) }
      do if (await call(browser, 'PATCH', `/payments/${id}/refund`, order)) refunded.add(id)
      while (id % 2 === 0 && !refunded.has(id) && !isOver)
    }
  }
  const [one, two] = browsers as [Browser, Browser]
  const working = Promise.all([writeNotes(one, 2), writeNotes(two, 3), refund(one), refund(two), refund(two)])
  const seen = (status: number) => replies.get(status) ?? 0
  await expect.poll(() => refunded.size).toBeGreaterThan(20)

  await replicas.killPrimary()
  await expect.poll(() => seen(503)).toBeGreaterThan(10)
  const before = seen(200)
  await replicas.promote()
  const promotedAt = performance.now()
  await expect.poll(() => seen(200), { interval: 20 }).toBeGreaterThan(before + 10)
  expect(performance.now() - promotedAt).toBeLessThan(10_000)
  expect((await Promise.all(servers.map(({ app }) => app.inject('/readyz')))).map(({ statusCode }) => statusCode)).toEqual([200, 200])
  isOver = true
  await working
  expect(strange).toEqual([])

  // Streams report changes again, at the other server too.
  const { auditId } = (await one.send('PATCH', '/customers/1/ban', { banned: true })).json<{ auditId: number }>()
  await Promise.all(streams.map((stream) => stream.change({ type: 'customer', id: 1, auditId })))
  for (const stream of streams) stream.close()

  const { orm } = databases[0] as Database
  const stored = new Map((await orm.select().from(customerNotes)).map(({ userId, note }) => [userId, note]))
  for (const [customer, { acknowledged, tried }] of notes) expect([acknowledged, tried]).toContain(stored.get(customer))

  first.clock.advance(3600)
  await settleRefunds(first.context)
  const made = await books.database.orm.select().from(sandboxRefunds)
  const known = await orm.select().from(refunds)
  expect(new Set(made.map(({ intentId }) => intentId)).size).toBe(made.length)
  expect(known.filter(({ state }) => state === 'pending')).toEqual([])
  const succeeded = known.filter(({ state }) => state === 'succeeded')
  expect(succeeded.map(({ paymentId }) => `pi_${paymentId}`).sort()).toEqual(made.map(({ intentId }) => intentId).sort())
  const lost = [...refunded].filter((id) => !succeeded.some(({ paymentId }) => paymentId === id))
  expect(lost).toEqual([])
  const [customer] = await orm.select({ revenue: customers.totalRevenue }).from(customers).where(eq(customers.id, 1))
  expect(customer?.revenue).toBe(10_000_000 - 1_000 * made.length)
  const sums = await orm.select({ id: payments.id }).from(payments).where(eq(payments.amountRefunded, 1_000))
  expect(sums).toHaveLength(made.length)
})

test('ignores a former primary that comes back, because it lacks later writes', async () => {
  await replicas.reviveFormer()
  const database = await openDatabase({ databaseUrl: replicas.either, dataDir: '' }, silentLog)
  const { rows } = await database.pool.query('SELECT left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline')
  expect(rows).toEqual([{ timeline: '00000002' }])
  await database.close()
})

test('switches from an unresponsive primary to the promoted standby', async () => {
  const other = await openReplicas()
  onTestFinished(() => other.stop())
  const wire = await openWire(other.primary)
  onTestFinished(() => wire.close())
  const databaseUrl = other.either.replace(new URL(other.primary).host, new URL(wire.url).host)
  const database = await openDatabase({ databaseUrl, dataDir: '' }, silentLog)
  onTestFinished(() => database.close())
  const server = await buildTestApp(database)
  onTestFinished(() => server.app.close())
  const browser = await signIn(server)
  await insertCustomers(database, [{}])

  wire.mute()
  const hanging = browser.send('PATCH', '/customers/1/note', { text: 'nobody hears this' })
  await other.promote()
  const promotedAt = performance.now()
  expect((await hanging).statusCode).toBe(503)
  await expect.poll(async () => (await browser.send('PATCH', '/customers/1/note', { text: 'heard' })).statusCode).toBe(200)
  expect(performance.now() - promotedAt).toBeLessThan(10_000)
})
