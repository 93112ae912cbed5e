import { beforeEach, expect, test } from 'vitest'
import { writeAudits } from '../../server/audit/write.ts'
import { forgetChanges } from '../../server/resources/live/pruning.ts'
import { forgottenKey, readChanges, readNow } from '../../server/resources/live/read.ts'
import type { LiveType } from '../../src/contract/live.ts'
import { describeEngines } from '../support/database.ts'
import { insertCustomers, insertInvoices, insertManyQrs, insertPayments, insertQrs } from '../support/rows.ts'

/** What is reported when a row is added, changed and removed: the record and its customer. */
interface Told {
  insert: string
  update: string
  type: LiveType
  id: number | null
  customerId: number | null
}

const tables: Record<string, Told> = {
  customer_notes: {
    insert: `INSERT INTO customer_notes (user_id, note, created_at, author_name) VALUES (2, 'x', 1, 'Sam')`,
    update: `UPDATE customer_notes SET note = 'y', version = 2`,
    type: 'note',
    id: 2,
    customerId: 2,
  },
  feedback: {
    insert: `INSERT INTO feedback (id, user_id, note, reason_type, created_at) VALUES (9, 2, 'x', 'price', 1)`,
    update: `UPDATE feedback SET note = 'y', reason_type = 'other'`,
    type: 'feedback',
    id: 9,
    customerId: 2,
  },
  invitations: {
    insert: `INSERT INTO invitations (id, owner_id, email, role, status, created_at) VALUES (9, 2, 'x@y.example', 1, 0, 1)`,
    update: `UPDATE invitations SET status = 1`,
    type: 'invitation',
    id: 9,
    customerId: 2,
  },
  customer_domains: {
    insert: `INSERT INTO customer_domains (id, user_id, hostname, status, certificate, created_at) VALUES (9, 2, 'a.example', 'pending', 'none', 1)`,
    update: `UPDATE customer_domains SET status = 'active'`,
    type: 'domain',
    id: 9,
    customerId: 2,
  },
  events: {
    insert: `INSERT INTO events (id, event, user_id, date) VALUES (9, 'login', 2, 1)`,
    update: `UPDATE events SET ip = '192.0.2.1'`,
    type: 'event',
    id: 9,
    customerId: 2,
  },
  folders: {
    insert: `INSERT INTO folders (id, name, created_at, user_id) VALUES (9, 'x', 1, 2)`,
    update: `UPDATE folders SET name = 'y', name_key = 'y'`,
    type: 'folder',
    id: 9,
    customerId: 2,
  },
  webrisk: {
    insert: `INSERT INTO webrisk (id, url, type, created_at, user_id) VALUES (9, 'x', 'url', 1, 2)`,
    update: `UPDATE webrisk SET status = 1`,
    type: 'webrisk',
    id: 9,
    customerId: 2,
  },
  abuse_reports: {
    insert: `INSERT INTO abuse_reports (id, url, email, reason, created_at) VALUES (9, 'x', 'x', 'x', 1)`,
    update: `UPDATE abuse_reports SET status = 1`,
    type: 'abuse-report',
    id: 9,
    customerId: null,
  },
  api_calls: {
    insert: `INSERT INTO api_calls (id, owner, method, path, status_code, created_at, request_headers, response_time, response_headers)
      VALUES (9, 2, 'GET', '/', 200, 1, '{}', 1, '{}')`,
    update: `UPDATE api_calls SET status_code = 404`,
    type: 'api-call',
    id: 9,
    customerId: 2,
  },
  staff: {
    insert: `INSERT INTO staff (id, name, email, password_hash, created_at) VALUES (9, 'x', 'x@y.example', 'x', 1)`,
    update: `UPDATE staff SET rol = 1, password_hash = 'y', version = 2`,
    type: 'user',
    id: 9,
    customerId: null,
  },
  audit_log: {
    insert: `INSERT INTO audit_log (id, at, actor_email, action, target_type, target_id) VALUES (9, 1, 'x', 'customer.ban', 'customer', 2)`,
    update: `UPDATE audit_log SET undone_by = 10`,
    type: 'audit',
    id: 9,
    customerId: 2,
  },
  billing_data: {
    insert: `INSERT INTO billing_data (user_id, country, account_type, firstname, lastname, street, zip, city, email)
      VALUES (2, 'es', 'private', 'x', 'x', 'x', 'x', 'x', 'x')`,
    update: `UPDATE billing_data SET city = 'y'`,
    type: 'customer',
    id: 2,
    customerId: 2,
  },
  subscription_changes: {
    insert: `INSERT INTO subscription_changes (user_id, at, to_status) VALUES (2, 1, 'active')`,
    update: `UPDATE subscription_changes SET reason = 'x'`,
    type: 'customer',
    id: 2,
    customerId: 2,
  },
  refunds: {
    insert: `INSERT INTO refunds (payment_id, amount, final_amount, currency, idempotency_key, state, created_at) VALUES (5, 1, 1, 'eur', 'k', 'pending', 1)`,
    update: `UPDATE refunds SET state = 'succeeded', settled_at = 2`,
    type: 'payment',
    id: 5,
    customerId: 3,
  },
  uri_history: {
    insert: `INSERT INTO uri_history (qr_id, uri, qr_uri, updated_at) VALUES (4, 'a', 'b', 1)`,
    update: `UPDATE uri_history SET qr_uri = 'c'`,
    type: 'qr',
    id: 4,
    customerId: 3,
  },
  qr_media: {
    insert: `INSERT INTO qr_media (qr_id, key, type, url, src, storage_key) VALUES (4, 'k', 'image', 'x', 'x', 'x')`,
    update: `UPDATE qr_media SET url = 'y'`,
    type: 'qr',
    id: 4,
    customerId: 3,
  },
  infected_qrs: {
    insert: `INSERT INTO infected_qrs (qr_id, uri, vendors, created_at) VALUES (4, 'x', 'x', 1)`,
    update: `UPDATE infected_qrs SET vendors = 'y'`,
    type: 'qr',
    id: 4,
    customerId: 3,
  },
  ...Object.fromEntries(
    ['blacklisted_domains', 'whitelisted_domains'].map((table) => [
      table,
      {
        insert: `INSERT INTO ${table} (domain, created_at) VALUES ('a.example', 1)`,
        update: `UPDATE ${table} SET domain = 'b.example'`,
        type: 'domain-rule' as const,
        id: null,
        customerId: null,
      },
    ]),
  ),
  webrisk_tracker: {
    insert: `INSERT INTO webrisk_tracker (user_id, reason, url, unsafe_domains, created_at) VALUES (2, 'x', 'x', '{}', 1)`,
    update: `UPDATE webrisk_tracker SET user_banned = true`,
    type: 'webrisk',
    id: null,
    customerId: null,
  },
  service_tokens: {
    insert: `INSERT INTO service_tokens (token_hash, prefix, name, scopes, created_at, created_by) VALUES ('x', 'x', 'x', '{}', 1, 'x')`,
    update: `UPDATE service_tokens SET revoked_at = 1`,
    type: 'integration',
    id: null,
    customerId: null,
  },
  webhook_endpoints: {
    insert: `INSERT INTO webhook_endpoints (url, secret, events, created_at) VALUES ('x', 'x', '{}', 1)`,
    update: `UPDATE webhook_endpoints SET disabled_at = 1`,
    type: 'integration',
    id: null,
    customerId: null,
  },
  webhook_deliveries: {
    insert: `INSERT INTO webhook_deliveries (event_id, endpoint_id, record, next_at) VALUES (1, 1, 'x', 1)`,
    update: `UPDATE webhook_deliveries SET state = 'delivered'`,
    type: 'integration',
    id: null,
    customerId: null,
  },
  waiting_rows: {
    insert: `INSERT INTO waiting_rows (resource, external_id, row, updated_at, digest, needs_resource, needs_id, since)
      VALUES ('qrs', '1', '{}', 1, gen_random_uuid(), 'customers', '9', 1)`,
    update: `UPDATE waiting_rows SET refused = '{"x":"y"}'`,
    type: 'integration',
    id: null,
    customerId: null,
  },
}

