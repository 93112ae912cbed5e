import { EventEmitter, once } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { silentLog } from '../../server/process/log.ts'
import { startDelivering } from '../../server/product/outbox/delivering.ts'
import { DeliveryPool } from '../../server/product/outbox/pool.ts'
import { pruneDeliveries } from '../../server/product/outbox/prune.ts'
import type { Delivery, WebhookEndpoint } from '../../src/contract/webhooks.ts'
import { buildTestApp, type TestApp, testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { makeProduct, sampleRows } from '../support/ingest.ts'
import { openReceiver } from '../support/receiver.ts'
import { insertCustomers, insertQrs } from '../support/rows.ts'
import { type Browser, signIn } from '../support/sign-in.ts'

const day = 86_400

describeDatabase('webhooks', (engine) => {
  const database = engine.use()
  let server: TestApp
  let browser: Browser
  let receiver: Awaited<ReturnType<typeof openReceiver>>

  beforeEach(async () => {
    await database.empty()
    server = await buildTestApp(database.current)
    // Signatures that are old by the real clock are refused.
    server.clock.advance(Math.floor(Date.now() / 1000) - testStart)
    browser = await signIn(server)
    receiver = await openReceiver()
    await insertCustomers(database.current, [{ id: 7 }, { id: 8 }])
  })
  afterEach(async () => {
    await server.app.close()
    await receiver.close()
  })

  const ok = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => {
    const reply = await browser.send(method, path, body)
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply.json<{ id: number; secret: string; auditId: number }>()
  }
  const listen = async (path = '/hook', events: string[] = []) => {
    const { id, secret } = await ok('POST', '/webhook-endpoints', { url: receiver.url + path, events })
    receiver.trust(path, secret)
    return id
  }
  const ban = (id: number, banned = true) => ok('PATCH', `/customers/${id}/ban`, { banned })
  /** Delivers until nothing is due. */
  const deliver = async ({ context } = server) => {
    const pool = new DeliveryPool(context)
    await pool.begin()
    await pool.idle()
  }
  const told = () => receiver.received.map(({ type, record }) => `${type} ${record}`)
  const deliveries = async (query = '') => (await browser.get(`/webhook-deliveries${query}`)).json<{ rows: Delivery[] }>().rows
  const endpoints = async () => (await browser.get('/webhook-endpoints')).json<{ rows: WebhookEndpoint[] }>().rows

  test('send a staff decision to the product, signed, with its record and changes [1.7 webhooks]', async () => {
    await listen()
    const { auditId } = await ban(7)
    await deliver()
    expect(receiver.badSignatures).toEqual([])
    expect(receiver.received).toMatchObject([
      {
        id: 'evt_1',
        body: {
          type: 'customer.banned',
          timestamp: new Date(server.clock.now() * 1000).toISOString(),
          data: { record: { type: 'customer', id: 7, externalId: '7' }, before: { banned: false }, after: { banned: true }, auditId },
        },
      },
    ])
    expect(await deliveries()).toMatchObject([{ event: 'customer.banned', state: 'delivered', tries: 1, status: 204, error: null }])
    await ok('POST', '/undo', {})
    await deliver()
    expect(told()).toEqual(['customer.banned customer:7', 'customer.unbanned customer:7'])
  })

  test('say how many codes a change of all of them concerned, and where they went', async () => {
    await listen()
    await insertQrs(database.current, [{ userId: 7, stopped: 1 }, { userId: 7 }])
    await ok('PATCH', '/qrs/7/activate-all', {})
    await ok('PATCH', '/qrs/transfer', { origin: 7, destiny: 8, qrId: 'all' })
    await deliver()
    const changes = receiver.received.map(({ body }) => (body as { data: { record: { id: number } } }).data)
    // Only what happens to one record arrives in its order.
    expect(changes.toSorted((a, b) => a.record.id - b.record.id)).toMatchObject([
      { record: { id: 7 }, before: { activated: null }, after: { activated: 1 } },
      { record: { id: 7 }, before: { destiny: null }, after: { destiny: 8, transferred: 2 } },
      { record: { id: 8 }, before: { received: null }, after: { received: 2, origin: 7 } },
    ])
  })

  test('include the product’s own id for records it sent', async () => {
    await listen()
    const product = await makeProduct(server)
    await product.send('customers', [{ ...sampleRows.customers, externalId: 'uuid-1' }])
    const [{ id }] = (await database.current.pool.query(`SELECT record_id AS id FROM external_records`)).rows as [{ id: number }]
    await ban(id)
    await deliver()
    expect(receiver.received[0]?.body).toMatchObject({ data: { record: { id, externalId: 'uuid-1' } } })
  })

  test('the customer’s overview shows a change until the product confirms it', async () => {
    await listen()
    await ban(7)
    const unconfirmed = async () => (await browser.get('/customers/7/overview')).json<{ unconfirmed: unknown }>().unconfirmed
    const since = server.clock.now()
    receiver.answers(() => ({ status: 500 }))
    await deliver()
    expect(await unconfirmed()).toEqual({ event: 'customer.banned', since })
    receiver.answers(() => ({ status: 200 }))
    server.clock.advance(5)
    await deliver()
    expect(await unconfirmed()).toBeNull()
  })

  test('send each endpoint only its events, store none without endpoints, and skip rejected changes', async () => {
    await ban(7)
    expect((await database.current.pool.query('SELECT 1 FROM outbox')).rows).toEqual([])
    await listen('/bans', ['customer.banned'])
    await listen('/all')
    await ban(7, false)
    await ban(8)
    expect((await browser.send('PATCH', '/customers/99/ban', { banned: true })).statusCode).toBe(404)
    await deliver()
    // Events of different records arrive in any order.
    const by = (path: string) => receiver.received.flatMap((call) => (call.path === path ? [call.type] : [])).toSorted()
    expect([by('/bans'), by('/all')]).toEqual([['customer.banned'], ['customer.banned', 'customer.unbanned']])
    expect(receiver.badSignatures).toEqual([])
  })

  test('arrive in order per record; a failure holds back only its record and is retried at growing intervals', async () => {
    await listen()
    await ban(7)
    await ban(7, false)
    await ban(8)
    receiver.answers(({ record }, count) => ({ status: record === 'customer:7' && count < 5 ? 503 : 200 }))
    await deliver()
    expect(told().toSorted()).toEqual(['customer.banned customer:7', 'customer.banned customer:8'])
    expect(await deliveries('?state=pending')).toMatchObject([
      { event: 'customer.unbanned', tries: 0 },
      { event: 'customer.banned', tries: 1, status: 503, error: 'Answered 503.', nextAt: server.clock.now() + 5 },
    ])
    server.clock.advance(4)
    await deliver()
    expect(receiver.received).toHaveLength(2)
    server.clock.advance(1)
    await deliver()
    expect(await deliveries('?state=pending')).toMatchObject([{ tries: 0 }, { tries: 2, nextAt: server.clock.now() + 30 }])
    server.clock.advance(30)
    await deliver()
    server.clock.advance(120)
    await deliver()
    expect(told().slice(2)).toEqual([...Array(3).fill('customer.banned customer:7'), 'customer.unbanned customer:7'])
    // Each event has the same id every time.
    expect(
      new Set(receiver.received.filter(({ record, type }) => type === 'customer.banned' && record === 'customer:7').map(({ id }) => id))
        .size,
    ).toBe(1)
    expect(await deliveries('?state=delivered')).toHaveLength(3)
  })

  test('three days of failures disable the endpoint with a reason; re-enabling it sends what is pending', async () => {
    const id = await listen()
    await ban(7)
    receiver.answers(() => 'hangs up')
    await deliver()
    expect(await endpoints()).toMatchObject([{ failingSince: server.clock.now(), disabledAt: null, pending: 1, failed: 0 }])
    server.clock.advance(3 * day)
    browser = await signIn(server)
    await deliver()
    expect(await endpoints()).toMatchObject([
      {
        disabledAt: server.clock.now(),
        disabledReason: 'Nothing arrived for three days. The last time: The connection was broken off.',
        failed: 1,
      },
    ])
    await ban(8)
    await deliver()
    expect(receiver.received).toHaveLength(2)
    receiver.answers(() => ({ status: 200 }))
    await ok('PATCH', `/webhook-endpoints/${id}`, { isOn: true })
    await deliver()
    expect(told().slice(2)).toEqual(['customer.banned customer:8'])
    // Staff can resend a delivery that was given up.
    const [failed] = await deliveries('?state=failed')
    await ok('POST', `/webhook-deliveries/${failed!.id}/resend`)
    await deliver()
    expect(told().slice(3)).toEqual(['customer.banned customer:7'])
    expect(await endpoints()).toMatchObject([{ disabledAt: null, disabledReason: null, failingSince: null, pending: 0, failed: 0 }])
  })

  test('an endpoint that responds with 410 is disabled at once', async () => {
    await listen()
    await ban(7)
    receiver.answers(() => ({ status: 410 }))
    await deliver()
    expect(await endpoints()).toMatchObject([{ disabledReason: 'The endpoint says that it is gone (410).', pending: 1 }])
  })

  test('do not follow redirects, and keep only the start of a response', async () => {
    await listen()
    await ban(7)
    await ban(8)
    receiver.answers(({ record }) =>
      record === 'customer:7'
        ? { status: 302, headers: { location: `${receiver.url}/elsewhere` } }
        : { status: 500, body: 'x'.repeat(100_000) },
    )
    await deliver()
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook'])
    const [second, first] = await deliveries()
    expect(first).toMatchObject({ status: 302, error: 'A redirect (302) is not followed.' })
    const { answer, body } = (await browser.get(`/webhook-deliveries/${second!.id}`)).json<{ answer: string; body: string }>()
    expect([answer.length, JSON.parse(body)]).toMatchObject([4096, { type: 'customer.banned' }])
  })

  test('private networks are rejected unless a setting allows them, even by name or once it is revoked', async () => {
    const id = await listen()
    const strict = await buildTestApp(database.current, { webhookPrivateAddresses: false })
    strict.clock.advance(server.clock.now() - testStart)
    const person = await signIn(strict)
    for (const url of [
      'http://a.example/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://10.0.0.8/x',
      'https://localhost/',
      'https://db.internal/',
    ]) {
      const reply = await person.send('POST', '/webhook-endpoints', { url })
      expect([url, reply.statusCode, Object.keys(reply.json<{ details: object }>().details)]).toEqual([url, 422, ['url']])
    }
    for (const url of ['ftp://a.example/', 'https://me:secret@a.example/', 'a.example', 'https://a.example/#x', '']) {
      expect([url, (await person.send('POST', '/webhook-endpoints', { url })).statusCode]).toEqual([url, 400])
    }
    const tested = (await person.send('POST', `/webhook-endpoints/${id}/test`)).json<object>()
    expect(tested).toEqual({ status: null, error: 'Must begin with https://.', answer: null })
    expect(receiver.received).toEqual([])
    await strict.app.close()
  })

  test('a test shows the endpoint’s response; the secret is shown once and nowhere else', async () => {
    const { id, secret } = await ok('POST', '/webhook-endpoints', { url: `${receiver.url}/hook` })
    receiver.trust('/hook', secret)
    receiver.answers(() => ({ status: 200, body: 'thanks' }))
    expect(await ok('POST', `/webhook-endpoints/${String(id)}/test`)).toEqual({ status: 200, error: null, answer: 'thanks' })
    expect([told(), receiver.badSignatures]).toEqual([['test '], []])
    const seen = (await browser.get('/webhook-endpoints')).body + (await browser.get('/audit')).body
    expect(seen).not.toContain(secret)
    const stored = (await database.current.pool.query('SELECT secret FROM webhook_endpoints')).rows as [{ secret: string }]
    expect(stored[0].secret).toMatch(/^v1\./)
    await ok('DELETE', `/webhook-endpoints/${String(id)}`)
    expect(await endpoints()).toEqual([])
    const audit = (await browser.get('/audit?targetType=webhook')).json<{ rows: { action: string }[] }>().rows
    expect(audit.map(({ action }) => action)).toEqual(['webhook.delete', 'webhook.create'])
  })

  test('each event is sent by one of two servers; if it dies halfway, the other takes over', async () => {
    await listen()
    const other = await buildTestApp(database.current)
    other.clock.advance(server.clock.now() - testStart)
    await insertCustomers(
      database.current,
      Array.from({ length: 60 }, (_, index) => ({ id: 100 + index })),
    )
    for (let id = 100; id < 160; id += 1) await ban(id)
    await Promise.all([deliver(server), deliver(other)])
    expect(receiver.received.map(({ id }) => id).toSorted()).toEqual(
      Array.from({ length: 60 }, (_, index) => `evt_${index + 1}`).toSorted(),
    )
    // As a server leaves it that claimed a delivery and died.
    await ban(7)
    await database.current.pool.query(
      `UPDATE webhook_deliveries SET tries = 1, first_at = next_at, next_at = next_at + 60 WHERE state = 'pending'`,
    )
    await deliver(other)
    expect(receiver.received).toHaveLength(60)
    other.clock.advance(60)
    await deliver(other)
    expect(told().at(-1)).toBe('customer.banned customer:7')
    await other.app.close()
  })

  /** Writes events as decisions do: this many per customer, from number 100 on, each with a delivery to every endpoint. */
  const decide = async (endpoints: number[], customers: number, times: number) => {
    const { pool } = database.current
    await pool.query(`INSERT INTO outbox (event, record_type, record_id, audit_id, at)
      SELECT 'customer.banned', 'customer', 100 + n % ${customers}, n, 0 FROM generate_series(0, ${customers * times - 1}) n`)
    await pool.query(`INSERT INTO webhook_deliveries (event_id, endpoint_id, record, next_at)
      SELECT o.id, e, 'customer:' || record_id, 0 FROM outbox o, unnest(ARRAY[${endpoints.join()}]) e ORDER BY o.id`)
  }
  const until = (done: () => boolean) => vi.waitUntil(done, { interval: 5, timeout: 20_000 })
  const never = new Promise<never>(() => undefined)

  test('an unresponsive endpoint uses only its own slots and holds up no others', async () => {
    await decide([await listen('/dead'), await listen('/well')], 50, 1)
    receiver.answers(({ path }) => (path === '/dead' ? never : { status: 204 }))
    const at = (path: string) => receiver.received.filter((call) => call.path === path)
    const pool = new DeliveryPool(server.context)
    await pool.begin()
    await until(() => at('/well').length === 50 && at('/dead').length === 20)
    // New events are not held up.
    await ban(7)
    await pool.begin()
    await until(() => at('/well').length === 51)
    expect(at('/dead')).toHaveLength(20)
    const stopped = pool.stop()
    await receiver.close()
    await stopped
    expect((await endpoints()).map(({ pending }) => pending)).toEqual([51, 0])
  })

  test('while one record waits for a response, the others are delivered, each in order', async () => {
    await decide([await listen()], 50, 3)
    receiver.answers(({ record }) => (record === 'customer:100' ? never : { status: 204 }))
    const pool = new DeliveryPool(server.context)
    await pool.begin()
    await until(() => receiver.received.length === 49 * 3 + 1)
    const sent = new Map<string, number[]>()
    for (const { id, record } of receiver.received) sent.set(record, [...(sent.get(record) ?? []), Number(id.slice(4))])
    expect([...sent.values()]).toEqual([...sent.values()].map((ids) => ids.toSorted((a, b) => a - b)))
    expect(sent.get('customer:100')).toEqual([1])
    const stopped = pool.stop()
    await receiver.close()
    await stopped
  })

  test('a stopping server waits for its current delivery, records it and starts no more', async () => {
    await decide([await listen()], 1, 2)
    const taken = new EventEmitter()
    receiver.answers(async () => {
      await once(taken, 'done')
      return { status: 204 }
    })
    const stop = startDelivering(server.context, silentLog)
    await until(() => receiver.received.length === 1)
    const stopped = stop()
    taken.emit('done')
    await stopped
    expect(receiver.received).toHaveLength(1)
    expect(await deliveries()).toMatchObject([
      { state: 'pending', tries: 0 },
      { state: 'delivered', tries: 1 },
    ])
  })

  test('old delivered events are pruned; undelivered ones never are', async () => {
    await listen()
    const fills = (state: string, from: number, count: number, daysAgo: number) => `
      INSERT INTO outbox (id, event, record_type, record_id, audit_id, at)
        SELECT n, 'customer.banned', 'customer', 7, n, 0 FROM generate_series(${from}, ${from + count - 1}) n;
      INSERT INTO webhook_deliveries (event_id, endpoint_id, record, state, last_at, next_at)
        SELECT n, (SELECT max(id) FROM webhook_endpoints), 'customer:7', '${state}', ${server.clock.now() - daysAgo * day}, 0 FROM generate_series(${from}, ${from + count - 1}) n`
    const { pool } = database.current.patient
    await pool.query(fills('failed', 1, 5, 400))
    await pool.query(fills('delivered', 101, 2500, 91))
    await pool.query(fills('pending', 5001, 5, 400))
    await pool.query(fills('delivered', 6001, 7, 89))
    // This one has not been delivered to another endpoint yet.
    await listen('/other')
    await pool.query(`INSERT INTO webhook_deliveries (event_id, endpoint_id, record, state, next_at)
      VALUES (101, (SELECT max(id) FROM webhook_endpoints), 'customer:7', 'pending', 0)`)
    expect(await pruneDeliveries(server.context)).toBe(2500)
    const left = await pool.query('SELECT state, count(*) FROM webhook_deliveries GROUP BY 1 ORDER BY 1')
    expect(left.rows).toEqual([
      { state: 'delivered', count: 7 },
      { state: 'failed', count: 5 },
      { state: 'pending', count: 6 },
    ])
    expect((await pool.query('SELECT count(*) FROM outbox')).rows).toEqual([{ count: 18 }])
    expect(await pruneDeliveries(server.context)).toBe(0)
  })

  test('an unavailable database is logged only once until it is back', async () => {
    const logged: string[] = []
    let isAway = true
    let rounds = 0
    const note = (_about: unknown, message = _about) => void logged.push(String(message))
    const log = { ...silentLog, error: note, info: note } as typeof silentLog
    const broken = new Proxy(server.context.database, {
      get: (target, name) => {
        if (name === 'patient') rounds += 1
        if (name === 'patient' && isAway) throw new Error('away')
        return Reflect.get(target, name) as unknown
      },
    })
    const stop = startDelivering({ ...server.context, database: broken }, log)
    await until(() => rounds >= 4)
    isAway = false
    await until(() => logged.includes('no longer: webhooks could not be delivered'))
    await stop()
    expect(logged.filter((line) => line === 'webhooks could not be delivered')).toHaveLength(1)
  })

  test('a change not yet sent to the product is not overwritten by its state, even a later one', async () => {
    await listen()
    const product = await makeProduct(server)
    const state = (updatedAt: number) => product.send('customers', [{ ...sampleRows.customers, updatedAt }])
    await state(server.clock.now() - 10)
    await ban(7)
    const isBanned = async () =>
      ((await database.current.pool.query('SELECT banned FROM customers WHERE id = 7')).rows[0] as { banned: boolean }).banned
    server.clock.advance(60)
    await state(server.clock.now())
    expect(await isBanned()).toBe(true)
    await deliver()
    // Once the product has confirmed the event, its later state applies.
    server.clock.advance(60)
    await state(server.clock.now())
    expect(await isBanned()).toBe(false)
  })
})
