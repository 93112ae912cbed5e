import { expect, test } from 'vitest'
import type { LiveType } from '../../src/contract/live.ts'
import { describeDatabase } from '../support/database.ts'
import { useLiveLog } from '../support/live-log.ts'

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
  playbooks: {
    insert: `INSERT INTO playbooks (id, name, type, steps, created_at, updated_at) VALUES (9, 'x', 'customer', '[]', 1, 1)`,
    update: `UPDATE playbooks SET name = 'y', version = 2`,
    type: 'playbook',
    id: 9,
    customerId: null,
  },
  playbook_runs: {
    insert: `INSERT INTO playbook_runs (key, staff_email, ip, name, type, record_id, customer_id, steps, state, created_at)
      VALUES (gen_random_uuid(), 'x', 'x', 'x', 'customer', 2, 2, '[]', 'running', 1)`,
    update: `UPDATE playbook_runs SET state = 'done', lease_until = 5`,
    type: 'playbook',
    id: null,
    customerId: 2,
  },
  words: {
    insert: `INSERT INTO words (id, word, meaning, created_at, updated_at) VALUES (9, 'x', 'refund', 1, 1)`,
    update: `UPDATE words SET meaning = 'ban', version = 2`,
    type: 'word',
    id: 9,
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

// Triggers of one row each, which run the same on both engines.
describeDatabase('the log of changes, table by table', (engine) => {
  const { database, loggedBy } = useLiveLog(engine)

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
