import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '../../server/db/connect.ts'
import { silentLog } from '../../server/process/log.ts'
import { buildTestApp, type TestApp, testStart } from '../support/app.ts'
import { startPooler } from '../support/pooler.ts'
import { openReplicas, type Replicas } from '../support/replicas.ts'
import { insertCustomers, insertInvoices } from '../support/rows.ts'
import { type Browser, openBrowser, signIn } from '../support/sign-in.ts'

let replicas: Replicas
/** Observes the queries on the standby. */
let watcher: pg.Client
let databases: Database[]
let servers: TestApp[]
const poolers: Awaited<ReturnType<typeof startPooler>>[] = []
/** One person at both servers, and a colleague at the second. */
let browsers: { here: Browser; there: Browser; colleague: Browser }

beforeAll(async () => {
  replicas = await openReplicas()
  watcher = new pg.Client({ connectionString: replicas.standby })
  await watcher.connect()
  watcher.on('error', () => undefined)
  const settings = { ...(await addresses()), databaseReadLagMs: 5_000, dataDir: '' }
  const impatient = { ...settings, databaseReadLagMs: 100 }
  databases = await Promise.all([openDatabase(impatient, silentLog), openDatabase(impatient, silentLog), openDatabase(settings, silentLog)])
  servers = await Promise.all(databases.map((database) => buildTestApp(database)))
  const [here, there] = servers as [TestApp, TestApp]
  const person = await signIn(here)
  const same = openBrowser(there)
  for (const [name, value] of person.cookies) same.cookies.set(name, value)
  browsers = { here: person, there: same, colleague: await signIn(there) }
  await insertCustomers(databases[0] as Database, [{ lastName: 'Before' }, {}])
  await insertInvoices(databases[0] as Database, [{}])
})
/** The settings that lead there: with `npm run test:pooled` through a pooler before each of the two. */
async function addresses() {
  if (inject('poolerPort') === null) return { databaseUrl: replicas.primary, databaseReadUrl: replicas.standby }
  const through = async (address: string) => {
    const pooler = await startPooler(address)
    poolers.push(pooler)
    const url = new URL(address)
    url.port = String(pooler.port)
    return url.href
  }
  return {
    databaseUrl: await through(replicas.primary),
    databaseDirectUrl: replicas.primary,
    databaseReadUrl: await through(replicas.standby),
  }
}

afterAll(async () => {
  await Promise.all(servers.map(({ app }) => app.close()))
  await Promise.all(databases.map((database) => database.close()))
  await watcher.end()
  await Promise.all(poolers.map((pooler) => pooler.stop()))
  await replicas.stop()
})

/** Whether the standby received a query like this while `work` ran. */
async function standbyReads(pattern: string, work: () => Promise<unknown>): Promise<boolean> {
  const { rows } = await watcher.query<{ now: string }>('SELECT clock_timestamp()::text AS now')
  await work()
  const seen = await watcher.query(
    'SELECT FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND query_start > $1::timestamptz AND query ILIKE $2',
    [rows[0]?.now, pattern],
  )
  return seen.rowCount !== 0
}

const lastNames = async (browser: Browser) => {
  const { rows } = (await browser.get('/customers?sort=id&sortDirection=asc')).json<{ rows: { fullName: string }[] }>()
  return rows.map(({ fullName }) => fullName)
}
const rename = (lastName: string) => (databases[0] as Database).pool.query('UPDATE customers SET last_name = $1 WHERE id = 1', [lastName])
/** On a busy machine, the standby may be skipped for a moment. */
const isUsedAgain = async () => {
  await expect.poll(() => standbyReads('%from "customers"%', () => lastNames(browsers.here))).toBe(true)
}

test('lists, dashboards, exports and reports read from the standby, a single record from the primary', async () => {
  await isUsedAgain()
  const patient = servers[2] as TestApp
  const { cookies } = browsers.here
  const browser = openBrowser(patient)
  for (const [name, value] of cookies) browser.cookies.set(name, value)
  const range = `from=${testStart - 86_400}&to=${testStart}`
  const asked: [string, string][] = [
    ['/customers?sort=email', '%from "customers"%'],
    [`/stats/general-stats?${range}`, 'commit'],
    ['/exports/customers', '%from "customers"%'],
    [`/invoices/csv-data?${range}`, '%from "invoices"%'],
  ]
  for (const [path, query] of asked) {
    const isRead = await standbyReads(query, async () => {
      const reply = await browser.get(path)
      expect([path, reply.statusCode]).toEqual([path, 200])
    })
    expect([path, isRead]).toEqual([path, true])
  }
  expect(await standbyReads('%customers%', () => browser.get('/customers/1'))).toBe(false)
})

test('a lagging standby is skipped by every server so that writes show, and used again once it catches up', async () => {
  await isUsedAgain()
  await replicas.pauseReplay()
  expect((await browsers.here.send('PATCH', '/customers/2/ban', { banned: true })).statusCode).toBe(200)
  await rename('During')
  for (const browser of Object.values(browsers)) expect((await lastNames(browser))[0]).toBe('Ana During')
  const { rows } = await watcher.query('SELECT last_name FROM customers WHERE id = 1')
  expect(rows).toEqual([{ last_name: 'Before' }])
  // The standby is skipped now, so nobody waits for it. Only the servers ask it, once a second, whether it has caught up.
  await expect.poll(() => standbyReads('%', () => lastNames(browsers.here))).toBe(false)
  await replicas.resumeReplay()
  await isUsedAgain()
  expect((await lastNames(browsers.here))[0]).toBe('Ana During')
})

test('reads keep working after the standby stops', async () => {
  await isUsedAgain()
  await replicas.stopStandby()

  await expect.poll(async () => (await browsers.here.get('/customers')).statusCode).toBe(200)
  for (const browser of Object.values(browsers)) expect((await browser.get('/customers')).statusCode).toBe(200)
})
