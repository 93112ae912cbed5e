import { expect, test } from 'vitest'
import { describeDatabase } from '../support/database.ts'
import { makeProduct, sampleRows } from '../support/ingest.ts'
import { insertQrs } from '../support/rows.ts'
import { signIn } from '../support/sign-in.ts'
import { day, useWebhooks } from '../support/webhooks.ts'

describeDatabase('webhooks', (engine) => {
  const hooks = useWebhooks(engine)
  const { database, ok, listen, ban, deliver, told, deliveries, endpoints } = hooks

  test('send a staff decision to the product, signed, with its record and changes [1.7 webhooks]', async () => {
    await listen()
    const { auditId } = await ban(7)
    await deliver()
    expect(hooks.receiver.badSignatures).toEqual([])
    expect(hooks.receiver.received).toMatchObject([
      {
        id: 'evt_1',
        body: {
          type: 'customer.banned',
          timestamp: new Date(hooks.server.clock.now() * 1000).toISOString(),
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
    const changes = hooks.receiver.received.map(({ body }) => (body as { data: { record: { id: number } } }).data)
    // Only what happens to one record arrives in its order.
    expect(changes.toSorted((a, b) => a.record.id - b.record.id)).toMatchObject([
      { record: { id: 7 }, before: { activated: null }, after: { activated: 1 } },
      { record: { id: 7 }, before: { destiny: null }, after: { destiny: 8, transferred: 2 } },
      { record: { id: 8 }, before: { received: null }, after: { received: 2, origin: 7 } },
    ])
  })

  test('include the product’s own id for records it sent', async () => {
    await listen()
    const product = await makeProduct(hooks.server)
    await product.send('customers', [{ ...sampleRows.customers, externalId: 'uuid-1' }])
    const [{ id }] = (await database.current.pool.query(`SELECT record_id AS id FROM external_records`)).rows as [{ id: number }]
    await ban(id)
    await deliver()
    expect(hooks.receiver.received[0]?.body).toMatchObject({ data: { record: { id, externalId: 'uuid-1' } } })
  })

  test('the customer’s overview shows a change until the product confirms it', async () => {
    await listen()
    await ban(7)
    const unconfirmed = async () => (await hooks.browser.get('/customers/7/overview')).json<{ unconfirmed: unknown }>().unconfirmed
    const since = hooks.server.clock.now()
    hooks.receiver.answers(() => ({ status: 500 }))
    await deliver()
    expect(await unconfirmed()).toEqual({ event: 'customer.banned', since })
    hooks.receiver.answers(() => ({ status: 200 }))
    hooks.server.clock.advance(5)
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
    expect((await hooks.browser.send('PATCH', '/customers/99/ban', { banned: true })).statusCode).toBe(404)
    await deliver()
    // Events of different records arrive in any order.
    const by = (path: string) => hooks.receiver.received.flatMap((call) => (call.path === path ? [call.type] : [])).toSorted()
    expect([by('/bans'), by('/all')]).toEqual([['customer.banned'], ['customer.banned', 'customer.unbanned']])
    expect(hooks.receiver.badSignatures).toEqual([])
  })

  test('arrive in order per record; a failure holds back only its record and is retried at growing intervals', async () => {
    await listen()
    await ban(7)
    await ban(7, false)
    await ban(8)
    hooks.receiver.answers(({ record }, count) => ({ status: record === 'customer:7' && count < 5 ? 503 : 200 }))
    await deliver()
    expect(told().toSorted()).toEqual(['customer.banned customer:7', 'customer.banned customer:8'])
    expect(await deliveries('?state=pending')).toMatchObject([
      { event: 'customer.unbanned', tries: 0 },
      { event: 'customer.banned', tries: 1, status: 503, error: 'Answered 503.', nextAt: hooks.server.clock.now() + 5 },
    ])
    hooks.server.clock.advance(4)
    await deliver()
    expect(hooks.receiver.received).toHaveLength(2)
    hooks.server.clock.advance(1)
    await deliver()
    expect(await deliveries('?state=pending')).toMatchObject([{ tries: 0 }, { tries: 2, nextAt: hooks.server.clock.now() + 30 }])
    hooks.server.clock.advance(30)
    await deliver()
    hooks.server.clock.advance(120)
    await deliver()
    expect(told().slice(2)).toEqual([...Array(3).fill('customer.banned customer:7'), 'customer.unbanned customer:7'])
    // Each event has the same id every time.
    expect(
      new Set(
        hooks.receiver.received.filter(({ record, type }) => type === 'customer.banned' && record === 'customer:7').map(({ id }) => id),
      ).size,
    ).toBe(1)
    expect(await deliveries('?state=delivered')).toHaveLength(3)
  })

  test('three days of failures disable the endpoint with a reason; re-enabling it sends what is pending', async () => {
    const id = await listen()
    await ban(7)
    hooks.receiver.answers(() => 'hangs up')
    await deliver()
    expect(await endpoints()).toMatchObject([{ failingSince: hooks.server.clock.now(), disabledAt: null, pending: 1, failed: 0 }])
    hooks.server.clock.advance(3 * day)
    hooks.browser = await signIn(hooks.server)
    await deliver()
    expect(await endpoints()).toMatchObject([
      {
        disabledAt: hooks.server.clock.now(),
        disabledReason: 'Nothing arrived for three days. The last time: The connection was broken off.',
        failed: 1,
      },
    ])
    await ban(8)
    await deliver()
    expect(hooks.receiver.received).toHaveLength(2)
    hooks.receiver.answers(() => ({ status: 200 }))
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
    hooks.receiver.answers(() => ({ status: 410 }))
    await deliver()
    expect(await endpoints()).toMatchObject([{ disabledReason: 'The endpoint says that it is gone (410).', pending: 1 }])
  })

  test('do not follow redirects, and keep only the start of a response', async () => {
    await listen()
    await ban(7)
    await ban(8)
    hooks.receiver.answers(({ record }) =>
      record === 'customer:7'
        ? { status: 302, headers: { location: `${hooks.receiver.url}/elsewhere` } }
        : { status: 500, body: 'x'.repeat(100_000) },
    )
    await deliver()
    expect(hooks.receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook'])
    const [second, first] = await deliveries()
    expect(first).toMatchObject({ status: 302, error: 'A redirect (302) is not followed.' })
    const { answer, body } = (await hooks.browser.get(`/webhook-deliveries/${second!.id}`)).json<{ answer: string; body: string }>()
    expect([answer.length, JSON.parse(body)]).toMatchObject([4096, { type: 'customer.banned' }])
  })

  test('a test shows the endpoint’s response; the secret is shown once and nowhere else', async () => {
    const { id, secret } = await ok('POST', '/webhook-endpoints', { url: `${hooks.receiver.url}/hook` })
    hooks.receiver.trust('/hook', secret)
    hooks.receiver.answers(() => ({ status: 200, body: 'thanks' }))
    expect(await ok('POST', `/webhook-endpoints/${String(id)}/test`)).toEqual({ status: 200, error: null, answer: 'thanks' })
    expect([told(), hooks.receiver.badSignatures]).toEqual([['test '], []])
    const seen = (await hooks.browser.get('/webhook-endpoints')).body + (await hooks.browser.get('/audit')).body
    expect(seen).not.toContain(secret)
    const stored = (await database.current.pool.query('SELECT secret FROM webhook_endpoints')).rows as [{ secret: string }]
    expect(stored[0].secret).toMatch(/^v1\./)
    await ok('DELETE', `/webhook-endpoints/${String(id)}`)
    expect(await endpoints()).toEqual([])
    const audit = (await hooks.browser.get('/audit?targetType=webhook')).json<{ rows: { action: string }[] }>().rows
    expect(audit.map(({ action }) => action)).toEqual(['webhook.delete', 'webhook.create'])
  })
})
