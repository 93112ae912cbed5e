import { asc } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { customers } from '../../server/db/schema/customers.ts'
import type { Engine } from './database.ts'
import { insertCustomers } from './rows.ts'
import { useServer } from './server.ts'
import type { Browser } from './sign-in.ts'

/** A server with two customers and a browser of role 2, anew for each test. Call it in a `describe`. */
export function useUndo(engine: Engine) {
  const { database, server, browser } = useServer(engine, { rol: 2, emptied: true })
  let start: number

  beforeEach(() => {
    start = server.clock.now()
  })
  beforeEach(async () => {
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
    server,
    browser,
    get start() {
      return start
    },
    ban,
    undo,
    banned,
    refusal,
  }
}
