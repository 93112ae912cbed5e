import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { folders, qrs } from '../../server/db/schema/qrs.ts'
import { blacklistedDomains, whitelistedDomains } from '../../server/db/schema/security.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import { bulkPart } from '../../src/contract/bulk.ts'
import { undoSeconds } from '../../src/contract/undo.ts'
import { testStart } from '../support/app.ts'
import { describeEngines } from '../support/database.ts'
import { insertCustomers, insertManyQrs, insertQrs } from '../support/rows.ts'
import { useServer } from '../support/server.ts'
import { type Browser, signIn } from '../support/sign-in.ts'

interface Rows {
  rows: { id: number; refusal: string | null }[]
}

describeEngines('bulk changes of QRs', (engine) => {
  const { database, server, browser } = useServer(engine, { rol: 2, emptied: true })
  let batch: string

  beforeEach(async () => {
    const { orm } = database.current
    batch = randomUUID()
    await insertCustomers(database.current, [{}, { qrLimit: 2 }, {}])
    await orm.insert(folders).values({ id: 1, name: 'A', createdAt: testStart, userId: 1 })
    await insertQrs(database.current, [
      { name: 'One', content: { url: 'https://evil.example/1' }, folderId: 1 },
      { name: 'Two', content: { url: 'https://evil.example/2' }, stopped: 1 },
      { name: 'Three', content: { url: 'https://other.example/' }, status: 2 },
      { name: '', uri: 'four', content: { text: 'x' }, userId: 3, whitelisted: true },
      { name: 'Five', content: { url: 'https://good.example' }, userId: 3 },
    ])
    await orm.insert(whitelistedDomains).values({ domain: 'good.example', createdAt: testStart })
  })

  const send = (path: string, body: object, by: Browser = browser) => by.send('POST', path, body)
  const preview = async (change: object, ids: number[]) => (await send('/qrs/bulk/preview', { change, ids })).json<Rows>().rows
  const run = async (change: object, ids: number[]) => {
    const reply = await send('/qrs/bulk', { batch, change, ids })
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply.json<Rows>().rows
  }
  const undo = (by: Browser = browser) => send('/undo/batch', { batch }, by)
  const all = () => database.current.orm.select().from(qrs).orderBy(asc(qrs.id))
  const statuses = async () => (await all()).map(({ status, stopped }) => `${status}${stopped}`)
  const owners = async () => (await all()).map(({ userId }) => userId)
  const audited = () => database.current.orm.select().from(auditLog).orderBy(asc(auditLog.id))
  const refusals = (rows: Rows['rows']) => rows.map(({ refusal }) => refusal)

  const table: [string, object, (string | null)[]][] = [
    [
      'status',
      { action: 'status', status: 'active' },
      ['Already active.', null, null, 'Already active.', 'Already active.', 'QR 99 was not found.'],
    ],
    ['whitelist', { action: 'whitelist' }, [null, null, null, 'Already whitelisted.', null, 'QR 99 was not found.']],
    [
      'blacklist',
      { action: 'blacklist' },
      [
        null,
        'The domain is already blacklisted',
        null,
        'No domain to block. It leads to no web address.',
        'good.example is an allowed domain.',
        'QR 99 was not found.',
      ],
    ],
    [
      'transfer over a limit',
      { action: 'transfer', destiny: 2 },
      [
        null,
        null,
        'The destination may have 2 QR codes and has 2.',
        'The destination may have 2 QR codes and has 2.',
        'The destination may have 2 QR codes and has 2.',
        'QR 99 was not found.',
      ],
    ],
    [
      'transfer to one of the owners',
      { action: 'transfer', destiny: 3 },
      [null, null, null, 'The QR codes are already theirs.', 'The QR codes are already theirs.', 'QR 99 was not found.'],
    ],
  ]

  test('resending a part repeats nothing and retries what failed [2.7 qr bulk]', async () => {
    const change = { action: 'status', status: 'stopped' }
    expect(refusals(await run(change, [1, 2, 3]))).toEqual([null, 'Already stopped.', null])
    await database.current.orm.update(qrs).set({ status: 1, stopped: 0 }).where(eq(qrs.id, 2))
    const recorded = (await audited()).length
    expect(refusals(await run(change, [1, 2, 3]))).toEqual([null, null, null])
    expect(await audited()).toHaveLength(recorded + 1)
    expect((await all()).slice(0, 3).map(({ version }) => version)).toEqual([2, 2, 2])
  })

  test('a part sent several times in parallel takes effect once', async () => {
    const change = { action: 'transfer', destiny: 3 }
    const replies = await Promise.all([1, 2, 3, 4].map(() => run(change, [1, 2])))
    expect(replies.flatMap(refusals)).toEqual(Array.from({ length: 8 }, () => null))
    expect((await audited()).filter(({ targetType }) => targetType === 'qr')).toHaveLength(2)
    expect(await owners()).toEqual([3, 3, 1, 3, 3])
  })

  test('undo reverts what nobody changed since, and reports what it kept [1.7 undo batch] [2.7 undo batch]', async () => {
    await run({ action: 'status', status: 'deleted' }, [1, 2, 3, 5])
    await browser.send('PATCH', '/qrs/2/status', { status: 'active' })
    await database.current.orm.delete(qrs).where(eq(qrs.id, 3))
    expect((await undo()).json()).toEqual({
      undone: 2,
      kept: [
        { id: 2, refusal: 'Two has been changed since.' },
        { id: 3, refusal: 'It is gone.' },
      ],
    })
    expect(await statuses()).toEqual(['10', '10', '10', '10'])
    const undoing = (await audited()).slice(-2)
    expect(undoing.map(({ action, targetId, reversible }) => [action, targetId, reversible])).toEqual([
      ['qr.status', 1, false],
      ['qr.status', 5, false],
    ])
    expect((await audited()).find(({ targetId }) => targetId === 1)?.undoneBy).toBe(undoing[0]?.id)
  })

  test('undo without an id reverts the newest change as a whole, then earlier ones', async () => {
    await browser.send('PATCH', '/qrs/5/whitelist', {})
    await run({ action: 'whitelist' }, [1, 2])
    expect((await send('/undo', {})).json()).toMatchObject({
      action: 'qr.whitelist',
      targetType: 'qr',
      message: 'Whitelisting of 2 QR codes was undone.',
    })
    expect((await send('/undo', {})).json()).toMatchObject({ targetId: 5 })
    expect((await all()).filter(({ whitelisted }) => whitelisted).map(({ id }) => id)).toEqual([4])
  })

  test('undo without an id says what stays and why, then moves on to earlier changes', async () => {
    await browser.send('PATCH', '/qrs/5/whitelist', {})
    await run({ action: 'whitelist' }, [1, 2])
    await database.current.orm.update(qrs).set({ whitelisted: false }).where(eq(qrs.id, 2))
    expect((await send('/undo', {})).json<{ message: string }>().message).toMatch(
      /^Whitelisting of 1 QR code was undone\. 1 stays as it is: .+ has been changed since\.$/,
    )
    expect((await send('/undo', {})).json()).toMatchObject({ targetId: 5 })
  })

  test('undo without an id, if everything was changed since, says so and where earlier changes are', async () => {
    await browser.send('PATCH', '/qrs/5/whitelist', {})
    await run({ action: 'whitelist' }, [1])
    await database.current.orm.update(qrs).set({ whitelisted: false }).where(eq(qrs.id, 1))
    expect((await send('/undo', {})).json()).toEqual({
      statusCode: 409,
      error: 'nothing_to_undo',
      message: 'Nothing was undone. 1 stays as it is: One has been changed since. Earlier changes are in the list of what you can undo.',
    })
  })

  test('one change of a batch can be undone by its audit row', async () => {
    await run({ action: 'whitelist' }, [1, 2])
    const auditId = (await audited()).find(({ targetId, batch }) => targetId === 1 && batch !== null)?.id
    expect((await send('/undo', { auditId })).statusCode).toBe(200)
    expect((await undo()).json()).toEqual({ undone: 1, kept: [] })
  })

  const matching = async (query: string) => {
    const reply = await browser.get(`/qrs/ids?${query}`)
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply.json<{ ids: number[]; total: number }>()
  }

  test('finds all matching ids by the list filters, without archived QRs [2.7 qr ids]', async () => {
    await insertQrs(database.current, [{ id: 10, archived: true, name: 'One' }])
    expect(await matching('')).toEqual({ ids: [5, 4, 3, 2, 1], total: 5 })
    expect(await matching('customer=3')).toEqual({ ids: [5, 4], total: 2 })
    expect(await matching('searchTerm=one&searchMode=name')).toEqual({ ids: [1], total: 1 })
    expect(await matching('searchTerm=URI-')).toEqual({ ids: [5, 3, 2, 1], total: 4 })
    expect(await matching('type=wifi')).toEqual({ ids: [], total: 0 })
    expect(await matching('scansFrom=1000000')).toEqual({ ids: [], total: 0 })
    expect(await matching(`from=${testStart + 1}`)).toEqual({ ids: [], total: 0 })
    expect((await browser.get('/qrs/ids?type=nonsense')).statusCode).toBe(400)
  })

  // No locks, searches or sorts, so both engines behave the same.
  if (!engine.testsShared) return

  test('returns at most ten thousand matching ids, with one more in the total if there are more', async () => {
    await insertManyQrs(database.current, { from: 1000, count: 10_003, type: 'pdf' })
    const { ids, total } = await matching('type=pdf')
    expect([ids.length, total, new Set(ids).size]).toEqual([10_000, 10_001, 10_000])
  })

  describe('of a thousand', () => {
    test('run in parts of a hundred and are undone together', async () => {
      const ids = Array.from({ length: 1000 }, (_, index) => 101 + index)
      await insertQrs(
        database.current,
        ids.map((id) => ({ id })),
      )
      for (let from = 0; from < ids.length; from += bulkPart)
        expect(new Set(refusals(await run({ action: 'status', status: 'stopped' }, ids.slice(from, from + bulkPart))))).toEqual(
          new Set([null]),
        )
      expect((await undo()).json()).toEqual({ undone: 1000, kept: [] })
      expect((await statuses()).slice(5).every((status) => status === '10')).toBe(true)
    })
  })

  test.each(table)('%s: applies to each QR separately, as previewed [2.7 qr bulk preview]', async (_name, change, expected) => {
    const ids = [1, 2, 3, 4, 5, 99]
    const before = await all()
    const shown = await preview(change, ids)
    expect(shown.map(({ id }) => id)).toEqual(ids)
    expect(refusals(shown)).toEqual(expected)
    expect(await all()).toEqual(before)
    expect(await audited()).toEqual([])

    expect(refusals(await run(change, ids))).toEqual(expected)
    const done = ids.filter((_, index) => expected[index] === null)
    const ofQrs = (await audited()).filter(({ targetType }) => targetType === 'qr')
    expect(ofQrs.map(({ targetId }) => targetId).sort((a, b) => a - b)).toEqual(done)
    expect(ofQrs.every((row) => row.batch === batch && row.reversible && row.actorId === browser.staff.id)).toBe(true)

    expect((await undo()).json()).toEqual({ undone: done.length, kept: [] })
    const undone = await all()
    expect(undone.map(({ version: _version, updatedAt: _updatedAt, ...row }) => row)).toEqual(
      before.map(({ version: _version, updatedAt: _updatedAt, ...row }) => row),
    )
    expect(await database.current.orm.$count(blacklistedDomains)).toBe(0)
  })

  test('a preview names the QRs', async () => {
    const shown = await preview({ action: 'whitelist' }, [4, 99])
    expect(shown).toEqual([
      { id: 4, name: '', uri: 'four', refusal: 'Already whitelisted.' },
      { id: 99, name: '', uri: '', refusal: 'QR 99 was not found.' },
    ])
  })

  test('another user’s batch with the same id is a separate change', async () => {
    await run({ action: 'status', status: 'blocked' }, [1])
    const other = await signIn(server, { rol: 2 })
    const reply = await send('/qrs/bulk', { batch, change: { action: 'status', status: 'active' }, ids: [1] }, other)
    expect(reply.json<Rows>().rows).toEqual([{ id: 1, refusal: null }])
    expect((await undo()).json()).toEqual({ undone: 0, kept: [{ id: 1, refusal: 'One has been changed since.' }] })
    expect((await undo(other)).json()).toEqual({ undone: 1, kept: [] })
    expect((await undo()).json()).toEqual({ undone: 1, kept: [] })
    expect((await statuses())[0]).toBe('10')
  })

  test('does not undo a batch twice or another user’s batch', async () => {
    await run({ action: 'whitelist' }, [1])
    const other = await signIn(server, { rol: 1 })
    expect((await undo(other)).json()).toMatchObject({ statusCode: 409, error: 'nothing_to_undo' })
    expect((await undo()).statusCode).toBe(200)
    expect((await undo()).json()).toMatchObject({ statusCode: 409, error: 'nothing_to_undo' })
  })

  test('cannot be undone once too old', async () => {
    await run({ action: 'whitelist' }, [1])
    server.clock.advance(undoSeconds + 1)
    expect((await undo()).json()).toEqual({
      undone: 0,
      kept: [{ id: 1, refusal: 'This change is older than 10 minutes: it can’t be undone any more.' }],
    })
    expect((await all())[0]?.whitelisted).toBe(true)
  })

  test('a transfer is audited for both customers, once per part', async () => {
    await run({ action: 'transfer', destiny: 3 }, [1, 2])
    const ends = (await audited()).filter(({ targetType }) => targetType === 'customer')
    expect(ends).toMatchObject([
      { targetId: 1, after: { transferred: 2, destiny: 3 }, batch: null },
      { targetId: 3, after: { received: 2, origin: 1 }, batch: null },
    ])
  })

  test.each([
    [{ change: { action: 'transfer', destiny: 99 }, ids: [1] }, 404],
    [{ change: { action: 'transfer', destiny: 0 }, ids: [1] }, 400],
    [{ change: { action: 'delete' }, ids: [1] }, 400],
    [{ change: { action: 'whitelist' }, ids: [] }, 400],
    [{ change: { action: 'whitelist' }, ids: Array.from({ length: bulkPart + 1 }, (_, index) => index + 1) }, 400],
    [{ change: { action: 'whitelist', more: 1 }, ids: [1] }, 400],
  ])('%j is rejected', async (body, statusCode) => {
    expect((await send('/qrs/bulk/preview', body)).statusCode).toBe(statusCode)
    expect((await send('/qrs/bulk', { batch, ...body })).statusCode).toBe(statusCode)
    expect((await send('/qrs/bulk', { ...body, batch: 'mine' })).statusCode).toBe(400)
  })
})
