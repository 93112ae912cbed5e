import { beforeEach } from 'vitest'
import type { Engine } from './database.ts'
import { insertCustomers } from './rows.ts'
import { useServer } from './server.ts'

/** A server with two customers and a browser of role 1; each test starts without payments. Call it in a `describe`. */
export function usePayments(engine: Engine) {
  const { database, server, browser } = useServer(engine, { emptied: true })

  beforeEach(async () => {
    await insertCustomers(database.current, [{ totalRevenue: 100_000 }, {}])
  })

  return {
    database,
    server,
    browser,
  }
}
