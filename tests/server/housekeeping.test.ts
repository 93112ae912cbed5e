import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pruneOld } from '../../server/operate/housekeeping.ts'
import { receiveEvent } from '../../server/resources/provider-events/receive.ts'
import { buildTestApp, type TestApp, testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers } from '../support/rows.ts'
import { signIn } from '../support/sign-in.ts'

const day = 86_400

describeDatabase('housekeeping', (engine) => {
  const database = engine.use()
  let server: TestApp

  beforeAll(async () => {
    server = await buildTestApp(database.current)
  })
  beforeEach(() => database.empty())
  afterAll(() => server.app.close())

  const query = async (text: string, values: unknown[] = []) => (await database.current.pool.query(text, values)).rows as object[]
  const calls = (count: number, at: number) =>
    query(
      `INSERT INTO api_calls (owner, method, path, status_code, created_at, request_headers, response_time, response_headers)
        SELECT 1, 'GET', '/v1/qrs', 200, $2, '{}', 1, '{}' FROM generate_series(1, $1::int)`,
      [count, at],
    )
  const event = (id: string, receivedAt: number) =>
    query(`INSERT INTO provider_events (id, type, created_at, received_at, payload) VALUES ($1, 'x', $2, $2, '{}')`, [id, receivedAt])

  test('deletes old calls, notifications and login tokens, even beyond one batch, and keeps recent ones', async () => {
    await insertCustomers(database.current, [{ id: 1 }])
    await calls(2500, testStart - 366 * day)
    await calls(3, testStart - 364 * day)
    await event('evt_old', testStart - 91 * day)
    await event('evt_young', testStart - 89 * day)
    await query(`INSERT INTO app_login_tokens (token_hash, user_id, created_at) VALUES ('old', 1, $1), ('young', 1, $2)`, [
      testStart - 2 * day,
      testStart - 60,
    ])
    expect(await pruneOld(server.context)).toEqual({ provider_events: 1, api_calls: 2500, app_login_tokens: 1, missing_words: 0, views: 0 })
    expect(await query('SELECT count(*)::int AS count FROM api_calls')).toEqual([{ count: 3 }])
    expect(await query('SELECT id FROM provider_events')).toEqual([{ id: 'evt_young' }])
    expect(await query('SELECT token_hash FROM app_login_tokens')).toEqual([{ token_hash: 'young' }])
    expect(await pruneOld(server.context)).toEqual({ provider_events: 0, api_calls: 0, app_login_tokens: 0, missing_words: 0, views: 0 })
  })

  test('deletes expired sessions even if nobody signs in', async () => {
    const old = await signIn(server)
    await query('UPDATE sessions SET last_seen_at = $1', [testStart - 3600])
    const young = await signIn(server)
    await pruneOld(server.context)
    expect(await query('SELECT staff_id AS id FROM sessions')).toEqual([{ id: young.staff.id }])
    expect([(await old.get('/auth/me')).statusCode, (await young.get('/auth/me')).statusCode]).toEqual([401, 200])
  })

  test('keeps all calls if configured so, and stops when aborted', async () => {
    await insertCustomers(database.current, [{ id: 1 }])
    await calls(5, 0)
    const { context } = server
    expect(await pruneOld({ ...context, config: { ...context.config, apiCallsKeepDays: 0 } })).not.toHaveProperty('api_calls')
    const stopped = new AbortController()
    stopped.abort()
    expect(await pruneOld(context, stopped.signal)).toEqual({})
    expect(await query('SELECT count(*)::int AS count FROM api_calls')).toEqual([{ count: 5 }])
  })

  test('accepts a pruned notification again, and it changes nothing', async () => {
    await insertCustomers(database.current, [{ id: 1, stripeCustomerId: 'cus_1' }])
    const told = { id: 'evt_1', type: 'customer.updated', createdAt: testStart, customerId: 'cus_1', intentId: null }
    await query(`INSERT INTO sandbox_customers (id) VALUES ('cus_1')`)
    expect(await receiveEvent(server.context, told)).toBe(true)
    expect(await receiveEvent(server.context, told)).toBe(false)
    await query('UPDATE provider_events SET received_at = $1', [testStart - 91 * day])
    await pruneOld(server.context)
    const before = await query('SELECT * FROM customers')
    expect(await receiveEvent(server.context, told)).toBe(true)
    expect(await query('SELECT * FROM customers')).toEqual(before)
    expect(await query('SELECT * FROM audit_log')).toEqual([])
  })
})
