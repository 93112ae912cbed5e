import { beforeEach, expect } from 'vitest'
import { readChanges, readNow } from '../../server/resources/live/read.ts'
import type { Engine } from './database.ts'
import { insertCustomers, insertInvoices, insertPayments, insertQrs } from './rows.ts'

/** An empty log of changes for each test. Call it in a `describe`. */
export function useLiveLog(engine: Engine) {
  const database = engine.use()

  beforeEach(async () => {
    await database.empty()
    await insertCustomers(database.current, [{}, {}, { subscriptionStatus: 'active' }])
    await insertQrs(database.current, [{ id: 4, userId: 3 }])
    await insertPayments(database.current, [{ id: 5, userId: 3 }])
    await insertInvoices(database.current, [{ id: 6, userId: 3 }])
    await database.current.pool.query(`
      INSERT INTO outbox (id, event, record_type, record_id, audit_id, at) VALUES (1, 'customer.banned', 'customer', 1, 1, 1)`)
    await database.current.pool.query(`INSERT INTO webhook_endpoints (id, url, secret, events, created_at) VALUES (1, 'x', 'x', '{}', 1)`)
  })

  /** The changes reported for a statement. */
  async function loggedBy(statement: string | (() => Promise<unknown>)) {
    const { orm, pool } = database.current
    const before = await readNow(orm)
    await (typeof statement === 'string' ? pool.query(statement) : statement())
    const { changes, behind } = await readChanges(orm, before)
    expect(behind).toBe(false)
    return changes.map(({ change: { type, id, customerId, version } }) => ({ type, id, customerId, version }))
  }

  return {
    database,
    loggedBy,
  }
}
