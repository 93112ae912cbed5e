import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { presence } from '../../server/db/schema/live.ts'
import { deleteLapsed } from '../../server/resources/live/presence.ts'
import type { LiveActivity, Presence, PresenceRecord } from '../../src/contract/live.ts'
import { buildTestApp, type TestApp } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { openStream } from '../support/live.ts'
import { type Browser, signIn, type TestStaff } from '../support/sign-in.ts'

type Person = Browser & { staff: TestStaff }
const record = { type: 'customer', id: 2 } as const

describeDatabase('who else has a record open', (engine) => {
  const database = engine.use()
  let server: TestApp
  let sam: Person
  let kim: Person

  beforeAll(async () => {
    server = await buildTestApp(database.current)
  })
  beforeEach(async () => {
    await database.empty()
    sam = await signIn(server, { rol: 2 })
    kim = await signIn(server, { rol: 2 })
  })
  afterAll(() => server.app.close())

  const put = async (
    person: Browser,
    activity: LiveActivity = 'viewing',
    { tab = 'tab-0001', open = record }: { tab?: string; open?: PresenceRecord | null } = {},
  ) => {
    const reply = await person.send('PUT', '/live/presence', { tab, record: open, activity })
    expect(reply.statusCode).toBe(200)
  }
  const seenBy = async (person: Browser, { type, id } = record) =>
    (await person.get(`/live/presence?type=${type}&id=${id}`)).json<Presence>().people
  const samIs = (activity: LiveActivity, since: number) => ({ id: sam.staff.id, name: sam.staff.name, activity, since })

  test('lists others, their activity and since when, but not the caller [1.7 live presence]', async () => {
    const since = server.clock.now()
    await put(sam)
    server.clock.advance(10)
    await put(sam)
    await put(kim, 'editing')
    expect(await seenBy(kim)).toEqual([samIs('viewing', since)])
    expect((await seenBy(sam)).map(({ id, activity }) => [id, activity])).toEqual([[kim.staff.id, 'editing']])
    server.clock.advance(10)
    await put(sam, 'refunding')
    expect(await seenBy(kim)).toEqual([samIs('refunding', since)])
    expect((await kim.get('/live/presence?type=qr&id=2')).json()).toEqual({ type: 'qr', id: 2, people: [] })
  })

  test('two tabs count as one person, with the strongest activity and the earliest start', async () => {
    const since = server.clock.now()
    await put(sam, 'writing-note')
    server.clock.advance(5)
    await put(sam, 'refunding', { tab: 'tab-0002' })
    server.clock.advance(5)
    await put(sam, 'viewing', { tab: 'tab-0003' })
    expect(await seenBy(kim)).toEqual([samIs('refunding', since)])
    await put(sam, 'viewing', { tab: 'tab-0002', open: null })
    expect(await seenBy(kim)).toEqual([samIs('writing-note', since)])
  })

  test('presence ends on leaving, opening another record, timeout or sign-out, and leaves no rows', async () => {
    await put(sam)
    await put(sam, 'viewing', { open: { type: 'qr', id: 9 } })
    expect(await seenBy(kim)).toEqual([])
    await put(sam, 'viewing', { open: null })
    await put(sam)
    expect(await seenBy(kim)).toHaveLength(1)
    server.clock.advance(30)
    expect(await seenBy(kim)).toEqual([])
    await deleteLapsed(database.current.orm, server.clock.now())
    expect(await database.current.orm.select().from(presence)).toEqual([])
    const since = server.clock.now()
    await put(sam)
    expect(await seenBy(kim)).toEqual([samIs('viewing', since)])
    await sam.get('/auth/logout')
    expect(await seenBy(kim)).toEqual([])
    expect(await database.current.orm.select().from(presence)).toEqual([])
  })

  test('notifies those with the record open when others arrive, change activity or leave', async () => {
    const others = await signIn(server)
    await put(kim)
    const [atKim, atOthers] = [await openStream(server, kim), await openStream(server, others)]
    const told = (count: number) => atKim.until(() => atKim.all('presence').length >= count && atKim.all('presence').at(-1))
    await put(sam)
    expect(await told(1)).toMatchObject({ ...record, people: [{ id: sam.staff.id, activity: 'viewing' }] })
    await put(sam)
    await put(sam, 'refunding')
    expect(await told(2)).toMatchObject({ people: [{ activity: 'refunding' }] })
    // Sam leaves without notice, while Kim keeps reporting.
    server.clock.advance(20)
    await put(kim)
    server.clock.advance(10)
    expect(await told(3)).toMatchObject({ ...record, people: [] })
    await put(sam)
    await told(4)
    await sam.get('/auth/logout')
    expect(await told(5)).toMatchObject({ people: [] })
    expect(atOthers.all('presence')).toEqual([])
    for (const stream of [atKim, atOthers]) stream.close()
  })

  test('limits a session to 20 tabs and rejects invalid bodies', async () => {
    for (let tab = 0; tab < 25; tab += 1) await put(sam, 'viewing', { tab: `tab-${1000 + tab}` })
    expect(await database.current.orm.select().from(presence)).toHaveLength(20)
    for (const body of [
      { tab: 'x', record, activity: 'viewing' },
      { tab: 'tab-0001', record: { type: 'audit', id: 1 }, activity: 'viewing' },
      { tab: 'tab-0001', record, activity: 'sleeping' },
    ])
      expect((await sam.send('PUT', '/live/presence', body)).statusCode).toBe(400)
  })

  test('can be switched off', async () => {
    const without = await buildTestApp(database.current, { presence: false })
    const person = await signIn(without)
    const { features } = (await person.get('/auth/me')).json<{ features: string[] }>()
    expect([features.includes('live'), features.includes('presence')]).toEqual([true, false])
    expect((await person.get('/live/presence?type=customer&id=2')).statusCode).toBe(404)
    expect((await person.send('PUT', '/live/presence', { tab: 'tab-0001', record, activity: 'viewing' })).statusCode).toBe(404)
    await without.app.close()
    expect((await sam.get('/auth/me')).json<{ features: string[] }>().features).toEqual(expect.arrayContaining(['live', 'presence']))
  })
})
