import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { refunds } from '../../server/db/schema/payments.ts'
import { sandboxRefunds } from '../../server/db/schema/sandbox.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import { buildTestApp, type TestApp } from './app.ts'
import type { Engine } from './database.ts'
import { insertCustomers } from './rows.ts'
import { type Browser, signIn, type TestStaff } from './sign-in.ts'

/** A server with a customer and a browser of role 2; each test starts without payments. Call it in a `describe`. */
export function useRefund(engine: Engine) {
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
    browser = await signIn(server, { rol: 2 })
    await insertCustomers(database.current, [{ totalRevenue: 100_000 }])
  })

  const refund = (body: object = {}, id = 1, by: Browser = browser) => by.send('PATCH', `/payments/${id}/refund`, body)
  const intents = () => database.current.orm.select().from(refunds).orderBy(asc(refunds.id))
  const audited = () => database.current.orm.select().from(auditLog).orderBy(asc(auditLog.id))
  const atProvider = async () => (await database.current.orm.select().from(sandboxRefunds)).map(({ amount }) => amount)
  const refusal = (statusCode: number, error: string, message: string, details?: object) => ({
    statusCode,
    error,
    message,
    ...(details ? { details } : {}),
  })

  return {
    database,
    get server() {
      return server
    },
    get browser() {
      return browser
    },
    refund,
    intents,
    audited,
    atProvider,
    refusal,
  }
}
