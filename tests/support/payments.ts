import { afterAll, beforeAll, beforeEach } from 'vitest'
import { buildTestApp, type TestApp } from './app.ts'
import type { Engine } from './database.ts'
import { insertCustomers } from './rows.ts'
import { type Browser, signIn, type TestStaff } from './sign-in.ts'

/** A server with two customers and a browser of role 1; each test starts without payments. Call it in a `describe`. */
export function usePayments(engine: Engine) {
  const database = engine.use()
  let server: TestApp
  let browser: Browser & { staff: TestStaff }

  beforeAll(async () => {
    server = await buildTestApp(database.current)
  })
  afterAll(() => server.app.close())
  beforeEach(async () => {
    await database.empty()
    server.sandbox.faults.clear()
    browser = await signIn(server, { rol: 1 })
    await insertCustomers(database.current, [{ totalRevenue: 100_000 }, {}])
  })

  return {
    database,
    get server() {
      return server
    },
    get browser() {
      return browser
    },
  }
}
