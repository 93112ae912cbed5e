import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { appSessions, customerNotes } from '../../server/db/schema/customer-records.ts'
import { customers } from '../../server/db/schema/customers.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import { bulkPart } from '../../src/contract/bulk.ts'
import { formatDate } from '../../src/contract/dates.ts'
import { maxNoteLength } from '../../src/contract/notes.ts'
import { undoSeconds } from '../../src/contract/undo.ts'
import { testStart } from '../support/app.ts'
import { describeEngines } from '../support/database.ts'
import { insertCustomers } from '../support/rows.ts'
import { useServer } from '../support/server.ts'
import { type Browser, signIn } from '../support/sign-in.ts'

const day = 86_400

interface Row {
  id: number
  refusal: string | null
  failure?: string
  effect?: string
  version?: number
}

describeEngines('bulk changes of customers', (engine) => {
  const { database, server, browser } = useServer(engine, { rol: 2, emptied: true, adapters: { timeoutMs: 2000 } })
  let batch: string

  beforeEach(async () => {
    const { orm } = database.current
    batch = randomUUID()
    await insertCustomers(database.current, [
      { firstName: 'Ana', lastName: 'Ruiz', email: 'ana@cafesol.es', subscriptionStatus: 'trialing', triallingEndsAt: testStart + 3 * day },
      { firstName: '', lastName: '', email: 'luis@prat.es', banned: true, whitelisted: true, subscriptionStatus: 'active' },
      {
        email: 'mia@kern.de',
        subscriptionStatus: 'trialing',
        stripeCustomerId: 'cus_3',
        stripeSubscriptionId: 'sub_3',
        currentPeriodEnd: testStart + 20 * day,
        triallingEndsAt: testStart + 5 * day,
      },
    ])
    await orm.insert(customerNotes).values({ userId: 2, note: 'Calls on Mondays.', createdAt: testStart - day, authorName: 'Sam' })
  })

  const send = (path: string, body: object, by: Browser = browser) => by.send('POST', path, body)
  const preview = async (change: object, ids: number[]) =>
    (await send('/customers/bulk/preview', { change, ids })).json<{ rows: Row[] }>().rows
  const run = async (change: object, ids: number[], versions?: number[]) => {
    const reply = await send('/customers/bulk', { batch, change, ids, ...(versions ? { versions } : {}) })
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply.json<{ rows: Row[] }>().rows
  }
  const undo = (by: Browser = browser) => send('/undo/batch', { batch }, by)
  const all = () => database.current.orm.select().from(customers).orderBy(asc(customers.id))
  const notes = async () =>
    new Map((await database.current.orm.select().from(customerNotes)).map(({ userId, note, authorName }) => [userId, [note, authorName]]))
  const audited = () => database.current.orm.select().from(auditLog).orderBy(asc(auditLog.id))
  const refusals = (rows: Row[]) => rows.map(({ refusal }) => refusal)
  const state = async () => ({
    customers: (await all()).map(({ version: _version, updatedAt: _updatedAt, ...row }) => row),
    notes: await notes(),
  })
  const gone = 'Customer 99 was not found.'

  const table: [string, object, (string | null)[], string][] = [
    ['note', { action: 'note', text: 'Sent the new prices.' }, [null, null, null, gone], 'note.write'],
    ['whitelist', { action: 'whitelist' }, [null, 'Already whitelisted.', null, gone], 'customer.whitelist'],
    ['unwhitelist', { action: 'unwhitelist' }, ['Not whitelisted.', null, 'Not whitelisted.', gone], 'customer.unwhitelist'],
    ['ban', { action: 'ban' }, [null, 'Already banned.', null, gone], 'customer.ban'],
    ['unban', { action: 'unban' }, ['Not banned.', null, 'Not banned.', gone], 'customer.unban'],
  ]

  test('appends a note to an existing one, only once and only up to the maximum length', async () => {
    const change = { action: 'note', text: '  Sent the new prices.\n' }
    await run(change, [1, 2])
    expect(await notes()).toEqual(
      new Map([
        [1, ['Sent the new prices.', browser.staff.name]],
        [2, ['Calls on Mondays.\n\nSent the new prices.', browser.staff.name]],
      ]),
    )
    batch = randomUUID()
    expect(refusals(await run(change, [1, 2, 3]))).toEqual(['The note already says this.', 'The note already says this.', null])
    expect(refusals(await run({ action: 'note', text: 'x'.repeat(maxNoteLength) }, [2]))).toEqual([
      `Together with the existing note, it would be longer than ${maxNoteLength} characters.`,
    ])
    // The next edit of a note uses the version that the bulk change wrote.
    const note = (await browser.get('/customers/2/note')).json<{ version: number }>()
    expect((await browser.send('PATCH', '/customers/2/note', { text: 'New', version: note.version - 1 })).statusCode).toBe(409)
    expect((await browser.send('PATCH', '/customers/2/note', { text: 'New', version: note.version })).statusCode).toBe(200)
  })

  test('applies a part only once when it is sent several times in parallel', async () => {
    const change = { action: 'note', text: 'Sent the new prices.' }
    const replies = await Promise.all([1, 2, 3, 4].map(() => run(change, [1, 2])))
    expect(replies.flatMap(refusals)).toEqual(Array.from({ length: 8 }, () => null))
    expect(await audited()).toHaveLength(2)
    expect((await notes()).get(2)?.[0]).toBe('Calls on Mondays.\n\nSent the new prices.')
  })

  test('undo skips customers changed since and reports them', async () => {
    await run({ action: 'ban' }, [1, 3])
    await database.current.orm.update(customers).set({ banned: false }).where(eq(customers.id, 1))
    expect((await undo()).json()).toEqual({ undone: 1, kept: [{ id: 1, refusal: 'Ana Ruiz has been changed since.' }] })
    batch = randomUUID()
    await run({ action: 'note', text: 'One' }, [1, 2])
    await browser.send('PATCH', '/customers/2/note', { text: 'Another', version: null }).then(async () => {
      const { version } = (await browser.get('/customers/2/note')).json<{ version: number }>()
      await browser.send('PATCH', '/customers/2/note', { text: 'Another', version })
    })
    expect((await undo()).json()).toEqual({ undone: 1, kept: [{ id: 2, refusal: 'luis@prat.es has been changed since.' }] })
    expect((await notes()).get(2)?.[0]).toBe('Another')
  })

  test('undo without a batch id reverts the whole batch; one too old or by another user cannot be undone', async () => {
    await run({ action: 'whitelist' }, [1, 3])
    expect((await undo(await signIn(server, { rol: 1 }))).statusCode).toBe(409)
    expect((await browser.get('/undo')).json()).toMatchObject({ changes: [{ batch, what: 'Whitelisting of 2 customers' }] })
    expect((await send('/undo', {})).json()).toMatchObject({ message: 'Whitelisting of 2 customers was undone.' })
    batch = randomUUID()
    await run({ action: 'whitelist' }, [1])
    server.clock.advance(undoSeconds + 1)
    expect((await undo()).json()).toMatchObject({ undone: 0, kept: [{ id: 1 }] })
    server.clock.advance(-undoSeconds - 1)
  })

  test('returns the ids of all customers that match the list’s filters [1.7 customers ids]', async () => {
    const matching = async (query: string) => (await browser.get(`/customers/ids?${query}`)).json<object>()
    expect(await matching('')).toEqual({ ids: [3, 2, 1], total: 3 })
    expect(await matching('status=trialing&page=4')).toEqual({ ids: [3, 1], total: 2 })
    expect(await matching('searchTerm=cafesol&exactSearch=false')).toEqual({ ids: [1], total: 1 })
    expect(await matching('searchTerm=cafesol')).toEqual({ ids: [], total: 0 })
    expect((await browser.get('/customers/ids?status=nonsense')).statusCode).toBe(400)
  })

  // No locks, searches or sorts, so both engines behave the same.
  if (!engine.testsShared) return

  test('writes a thousand notes in parts of a hundred and undoes them together', async () => {
    const ids = Array.from({ length: 1000 }, (_, index) => 101 + index)
    await insertCustomers(
      database.current,
      ids.map((id) => ({ id })),
    )
    for (let from = 0; from < ids.length; from += bulkPart)
      expect(new Set(refusals(await run({ action: 'note', text: 'Hi' }, ids.slice(from, from + bulkPart))))).toEqual(new Set([null]))
    expect((await notes()).size).toBe(1001)
    expect((await undo()).json()).toEqual({ undone: 1000, kept: [] })
    expect((await notes()).size).toBe(1)
  })

  test.each(table)(
    '%s: accepts or rejects each customer as previewed, and one undo reverts all [1.7 customers bulk preview] [1.7 customers bulk]',
    async (_name, change, expected, action) => {
      const ids = [1, 2, 3, 99]
      const before = await state()
      const shown = await preview(change, ids)
      expect(shown.map(({ id }) => id)).toEqual(ids)
      expect(refusals(shown)).toEqual(expected)
      expect(await state()).toEqual(before)
      expect(await audited()).toEqual([])

      expect(refusals(await run(change, ids))).toEqual(expected)
      const done = ids.filter((_, index) => expected[index] === null)
      expect((await audited()).map((row) => [row.action, row.targetType, row.targetId])).toEqual(done.map((id) => [action, 'customer', id]))
      expect((await audited()).every((row) => row.batch === batch && row.reversible && row.actorId === browser.staff.id)).toBe(true)
      expect(await state()).not.toEqual(before)

      expect((await undo()).json()).toEqual({ undone: done.length, kept: [] })
      expect(await state()).toEqual(before)
      expect((await undo()).json()).toMatchObject({ statusCode: 409, error: 'nothing_to_undo' })
    },
  )

  test('the preview lists the customers and the effect on each', async () => {
    expect(await preview({ action: 'note', text: 'Sent the new prices.' }, [1, 2, 99])).toEqual([
      { id: 1, name: 'Ana Ruiz', uri: 'ana@cafesol.es', refusal: null, version: 1, effect: 'becomes the note' },
      {
        id: 2,
        name: 'luis@prat.es',
        uri: 'luis@prat.es',
        refusal: null,
        version: 1,
        effect: `added below the note by Sam of ${formatDate(testStart - day)}`,
      },
      { id: 99, name: '', uri: '', refusal: gone },
    ])
    const [trial] = await preview({ action: 'extend-trial', days: 7 }, [1])
    expect(trial?.effect).toBe(`${formatDate(testStart + 3 * day)} → ${formatDate(testStart + 10 * day)}`)
  })

  test('a ban ends the app sessions of newly banned customers', async () => {
    await database.current.orm.insert(appSessions).values([1, 2].map((userId) => ({ userId, createdAt: testStart })))
    await run({ action: 'ban' }, [1, 2])
    const rows = await database.current.orm.select().from(appSessions).orderBy(asc(appSessions.userId))
    expect(rows.map(({ endedAt }) => endedAt)).toEqual([testStart, null])
  })

  describe('at the payment provider', () => {
    const extend = { action: 'extend-trial', days: 7 }

    test('extends the trial of each eligible customer, without undo [1.7 customers bulk]', async () => {
      const shown = await preview(extend, [1, 2, 3])
      expect(refusals(shown)).toEqual([
        null,
        'Not on trial. The subscription is active. A trial can be extended while it runs, after its end, or if the subscription is incomplete or canceled.',
        null,
      ])
      const versions = shown.map(({ version }) => version ?? 0)
      expect(refusals(await run(extend, [1, 2, 3], versions))).toEqual(refusals(shown))
      const ends = (await all()).map(({ triallingEndsAt }) => triallingEndsAt)
      expect([ends[0], ends[2]]).toEqual([testStart + 10 * day, testStart + 12 * day])
      expect((await server.sandbox.customer('cus_3'))?.subscription?.trialEnd).toBe(testStart + 12 * day)
      expect((await audited()).map(({ targetId, reversible }) => [targetId, reversible])).toEqual([
        [1, false],
        [3, false],
      ])
      expect((await undo()).json()).toMatchObject({ error: 'nothing_to_undo' })
      // Sending it again has no further effect.
      expect(refusals(await run(extend, [1, 3], [1, 1]))).toEqual([null, null])
      expect((await all())[0]?.triallingEndsAt).toBe(testStart + 10 * day)
    })

    test('parallel requests extend a trial once', async () => {
      const replies = await Promise.all([1, 2, 3].map(() => run(extend, [1, 3], [1, 1])))
      expect(replies.flatMap(refusals)).toEqual(Array.from({ length: 6 }, () => null))
      expect((await all()).map(({ triallingEndsAt }) => triallingEndsAt).filter((end) => end !== null)).toEqual([
        testStart + 10 * day,
        testStart + 12 * day,
      ])
    })

    test('rejects customers changed since the preview and processes the others', async () => {
      await browser.send('PATCH', '/customers/1', { qrLimit: 9, version: 1 })
      expect(refusals(await run(extend, [1, 3], [1, 1]))).toEqual([
        'Ana Ruiz was changed by somebody else since you opened it: nothing was saved.',
        null,
      ])
    })

    test('a provider failure for one customer does not stop the others and can be retried', async () => {
      server.sandbox.faults.set([{ operation: 'extendTrial', kind: 'lost-after', times: 1 }])
      const rows = await run(extend, [3, 1], [1, 1])
      expect(rows[0]).toMatchObject({ id: 3, refusal: null })
      expect(rows[0]?.failure).toBeTruthy()
      expect(rows[1]).toEqual({ id: 1, refusal: null })
      server.sandbox.faults.clear()
      expect(await run(extend, [3, 1], [1, 1])).toEqual([
        { id: 3, refusal: null },
        { id: 1, refusal: null },
      ])
    })

    test('syncs from the provider and rejects customers unknown to it', async () => {
      expect(await run({ action: 'sync' }, [1, 3])).toEqual([
        { id: 1, refusal: 'Unknown to the payment provider.' },
        { id: 3, refusal: null },
      ])
      expect((await audited()).map(({ action, targetId, batch: of }) => [action, targetId, of])).toEqual([['customer.sync', 3, batch]])
    })

    test('rejects a trial extension without a version for each customer', async () => {
      for (const versions of [undefined, [1]])
        expect((await send('/customers/bulk', { batch, change: extend, ids: [1, 3], versions })).statusCode).toBe(400)
    })
  })

  test.each([
    { change: { action: 'delete' }, ids: [1] },
    { change: { action: 'note', text: '  ' }, ids: [1] },
    { change: { action: 'note', text: 'x'.repeat(maxNoteLength + 1) }, ids: [1] },
    { change: { action: 'extend-trial', days: 366 }, ids: [1], versions: [1] },
    { change: { action: 'ban', banned: true }, ids: [1] },
    { change: { action: 'ban' }, ids: [] },
    { change: { action: 'ban' }, ids: Array.from({ length: bulkPart + 1 }, (_, index) => index + 1) },
  ])('rejects invalid request %#', async (body) => {
    expect((await send('/customers/bulk', { batch, ...body })).statusCode).toBe(400)
  })
})
