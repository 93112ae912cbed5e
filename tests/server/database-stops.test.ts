import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '../../server/db/connect.ts'
import { silentLog } from '../../server/process/log.ts'
import { buildTestApp, type TestApp } from '../support/app.ts'
import { copyDatabase } from '../support/database.ts'
import { statement } from '../support/postgres.ts'
import { insertCustomers } from '../support/rows.ts'
import { type Browser, signIn } from '../support/sign-in.ts'
import { openWire, type Wire } from '../support/wire.ts'

const ways = ['ends its sessions, as it does when it is stopped', 'is gone without a word, as when it crashes'] as const

describe.each(ways)('when PostgreSQL %s', (way) => {
  let copy: Awaited<ReturnType<typeof copyDatabase>>
  let database: Database
  let server: TestApp
  let browser: Browser
  let wire: Wire

  beforeAll(async () => {
    copy = await copyDatabase()
    wire = await openWire(copy.settings.databaseUrl ?? '')
    database = await openDatabase({ ...copy.settings, databaseUrl: wire.url }, silentLog)
    server = await buildTestApp(database)
    browser = await signIn(server)
    await insertCustomers(database, [{}, {}])
  })
  afterAll(async () => {
    await server.app.close()
    await database.close()
    wire.close()
    await copy.remove()
  })

  async function stop(): Promise<void> {
    if (way === ways[1]) {
      wire.break()
      return
    }
    // Sends SQLSTATE 57P01, then closes the connection.
    const name = new URL(copy.settings.databaseUrl ?? '').pathname.slice(1)
    // Waiting sessions first, so that none gets an answer because its blocker has ended.
    const sessions = `SELECT pid FROM pg_stat_activity WHERE datname = '${name}' ORDER BY coalesce(wait_event_type, '') = 'Lock' DESC`
    await statement(inject('postgres').url, `SELECT pg_terminate_backend(pid) FROM (${sessions} OFFSET 0) AS sessions`)
  }

  const waiting = () =>
    database.patient.pool.query<{ count: number }>("SELECT count(*) AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock'")

  test('in-flight reads and writes get a 503 with Retry-After, and the next request succeeds', async () => {
    const locker = await database.patient.pool.connect()
    locker.on('error', () => {
      // It is terminated with the others.
    })
    await locker.query('BEGIN')
    await locker.query('LOCK TABLE customers IN ACCESS EXCLUSIVE MODE')
    const inFlight = [
      ...Array.from({ length: 6 }, () => browser.get('/customers')),
      ...Array.from({ length: 4 }, () => browser.send('PATCH', '/customers/1/ban', { banned: true })),
    ]
    await expect.poll(async () => (await waiting()).rows[0]?.count).toBe(10)
    // These wait for one of the ten connections.
    const others = Array.from({ length: 10 }, () => browser.get('/customers/2'))
    await stop()
    locker.release(true)
    for (const reply of await Promise.all(inFlight)) {
      expect(reply.json()).toEqual({ statusCode: 503, error: 'service_unavailable', message: 'The database does not answer, try again.' })
      expect(reply.headers['retry-after']).toBe('1')
    }
    for (const { statusCode } of await Promise.all(others)) expect([200, 503]).toContain(statusCode)
    // Only the next call may notice a broken idle connection.
    await expect.poll(async () => (await browser.get('/customers/1')).json<object>()).toMatchObject({ banned: false })
  })

  test('a connection lost between two statements gives a 503 with Retry-After', async () => {
    // Holds the rows until the change waits for their lock. Once the lock is released, the change has no connection left.
    let reply: Promise<{ statusCode: number; headers: object }> | undefined
    await database.patient.orm
      .transaction(async (tx) => {
        await tx.execute(sql`SELECT 1 FROM customers WHERE id = 2 FOR UPDATE`)
        reply = browser.send('PATCH', '/customers/2/ban', { banned: true })
        await expect.poll(async () => (await waiting()).rows[0]?.count).toBe(1)
        await stop()
      })
      .catch(() => undefined)
    const { statusCode, headers } = (await reply) ?? { statusCode: 0, headers: {} }
    expect([statusCode, headers]).toEqual([503, expect.objectContaining({ 'retry-after': '1' })])
    // Only the next call may notice a broken idle connection.
    await expect.poll(async () => (await browser.get('/customers/2')).json<object>()).toMatchObject({ banned: false })
  })
})
