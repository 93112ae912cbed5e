import { expect, test } from 'vitest'
import { writeAudits } from '../../server/audit/write.ts'
import { forgetChanges } from '../../server/resources/live/pruning.ts'
import { forgottenKey, readChanges, readNow } from '../../server/resources/live/read.ts'
import { describeEngines } from '../support/database.ts'
import { useLiveLog } from '../support/live-log.ts'
import { insertCustomers, insertManyQrs } from '../support/rows.ts'

describeEngines('the log of changes', (engine) => {
  const { database, loggedBy } = useLiveLog(engine)

  test('reports changes of customers, QRs, payments and invoices with the version', async () => {
    const whose = { customerId: 3 }
    expect(await loggedBy(`UPDATE customers SET banned = true, will_cancel = true, version = 2 WHERE id = 3`)).toEqual([
      { type: 'customer', id: 3, ...whose, version: 2 },
    ])
    expect(await loggedBy(`UPDATE qrs SET status = 2, version = 2 WHERE id = 4`)).toEqual([{ type: 'qr', id: 4, ...whose, version: 2 }])
    expect(await loggedBy(`UPDATE payments SET amount_refunded = 100, version = 2`)).toEqual([
      { type: 'payment', id: 5, ...whose, version: 2 },
    ])
    expect(await loggedBy(`UPDATE invoices SET link = 'new'`)).toEqual([{ type: 'invoice', id: 6, ...whose, version: null }])
    expect(await loggedBy(`DELETE FROM invoices`)).toEqual([{ type: 'invoice', id: 6, ...whose, version: null }])
  })

  test('omits counters and columns that are not shown', async () => {
    expect(
      await loggedBy(`UPDATE qrs SET scans = scans + 1, visits = visits + 1, updated_at = updated_at + 1, version = version + 1`),
    ).toEqual([])
    expect(await loggedBy(`UPDATE customers SET updated_at = updated_at + 1`)).toEqual([])
    await loggedBy(`INSERT INTO webhook_deliveries (event_id, endpoint_id, record, next_at) VALUES (1, 1, 'x', 1)`)
    expect(await loggedBy(`UPDATE webhook_deliveries SET next_at = 9, tries = 1, first_at = 1, last_at = 1`)).toEqual([])
    expect(await loggedBy(`INSERT INTO qr_daily_scans (qr_id, day, scans) VALUES (4, '2026-06-15', 3)`)).toEqual([])
  })

  test('reports a moved QR for both customers', async () => {
    const moved = await loggedBy(`UPDATE qrs SET user_id = 1 WHERE id = 4`)
    expect(moved).toHaveLength(2)
    expect(moved).toEqual(expect.arrayContaining([1, 3].map((customerId) => expect.objectContaining({ type: 'qr', id: 4, customerId }))))
  })

  test('reports many changes at once as one, with the customer if they share one', async () => {
    await insertManyQrs(database.current, { from: 100, count: 50 })
    expect(await loggedBy(`UPDATE qrs SET status = 2 WHERE user_id = 1`)).toHaveLength(50)
    expect(await loggedBy(() => insertManyQrs(database.current, { from: 200, count: 51 }))).toEqual([
      { type: 'qr', id: null, customerId: 1, version: null },
    ])
    const ofMany = { type: 'qr', id: null, customerId: null, version: null }
    expect(await loggedBy(`UPDATE qrs SET status = 0`)).toEqual([ofMany])
    expect(await loggedBy(`UPDATE qrs SET status = 0, scans = scans + 1`)).toEqual([])
    expect(await loggedBy(`INSERT INTO infected_qrs (qr_id, uri, vendors, created_at) SELECT id, 'x', 'x', 1 FROM qrs`)).toEqual([ofMany])
    expect(await loggedBy(`DELETE FROM qrs`)).toEqual(expect.arrayContaining([ofMany]))
  })

  test('merges a transaction’s changes to a record, naming changed parts', async () => {
    const logged = await loggedBy(() =>
      database.current.orm.transaction(async (tx) => {
        await tx.execute(`UPDATE customers SET banned = true WHERE id = 2`)
        await tx.execute(`UPDATE customers SET deleted = true, version = 2 WHERE id = 2`)
        await tx.execute(`INSERT INTO subscription_changes (user_id, at, to_status) VALUES (2, 1, 'active')`)
      }),
    )
    expect(logged).toEqual([{ type: 'customer', id: 2, customerId: 2, version: 2 }])
  })

  test('takes author and audit row from the audit trail, per record', async () => {
    const { orm, pool } = database.current
    await pool.query(`INSERT INTO staff (id, name, email, password_hash, created_at) VALUES (7, 'Sam', 'sam@x.example', 'x', 1)`)
    await insertCustomers(
      database.current,
      Array.from({ length: 80 }, (_, index) => ({ id: 1000 + index })),
    )
    await pool.query('DELETE FROM webhook_endpoints')
    const since = await readNow(orm)
    const entries = Array.from({ length: 80 }, (_, index) => ({
      staff: { id: 7, email: 'sam@x.example' },
      ip: null,
      now: 1,
      action: 'customer.ban' as const,
      targetType: 'customer',
      targetId: 1000 + index,
    }))
    const ids = await orm.transaction(async (tx) => {
      await tx.execute(`UPDATE customers SET banned = true WHERE id IN (1000, 1001)`)
      await tx.execute(`UPDATE customers SET banned = true WHERE id > 1001`)
      return writeAudits(tx, entries)
    })
    const { changes } = await readChanges(orm, since)
    const by = { id: 7, name: 'Sam' }
    expect(changes.map(({ change }) => [change.type, change.id, change.by, change.auditId])).toEqual([
      ['customer', 1000, by, ids[0]],
      ['customer', 1001, by, ids[1]],
      ['customer', null, by, null],
      ['audit', null, by, null],
    ])
  })

  test('reports being behind after too many changes, log pruning, or a position of another database', async () => {
    const { orm, pool } = database.current
    const since = await readNow(orm)
    const several = await loggedBy(`UPDATE customers SET banned = true WHERE id = 1`)
    expect(several).toHaveLength(1)
    const { rows } = await pool.query<{ last: number }>('SELECT max(transaction::text::bigint) AS last FROM changes')
    // Transactions of other databases count too: while an older one is open, nobody can be sure to have received this change.
    let later = await readNow(orm)
    await expect.poll(async () => (later = await readNow(orm)).xmin).toBeGreaterThan(rows[0]?.last ?? 0)
    expect(await forgetChanges(orm, 3600)).toBe(0)
    expect((await readChanges(orm, since)).behind).toBe(false)
    await pool.query('UPDATE changes SET at = at - 7200')
    expect(await forgetChanges(orm, 3600)).toBeGreaterThan(0)
    expect(await readChanges(orm, since)).toMatchObject({ behind: true, changes: [] })
    expect(await readChanges(orm, later)).toMatchObject({ behind: false, changes: [] })
    for (let from = 0; from < 2_100; from += 50)
      await pool.query(`INSERT INTO customers (id, email, created_at, updated_at, search_keys, search_text, name_key)
        SELECT 10000 + ${from} + n, 'x', 1, 1, '{}', '', '' FROM generate_series(1, 50) n`)
    expect(await readChanges(orm, later)).toMatchObject({ behind: true, changes: [] })
    const { xmax } = await readNow(orm)
    expect(await readChanges(orm, { xmin: xmax + 1_000_000, xmax: xmax + 1_000_000, open: [] })).toMatchObject({ behind: true })
  })

  test('a log moved from a database with more transactions reports nothing and leaves nobody behind', async () => {
    const { orm, pool } = database.current
    const since = await readNow(orm)
    const foreign = since.xmax + 5_000_000
    await pool.query(`INSERT INTO changes (transaction, type, record_id, customer_id) VALUES ($1::text::xid8, 'customer', 1, 1)`, [foreign])
    await pool.query(
      `INSERT INTO app_state (key, value) VALUES ($1, to_jsonb($2::text)) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      [forgottenKey, String(foreign)],
    )
    expect(await readChanges(orm, since)).toMatchObject({ behind: false, changes: [] })
    await pool.query('DELETE FROM changes')
    await pool.query('DELETE FROM app_state WHERE key = $1', [forgottenKey])
  })
})
