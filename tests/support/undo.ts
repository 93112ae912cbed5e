import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { customers } from '../../server/db/schema/customers.ts'
import { auditLog, staff } from '../../server/db/schema/staff.ts'
import { buildTestApp, type TestApp } from './app.ts'
import type { Engine } from './database.ts'
import { insertCustomers } from './rows.ts'
import { type Browser, signIn, type TestStaff } from './sign-in.ts'

/** A server with two customers and a browser of role 2, anew for each test. Call it in a `describe`. */
export function useUndo(engine: Engine) {
  const database = engine.use()
  let server: TestApp
  let browser: Browser & { staff: TestStaff }
  let start: number

  beforeAll(async () => {
    server = await buildTestApp(database.current)
  })
  afterAll(() => server.app.close())
  beforeEach(async () => {
    for (const table of [auditLog, customers, staff]) await database.current.orm.delete(table)
    start = server.clock.now()
    browser = await signIn(server, { rol: 2 })
    await insertCustomers(database.current, [
      { firstName: 'Ana', lastName: 'López' },
      { firstName: '', lastName: '', email: 'bo@example.com' },
    ])
  })

  const ban = async (id: number, banned = true, by: Browser = browser) =>
    (await by.send('PATCH', `/customers/${id}/ban`, { banned })).json<{ auditId: number }>().auditId
  const undo = (body: object = {}, by: Browser = browser) => by.send('POST', '/undo', body)
  const banned = async () => (await database.current.orm.select().from(customers).orderBy(asc(customers.id))).map((row) => row.banned)
  const refusal = (message: string) => ({ statusCode: 409, error: 'nothing_to_undo', message })

  return {
    database,
    get server() {
      return server
    },
    get browser() {
      return browser
    },
    get start() {
      return start
    },
    ban,
    undo,
    banned,
    refusal,
  }
}
