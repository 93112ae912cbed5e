import { asc } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { refunds } from '../../server/db/schema/payments.ts'
import { sandboxRefunds } from '../../server/db/schema/sandbox.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import type { Engine } from './database.ts'
import { insertCustomers } from './rows.ts'
import { useServer } from './server.ts'
import type { Browser } from './sign-in.ts'

/** A server with a customer and a browser of role 2; each test starts without payments. Call it in a `describe`. */
export function useRefund(engine: Engine) {
  const { database, server, browser } = useServer(engine, { rol: 2, emptied: true })

  beforeEach(async () => {
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
    server,
    browser,
    refund,
    intents,
    audited,
    atProvider,
    refusal,
  }
}
