import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { writeAudit } from '../../server/audit/write.ts'
import { appSessions } from '../../server/db/schema/customer-records.ts'
import { customers } from '../../server/db/schema/customers.ts'
import { qrs } from '../../server/db/schema/qrs.ts'
import { blacklistedDomains, webrisk } from '../../server/db/schema/security.ts'
import { auditLog, staff } from '../../server/db/schema/staff.ts'
import { undoSeconds } from '../../src/contract/undo.ts'
import { describeEngines } from '../support/database.ts'
import { insertQrs, insertWebrisk } from '../support/rows.ts'
import { type Browser, openBrowser, signIn, type TestStaff } from '../support/sign-in.ts'
import { useUndo } from '../support/undo.ts'

describeEngines('POST /undo', (engine) => {
  const world = useUndo(engine)
  const { database, ban, undo, banned, refusal } = world

  const stored = async (id = 1) => (await database.current.orm.select().from(customers).where(eq(customers.id, id)))[0]
  const audited = () => database.current.orm.select().from(auditLog).orderBy(asc(auditLog.id))

  test('undoes the given change and audits the undo [1.7 undo]', async () => {
    const auditId = await ban(1)
    world.server.clock.advance(30)
    const reply = await undo({ auditId })
    const [change, undoing] = await audited()
    expect(reply.json()).toEqual({
      success: true,
      auditId: undoing?.id,
      undoable: false,
      action: 'customer.ban',
      targetType: 'customer',
      targetId: 1,
      undoes: change?.id,
      message: 'Ban of Ana López was undone.',
    })
    expect(change).toMatchObject({ id: auditId, undoneBy: undoing?.id })
    expect(undoing).toMatchObject({
      action: 'customer.unban',
      at: world.start + 30,
      actorId: world.browser.staff.id,
      targetType: 'customer',
      targetId: 1,
      before: { banned: true },
      after: { banned: false },
      reversible: false,
      undoneBy: null,
      ip: '127.0.0.1',
    })
    const customer = await stored()
    expect(customer).toMatchObject({ banned: false, version: 3, updatedAt: world.start + 30 })
  })

  test('bans again when an unban is undone, and shows the e-mail of a nameless customer', async () => {
    await ban(2)
    await ban(2, false)
    await database.current.orm.insert(appSessions).values({ userId: 2, createdAt: world.start })
    expect((await undo()).json()).toMatchObject({ action: 'customer.unban', message: 'Unban of bo@example.com was undone.' })
    expect(await banned()).toEqual([false, true])
    expect((await database.current.orm.select().from(appSessions))[0]?.endedAt).toBe(world.start)
  })

  test('does not restore app sessions that the ban ended', async () => {
    await database.current.orm.insert(appSessions).values({ userId: 1, createdAt: world.start })
    await ban(1)
    world.server.clock.advance(5)
    await undo()
    expect((await database.current.orm.select().from(appSessions))[0]?.endedAt).toBe(world.start)
  })

  test('without an id undoes the newest change, then the one before, and never an undo', async () => {
    await ban(1)
    await ban(2)
    expect((await undo()).json()).toMatchObject({ targetId: 2 })
    expect((await undo()).json()).toMatchObject({ targetId: 1 })
    expect((await undo()).json()).toEqual(refusal('There is nothing to undo.'))
    expect(await banned()).toEqual([false, false])
    expect(await audited()).toHaveLength(4)
  })

  test('undoes a change only once', async () => {
    const auditId = await ban(1)
    await undo({ auditId })
    expect((await undo({ auditId })).json()).toEqual(refusal('This change has been undone already.'))
    expect(await banned()).toEqual([false, false])
  })

  test('archives the unarchived QR codes again, and only those', async () => {
    await insertQrs(database.current, [
      { userId: 1, archived: true },
      { userId: 1, archived: false },
      { userId: 1, archived: true },
    ])
    await database.current.orm.update(customers).set({ archived: 1 }).where(eq(customers.id, 1))
    const states = async () => {
      const rows = await database.current.orm.select().from(qrs).orderBy(asc(qrs.id))
      const customer = await stored()
      return { customer: customer?.archived, qrs: rows.map(({ archived }) => archived) }
    }
    const before = await states()
    const unarchive = () => world.browser.send('PATCH', '/customers/1/unarchive-qrs', {})
    expect((await unarchive()).json()).toMatchObject({ undoable: true })
    expect(await states()).toEqual({ customer: 0, qrs: [false, false, false] })
    expect((await undo()).json()).toMatchObject({ message: 'Unarchiving of the QR codes of Ana López was undone.' })
    expect(await states()).toEqual(before)
    expect((await audited()).map(({ action }) => action)).toEqual(['customer.unarchive-qrs', 'customer.archive-qrs'])
    await unarchive()
    await database.current.orm.update(qrs).set({ archived: true }).where(eq(qrs.id, 1))
    expect((await undo()).json()).toEqual(refusal('Ana López has been changed since: nothing was undone.'))
  })

  test('does not undo an undo', async () => {
    const auditId = await ban(1)
    const undoing = (await undo({ auditId })).json<{ auditId: number }>().auditId
    expect((await undo({ auditId: undoing })).json()).toEqual(refusal('This change can’t be undone.'))
  })

  test('a change can be undone for ten minutes', async () => {
    const first = await ban(1)
    world.server.clock.advance(undoSeconds)
    expect((await undo({ auditId: first })).statusCode).toBe(200)
    const second = await ban(1)
    world.server.clock.advance(undoSeconds + 1)
    expect((await undo({ auditId: second })).json()).toEqual(refusal('This change is older than 10 minutes: it can’t be undone any more.'))
    expect((await undo()).json()).toEqual(refusal('There is nothing to undo.'))
    expect(await banned()).toEqual([true, false])
  })

  test("does not undo a colleague's change", async () => {
    const auditId = await ban(1)
    const colleague = await signIn(world.server, { rol: 1 })
    expect((await undo({ auditId }, colleague)).json()).toEqual(refusal('Only your own changes can be undone.'))
    expect((await undo({}, colleague)).json()).toEqual(refusal('There is nothing to undo.'))
    expect(await banned()).toEqual([true, false])
  })

  describe('by a user who has since become role 2', () => {
    let demoted: Browser & { staff: TestStaff }
    const forbidden = { statusCode: 403, error: 'forbidden', message: 'Your account may not do this.' }
    const demote = () => database.current.orm.update(staff).set({ rol: 2 }).where(eq(staff.id, demoted.staff.id))

    beforeEach(async () => {
      for (const table of [webrisk, blacklistedDomains]) await database.current.orm.delete(table)
      demoted = await signIn(world.server, { rol: 1 })
      await insertWebrisk(database.current, [{ status: 2 }])
    })

    test('rejects changes only role 1 may make', async () => {
      const { auditId } = (await demoted.send('POST', '/blacklisted-domains', { domain: 'evil.example' })).json<{ auditId: number }>()
      await demote()
      expect((await undo({ auditId }, demoted)).json()).toEqual(forbidden)
      expect((await undo({}, demoted)).json()).toEqual(refusal('There is nothing to undo.'))
      expect(await database.current.orm.select().from(blacklistedDomains)).toHaveLength(1)
      expect(await audited()).toHaveLength(1)
    })

    test('rejects a batch of such changes', async () => {
      const batch = randomUUID()
      const [entry] = await database.current.orm.select().from(webrisk)
      await demoted.send('POST', '/webrisk/bulk', { batch, change: { action: 'status', status: 1 }, ids: [entry?.id] })
      await demote()
      expect((await demoted.send('POST', '/undo/batch', { batch })).json()).toEqual(forbidden)
      expect(await database.current.orm.select().from(webrisk)).toMatchObject([{ status: 1 }])
      expect(await audited()).toMatchObject([{ action: 'webrisk.status', undoneBy: null }])
    })

    test('undoes changes role 2 may make, single or in bulk', async () => {
      const auditId = await ban(1, true, demoted)
      const batch = randomUUID()
      await insertQrs(database.current, [{}])
      await demoted.send('POST', '/qrs/bulk', { batch, change: { action: 'status', status: 'blocked' }, ids: [1] })
      await demote()
      expect((await undo({ auditId }, demoted)).statusCode).toBe(200)
      expect((await demoted.send('POST', '/undo/batch', { batch })).json()).toEqual({ undone: 1, kept: [] })
    })
  })

  test('changes nothing if the record has changed since', async () => {
    const colleague = await signIn(world.server)
    const auditId = await ban(1)
    await ban(1, false, colleague)
    expect((await undo({ auditId })).json()).toEqual(refusal('Ana López has been changed since: nothing was undone.'))
    expect((await audited()).map(({ undoneBy }) => undoneBy)).toEqual([null, null])
    // The record is back in the state that the change made, so it can be undone.
    await ban(1, true, colleague)
    expect((await undo({ auditId })).statusCode).toBe(200)
  })

  describe('for edited fields', () => {
    const edit = (body: object, id = 1, by: Browser = world.browser) => by.send('PATCH', `/customers/${id}`, body)
    const found = async (term: string) => (await world.browser.get(`/customers/find/${encodeURIComponent(term)}`)).statusCode === 200

    test('restores each old value, and finds the customer by the former e-mail again', async () => {
      await database.current.orm.update(customers).set({ bulkLimit: 7, allowSepa: false }).where(eq(customers.id, 1))
      await edit({ email: 'new@example.com', bulkLimit: null, qrLimit: 9, allowSepa: true })
      expect((await undo()).json()).toMatchObject({ action: 'customer.edit', message: 'Edit of Ana López was undone.' })
      expect(await stored()).toMatchObject({ email: 'customer1@example.com', bulkLimit: 7, qrLimit: null, allowSepa: false, version: 3 })
      expect([await found('customer1@example.com'), await found('new@example.com')]).toEqual([true, false])
      const [change, undoing] = await audited()
      expect(undoing).toMatchObject({ action: 'customer.edit', before: change?.after, after: change?.before, reversible: false })
    })

    test('is refused if another account now has the former e-mail', async () => {
      await edit({ email: 'new@example.com' })
      expect((await edit({ email: 'Customer1@example.com' }, 2, await signIn(world.server))).statusCode).toBe(200)
      expect((await undo()).json()).toEqual(refusal('customer1@example.com is used by another customer by now: nothing was undone.'))
      expect(await stored()).toMatchObject({ email: 'new@example.com', version: 2 })
      expect((await audited())[0]).toMatchObject({ undoneBy: null })
    })

    test('is refused if one of them has changed since, but not if another field has', async () => {
      await edit({ qrLimit: 9 })
      await edit({ bulkLimit: 9 }, 1, await signIn(world.server))
      expect((await undo()).statusCode).toBe(200)
      await edit({ qrLimit: 9 })
      await edit({ qrLimit: 10 }, 1, await signIn(world.server))
      expect((await undo()).json()).toMatchObject(refusal('Ana López has been changed since: nothing was undone.'))
      expect(await stored()).toMatchObject({ qrLimit: 10, bulkLimit: 9 })
    })

    test('works both ways for the whitelist', async () => {
      await edit({ whitelisted: true })
      expect((await undo()).json()).toMatchObject({ message: 'Whitelisting of Ana López was undone.' })
      expect(await stored()).toMatchObject({ whitelisted: false })
      await edit({ whitelisted: true })
      await edit({ whitelisted: false })
      expect((await undo()).json()).toMatchObject({ message: 'Removal from the whitelist of Ana López was undone.' })
      expect(await stored()).toMatchObject({ whitelisted: true })
      expect((await audited()).map(({ action }) => action.replace('customer.', ''))).toEqual([
        'whitelist',
        'unwhitelist',
        'whitelist',
        'unwhitelist',
        'whitelist',
      ])
    })

    test('only one of undoing and taking the former e-mail in parallel succeeds', async () => {
      await edit({ email: 'new@example.com' })
      const colleague = await signIn(world.server)
      const replies = await Promise.all([undo(), edit({ email: 'customer1@example.com' }, 2, colleague)])
      expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
      const emails = [(await stored(1))?.email, (await stored(2))?.email]
      expect(emails.filter((email) => email === 'customer1@example.com')).toHaveLength(1)
    })
  })

  test('is not blocked by changes to other fields', async () => {
    const auditId = await ban(1)
    await database.current.orm.update(customers).set({ qrLimit: 5, version: 9 }).where(eq(customers.id, 1))
    expect((await undo({ auditId })).statusCode).toBe(200)
    expect(await stored()).toMatchObject({ qrLimit: 5, version: 10 })
  })

  test('refuses unknown and irreversible changes and deleted records', async () => {
    const auditId = await ban(1)
    await database.current.orm.delete(customers).where(eq(customers.id, 1))
    expect((await undo({ auditId })).json()).toEqual(refusal('The record of this change is gone: nothing was undone.'))
    const action = 'customer.extend-trial' as const
    const entry = { staff: world.browser.staff, ip: '', now: world.start, targetType: 'customer', targetId: 2, before: {}, after: {} }
    const unknown = await writeAudit(database.current.orm, { ...entry, action, reversible: true })
    const final = await writeAudit(database.current.orm, { ...entry, action })
    for (const id of [unknown, final]) expect((await undo({ auditId: id })).json()).toEqual(refusal('This change can’t be undone.'))
    expect((await undo({ auditId: 999_999 })).json()).toEqual(refusal('There is nothing to undo.'))
  })

  test.each([{ auditId: 'one' }, { auditId: 0 }, { auditId: 1.5 }, { audit: 1 }, { auditId: 2_147_483_648 }])(
    'refuses the body %o',
    async (body) => {
      expect((await undo(body)).statusCode).toBe(400)
    },
  )

  test('needs a session', async () => {
    expect((await undo({}, openBrowser(world.server))).statusCode).toBe(401)
  })

  describe('in parallel', () => {
    test('lets only one of six attempts at a change succeed', async () => {
      const auditId = await ban(1)
      const codes = await Promise.all(Array.from({ length: 6 }, async () => (await undo({ auditId })).statusCode))
      expect(codes.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409])
      expect(await audited()).toHaveLength(2)
      expect(await banned()).toEqual([false, false])
    })

    test('audits every change when undoing and banning compete', async () => {
      const auditId = await ban(1)
      await Promise.all([undo({ auditId }), ban(1, false), undo(), ban(1), undo({ auditId })])
      const changes = await audited()
      const customer = await stored()
      expect(changes.at(-1)?.after).toEqual({ banned: customer?.banned })
      expect(customer?.version).toBe(1 + changes.length)
    })
  })
})
