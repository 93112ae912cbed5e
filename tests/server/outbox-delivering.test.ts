import { EventEmitter, once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { silentLog } from '../../server/process/log.ts'
import { startDelivering } from '../../server/product/outbox/delivering.ts'
import { DeliveryPool } from '../../server/product/outbox/pool.ts'
import { pruneDeliveries } from '../../server/product/outbox/prune.ts'
import { buildTestApp, testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { makeProduct, sampleRows } from '../support/ingest.ts'
import { insertCustomers } from '../support/rows.ts'
import { signIn } from '../support/sign-in.ts'
import { day, useWebhooks } from '../support/webhooks.ts'

describeDatabase('webhooks, the delivering', (engine) => {
  const hooks = useWebhooks(engine)
  const { database, listen, ban, deliver, told, deliveries, endpoints } = hooks

  test('private networks are rejected unless a setting allows them, even by name or once it is revoked', async () => {
    const id = await listen()
    const strict = await buildTestApp(database.current, { webhookPrivateAddresses: false })
    strict.clock.advance(hooks.server.clock.now() - testStart)
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
    expect(hooks.receiver.received).toEqual([])
    await strict.app.close()
  })

  test('each event is sent by one of two servers; if it dies halfway, the other takes over', async () => {
    await listen()
    const other = await buildTestApp(database.current)
    other.clock.advance(hooks.server.clock.now() - testStart)
    await insertCustomers(
      database.current,
      Array.from({ length: 60 }, (_, index) => ({ id: 100 + index })),
    )
    for (let id = 100; id < 160; id += 1) await ban(id)
    await Promise.all([deliver(hooks.server), deliver(other)])
    expect(hooks.receiver.received.map(({ id }) => id).toSorted()).toEqual(
      Array.from({ length: 60 }, (_, index) => `evt_${index + 1}`).toSorted(),
    )
    // As a server leaves it that claimed a delivery and died.
    await ban(7)
    await database.current.pool.query(
      `UPDATE webhook_deliveries SET tries = 1, first_at = next_at, next_at = next_at + 60 WHERE state = 'pending'`,
    )
    await deliver(other)
    expect(hooks.receiver.received).toHaveLength(60)
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
    hooks.receiver.answers(({ path }) => (path === '/dead' ? never : { status: 204 }))
    const at = (path: string) => hooks.receiver.received.filter((call) => call.path === path)
    const pool = new DeliveryPool(hooks.server.context)
    await pool.begin()
    await until(() => at('/well').length === 50 && at('/dead').length === 20)
    // New events are not held up.
    await ban(7)
    await pool.begin()
    await until(() => at('/well').length === 51)
    expect(at('/dead')).toHaveLength(20)
    const stopped = pool.stop()
    await hooks.receiver.close()
    await stopped
    expect((await endpoints()).map(({ pending }) => pending)).toEqual([51, 0])
  })

  test('while one record waits for a response, the others are delivered, each in order', async () => {
    await decide([await listen()], 50, 3)
    hooks.receiver.answers(({ record }) => (record === 'customer:100' ? never : { status: 204 }))
    const pool = new DeliveryPool(hooks.server.context)
    await pool.begin()
    await until(() => hooks.receiver.received.length === 49 * 3 + 1)
    const sent = new Map<string, number[]>()
    for (const { id, record } of hooks.receiver.received) sent.set(record, [...(sent.get(record) ?? []), Number(id.slice(4))])
    expect([...sent.values()]).toEqual([...sent.values()].map((ids) => ids.toSorted((a, b) => a - b)))
    expect(sent.get('customer:100')).toEqual([1])
    const stopped = pool.stop()
    await hooks.receiver.close()
    await stopped
  })

  test('a stopping server waits for its current delivery, records it and starts no more', async () => {
    await decide([await listen()], 1, 2)
    const taken = new EventEmitter()
    hooks.receiver.answers(async () => {
      await once(taken, 'done')
      return { status: 204 }
    })
    const stop = startDelivering(hooks.server.context, silentLog)
    await until(() => hooks.receiver.received.length === 1)
    const stopped = stop()
    taken.emit('done')
    await stopped
    expect(hooks.receiver.received).toHaveLength(1)
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
        SELECT n, (SELECT max(id) FROM webhook_endpoints), 'customer:7', '${state}', ${hooks.server.clock.now() - daysAgo * day}, 0 FROM generate_series(${from}, ${from + count - 1}) n`
    const { pool } = database.current.patient
    await pool.query(fills('failed', 1, 5, 400))
    await pool.query(fills('delivered', 101, 2500, 91))
    await pool.query(fills('pending', 5001, 5, 400))
    await pool.query(fills('delivered', 6001, 7, 89))
    // This one has not been delivered to another endpoint yet.
    await listen('/other')
    await pool.query(`INSERT INTO webhook_deliveries (event_id, endpoint_id, record, state, next_at)
      VALUES (101, (SELECT max(id) FROM webhook_endpoints), 'customer:7', 'pending', 0)`)
    expect(await pruneDeliveries(hooks.server.context)).toBe(2500)
    const left = await pool.query('SELECT state, count(*) FROM webhook_deliveries GROUP BY 1 ORDER BY 1')
    expect(left.rows).toEqual([
      { state: 'delivered', count: 7 },
      { state: 'failed', count: 5 },
      { state: 'pending', count: 6 },
    ])
    expect((await pool.query('SELECT count(*) FROM outbox')).rows).toEqual([{ count: 18 }])
    expect(await pruneDeliveries(hooks.server.context)).toBe(0)
  })

  test('an unavailable database is logged only once until it is back', async () => {
    const logged: string[] = []
    let isAway = true
    let rounds = 0
    const note = (_about: unknown, message = _about) => void logged.push(String(message))
    const log = { ...silentLog, error: note, info: note } as typeof silentLog
    const broken = new Proxy(hooks.server.context.database, {
      get: (target, name) => {
        if (name === 'patient') rounds += 1
        if (name === 'patient' && isAway) throw new Error('away')
        return Reflect.get(target, name) as unknown
      },
    })
    const stop = startDelivering({ ...hooks.server.context, database: broken }, log)
    await until(() => rounds >= 4)
    isAway = false
    await until(() => logged.includes('no longer: webhooks could not be delivered'))
    await stop()
    expect(logged.filter((line) => line === 'webhooks could not be delivered')).toHaveLength(1)
  })

  test('a change not yet sent to the product is not overwritten by its state, even a later one', async () => {
    await listen()
    const product = await makeProduct(hooks.server)
    const state = (updatedAt: number) => product.send('customers', [{ ...sampleRows.customers, updatedAt }])
    await state(hooks.server.clock.now() - 10)
    await ban(7)
    const isBanned = async () =>
      ((await database.current.pool.query('SELECT banned FROM customers WHERE id = 7')).rows[0] as { banned: boolean }).banned
    hooks.server.clock.advance(60)
    await state(hooks.server.clock.now())
    expect(await isBanned()).toBe(true)
    await deliver()
    // Once the product has confirmed the event, its later state applies.
    hooks.server.clock.advance(60)
    await state(hooks.server.clock.now())
    expect(await isBanned()).toBe(false)
  })
})