describeEngines('the log of changes', (engine) => {
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

  // Triggers of one row each, which run the same on both engines.
  if (!engine.testsShared) return

  test.each(Object.entries(tables))('reports insert, update and delete in %s', async (table, told) => {
    const row = expect.objectContaining({ type: told.type, id: told.id, customerId: told.customerId })
    if (table === 'webhook_endpoints') await database.current.pool.query('DELETE FROM webhook_endpoints')
    expect(await loggedBy(told.insert)).toEqual([row])
    expect(await loggedBy(told.update)).toEqual([row])
    expect(await loggedBy(told.update)).toEqual([])
    expect(await loggedBy(`DELETE FROM ${table}`)).toEqual([row])
  })

  test('triggers ignore only columns that their table has', async () => {
    const { rows } = await database.current.pool.query<{ column: string; exists: boolean }>(`
      SELECT tgrelid::regclass || '.' || ignored AS column, EXISTS (
        SELECT FROM pg_attribute WHERE attrelid = tgrelid AND attname = ignored AND NOT attisdropped) AS exists
      FROM pg_trigger, unnest(substring(pg_get_triggerdef(oid) FROM '\\{.*\\}')::text[]) AS ignored
      WHERE tgfoid = 'log_changes'::regproc`)
    expect(rows).toContainEqual({ column: 'qrs.scans', exists: true })
    expect(rows.filter(({ exists }) => !exists)).toEqual([])
  })
})
