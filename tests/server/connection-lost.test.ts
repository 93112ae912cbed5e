import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '../../server/db/connect.ts'
import { silentLog } from '../../server/process/log.ts'
import { buildTestApp, type TestApp } from '../support/app.ts'
import { copyDatabase, directAddress } from '../support/database.ts'
import { statement } from '../support/postgres.ts'
import { insertCustomers } from '../support/rows.ts'
import { type Browser, signIn } from '../support/sign-in.ts'
import { type Cut, openWire, type Wire } from '../support/wire.ts'

/** A statement may run this long, in milliseconds, and an open transaction may idle as long. */
const deadlineMs = 400

let copy: Awaited<ReturnType<typeof copyDatabase>>
let wire: Wire
let database: Database
/** Not through the wire, and under another name than the server's connections. */
let direct: pg.Client
let server: TestApp
let browser: Browser

beforeAll(async () => {
  copy = await copyDatabase()
  wire = await openWire(copy.settings.databaseUrl ?? '')
  direct = new pg.Client({ connectionString: directAddress(copy.settings) })
  await direct.connect()
  database = await openDatabase({ ...copy.settings, databaseUrl: wire.url }, silentLog, { deadlineMs, idleInTransactionMs: deadlineMs })
  server = await buildTestApp(database)
  browser = await signIn(server)
  await insertCustomers(database, [{}])
})
afterAll(async () => {
  await server.app.close()
  await database.close()
  await direct.end()
  wire.close()
  await copy.remove()
})

/** Whether the customer is banned, and how often that was changed. */
async function state(): Promise<{ banned: boolean; changes: number }> {
  const { rows } = await direct.query<{ banned: boolean; changes: number }>(
    'SELECT banned, (SELECT count(*) FROM audit_log WHERE target_id = 1) AS changes FROM customers WHERE id = 1',
  )
  if (!rows[0]) throw new Error('the customer is gone')
  return rows[0]
}

/** Sends SQLSTATE 57P01 to all sessions, then closes them. */
const endSessions = () =>
  void statement(
    inject('postgres').url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${new URL(wire.url).pathname.slice(1)}' AND application_name = 'quaydesk'`,
  )

const cuts: readonly [string, Cut][] = [
  ['breaks before the database has it', 'before'],
  ['breaks before its reply', 'after'],
  ['goes silent', 'silent'],
  ['is ended by the database', endSessions],
]

test.each(cuts)(
  'if the connection of a change %s, at any message, the change answers and is made once or not at all',
  { timeout: 60_000 },
  async (_, how) => {
    let points = 0
    for (; ; points += 1) {
      await expect.poll(async () => (await browser.get('/customers/1')).statusCode).toBe(200)
      const before = await state()
      wire.cutAt(points, how)
      const { statusCode } = await browser.send('PATCH', '/customers/1/ban', { banned: !before.banned })
      if (statusCode === 200 && !wire.isCut()) break
      const after = await state()
      expect([200, 503]).toContain(statusCode)
      expect(statusCode === 503 || after.banned !== before.banned).toBe(true)
      expect(after.changes - before.changes).toBe(after.banned === before.banned ? 0 : 1)
    }
    expect(points).toBeGreaterThan(5)
  },
)
