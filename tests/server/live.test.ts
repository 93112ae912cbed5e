import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sessions, staff } from '../../server/db/schema/staff.ts'
import { forgetChanges } from '../../server/resources/live/pruning.ts'
import { byItselfHeader } from '../../src/contract/endpoint.ts'
import type { LiveChanges } from '../../src/contract/live.ts'
import { liveTypes, mayReceive } from '../../src/contract/live.ts'
import { buildTestApp, type TestApp } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { makeProduct } from '../support/ingest.ts'
import { openStream } from '../support/live.ts'
import { insertAbuse, insertCustomers, insertPayments, insertQrs } from '../support/rows.ts'
import { type Browser, openBrowser, signIn, type TestStaff } from '../support/sign-in.ts'

type Person = Browser & { staff: TestStaff }

describeDatabase('what is told live', (engine) => {
  const database = engine.use()
  let server: TestApp
  let sam: Person
  let kim: Person

  beforeAll(async () => {
    server = await buildTestApp(database.current)
  })
  beforeEach(async () => {
    await database.empty()
    await insertCustomers(database.current, [{}, {}, {}])
    sam = await signIn(server, { rol: 2 })
    kim = await signIn(server, { rol: 2 })
  })
  afterAll(() => server.app.close())

  const samIs = () => ({ id: sam.staff.id, name: sam.staff.name })

  test('streams a colleague’s change with author and audit id [1.7 live]', async () => {
    const stream = await openStream(server, kim)
    expect(stream.all('changes')).toEqual([{ position: stream.position, behind: false, changes: [] }])
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    expect(stream.headers).not.toHaveProperty('content-encoding')
    const done = (await sam.send('PATCH', '/customers/2/ban', { banned: true })).json<{ auditId: number }>()
    const change = await stream.change({ type: 'customer' })
    expect(change).toMatchObject({ id: 2, customerId: 2, version: 2, by: samIs(), auditId: done.auditId })
    // An undo is a change like any other.
    await sam.send('POST', '/undo', { auditId: done.auditId })
    await stream.until(() => stream.changes().filter(({ type, by }) => type === 'customer' && by?.id === sam.staff.id).length === 2)
    stream.close()
  })

  test('events contain no values such as text, addresses or amounts', async () => {
    await insertQrs(database.current, [{ id: 4, userId: 2 }])
    await insertPayments(database.current, [{ id: 5, userId: 2, amount: 123_456 }])
    const stream = await openStream(server, kim)
    await sam.send('PATCH', '/customers/2/note', { text: 'geheim-note', version: null })
    await sam.send('PATCH', '/customers/2', { email: 'geheim@example.com', version: 1 })
    await sam.send('PATCH', '/qrs/4/uri', { uri: 'geheim-uri' })
    await database.current.pool.query(`UPDATE payments SET ip = '192.0.2.77', amount_refunded = 98765`)
    await stream.change({ type: 'note', id: 2, customerId: 2 })
    await stream.change({ type: 'customer', id: 2 })
    await stream.change({ type: 'qr', id: 4 })
    await stream.change({ type: 'payment', id: 5, by: null })
    expect(stream.text).not.toMatch(/geheim|192\.0\.2|98765|123456/)
    stream.close()
  })

  test('each role receives only events it may read', async () => {
    await insertAbuse(database.current, [{ id: 9 }])
    const boss = await signIn(server, { rol: 1 })
    const [forAll, forSome, forKim] = [await openStream(server, boss), await openStream(server, kim), await openStream(server, kim)]
    await boss.send('PATCH', '/abuse/9/status', { status: 1 })
    await boss.send('PATCH', '/customers/2/ban', { banned: true })
    for (const type of ['abuse-report', 'audit', 'customer'] as const) await forAll.change({ type })
    for (const stream of [forSome, forKim]) {
      await stream.change({ type: 'customer', id: 2 })
      expect(stream.changes().filter(({ type }) => !mayReceive(2, type))).toEqual([])
      stream.close()
    }
    const asked = (await kim.get(`/live/changes?after=${forSome.all('changes')[0]?.position}`)).json<LiveChanges>()
    expect([...new Set(asked.changes.map(({ type }) => type))]).toEqual(['customer'])
    forAll.close()
    expect(Object.keys(liveTypes).filter((type) => !mayReceive(2, type as keyof typeof liveTypes))).toEqual([
      'domain-rule',
      'webrisk',
      'abuse-report',
      'api-call',
      'user',
      'audit',
      'integration',
      'figures',
    ])
  })

  test('a reconnecting client receives missed changes once', async () => {
    const before = await openStream(server, kim)
    before.close()
    await sam.send('PATCH', '/customers/2/ban', { banned: true })
    const [byHeader, byQuery] = [
      await openStream(server, kim, { lastEventId: before.position }),
      await openStream(server, kim, { path: `/live?after=${before.position}` }),
    ]
    await sam.send('PATCH', '/customers/3/ban', { banned: true })
    for (const stream of [byHeader, byQuery]) {
      await stream.change({ type: 'customer', id: 3 })
      expect(stream.changes().map(({ type, id }) => [type, id])).toEqual([
        ['customer', 2],
        ['customer', 3],
      ])
      expect(stream.all('changes')[0]?.changes).toHaveLength(1)
      stream.close()
    }
  })

  test('reports being behind to a client whose position is too old or invalid', async () => {
    const before = await openStream(server, kim)
    before.close()
    await sam.send('PATCH', '/customers/2/ban', { banned: true })
    await forgetChanges(database.current.orm, -3600)
    for (const lastEventId of [before.position, 'zzzzzz:0:', 'what-is-this', 'x'.repeat(5000)]) {
      const stream = await openStream(server, kim, { lastEventId })
      expect(stream.all('changes')[0]).toMatchObject({ behind: true, changes: [] })
      stream.close()
    }
  })

  test('polling returns changes since the last position [1.7 live changes]', async () => {
    const first = (await kim.get('/live/changes')).json<LiveChanges>()
    expect(first).toMatchObject({ behind: false, changes: [] })
    await sam.send('PATCH', '/customers/2/ban', { banned: true })
    const second = (await kim.get(`/live/changes?after=${first.position}`)).json<LiveChanges>()
    expect(second.changes).toMatchObject([{ type: 'customer', id: 2, by: samIs() }])
    const third = (await kim.get(`/live/changes?after=${second.position}`)).json<LiveChanges>()
    expect(third).toMatchObject({ behind: false, changes: [] })
    expect((await kim.get(`/live/changes?after=${'x'.repeat(61)}`)).statusCode).toBe(400)
  })

  test('a stream ends at once with its session and cannot be reopened', async () => {
    const [one, other] = [await openStream(server, kim), await openStream(server, sam)]
    await kim.get('/auth/logout')
    expect(await one.end()).toEqual([{ reason: 'session' }])
    const boss = await signIn(server, { rol: 1 })
    await boss.send('DELETE', `/users/${sam.staff.id}`)
    expect(await other.end()).toEqual([{ reason: 'session' }])
    await expect(openStream(server, kim)).rejects.toThrow('401')
  })

  test('a stream ends when the role changes, so the console starts with the new one', async () => {
    const stream = await openStream(server, kim)
    await database.current.orm.update(staff).set({ rol: 1 }).where(eq(staff.id, kim.staff.id))
    // Any change to accounts or sessions makes the server check all streams.
    await openBrowser(server).get('/auth/logout')
    expect(await stream.end()).toEqual([{ reason: 'role' }])
  })

  test('limits an account to six streams by closing the oldest', async () => {
    const streams = [await openStream(server, kim)]
    for (let more = 0; more < 5; more += 1) streams.push(await openStream(server, kim))
    const others = await openStream(server, sam)
    streams.push(await openStream(server, kim))
    const [oldest, ...rest] = streams
    expect(await oldest?.end()).toEqual([{ reason: 'too-many' }])
    await sam.send('PATCH', '/customers/2/ban', { banned: true })
    for (const stream of [...rest, others]) {
      await stream.change({ type: 'customer', id: 2 })
      expect(stream.isEnded).toBe(false)
      stream.close()
    }
  })

  test('background requests of an open page do not keep the session alive', async () => {
    const { clock, context } = server
    const minutes = context.config.sessionIdleMinutes
    const seen = async () =>
      (await database.current.orm.select({ at: sessions.lastSeenAt }).from(sessions).where(eq(sessions.staffId, kim.staff.id)))[0]?.at
    const before = await seen()
    clock.advance((minutes - 1) * 60)
    const stream = await openStream(server, kim)
    await kim.get('/live/changes')
    await kim.send('PUT', '/live/presence', { tab: 'tab-0001', record: { type: 'customer', id: 2 }, activity: 'viewing' })
    await kim.get('/live/presence?type=customer&id=2')
    await kim.inject({ url: '/api/admin/customers/2', headers: { [byItselfHeader]: '1' } })
    expect(await seen()).toBe(before)
    clock.advance(120)
    await openBrowser(server).get('/auth/logout')
    expect(await stream.end()).toEqual([{ reason: 'session' }])
    await kim.get('/customers')
    expect((await kim.get('/live/changes')).statusCode).toBe(401)
  })

  test('combines a thousand ingested rows and many changes to one record into a few events', async () => {
    const product = await makeProduct(server)
    const row = (id: number, updatedAt: number) => ({
      externalId: `${id}`,
      updatedAt,
      createdAt: 1,
      email: `n${id}@example.com`,
      country: 'es',
    })
    const rows = (updatedAt: number) => Array.from({ length: 1_000 }, (_, index) => row(1_000 + index, updatedAt))
    const stream = await openStream(server, kim)
    for (const updatedAt of [10, 10, 20]) expect((await product.send('customers', rows(updatedAt))).statusCode).toBe(200)
    await Promise.all(Array.from({ length: 20 }, (_, index) => product.send('customers', [row(2, 100 + index)])))
    await product.send('customers', [{ ...row(3, 10), lastName: 'Last' }])
    await stream.change({ type: 'customer', id: 3 })
    const told = stream.changes().filter(({ type }) => type === 'customer')
    expect(told.filter(({ id }) => id !== 3).length).toBeLessThanOrEqual(4)
    expect(told.every(({ by, auditId }) => by === null && auditId === null)).toBe(true)
    stream.close()
  })

  test('rejects plain GET and HEAD requests with 400', async () => {
    expect((await kim.get('/live')).json()).toMatchObject({ error: 'bad_request' })
    const head = await kim.inject({ method: 'HEAD', url: '/api/admin/live', headers: { accept: 'text/event-stream' } })
    expect(head.statusCode).toBe(400)
  })
})

describeDatabase('many consoles', (engine) => {
  const database = engine.use()

  test('streams take no request slots, and the server can stop while they are open', async () => {
    const server = await buildTestApp(database.current, {}, { limits: { atOnce: 2, waitMs: 3_000 } })
    const people = await Promise.all(Array.from({ length: 5 }, () => signIn(server)))
    const streams = await Promise.all(people.flatMap((person) => [openStream(server, person), openStream(server, person)]))
    const replies = await Promise.all(people.map((person) => person.get('/customers')))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    await server.app.close()
    for (const stream of streams) await stream.until(() => stream.isEnded)
    expect(streams.flatMap((stream) => stream.all('end'))).toEqual([])
  })
})
