import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { customers } from '../../server/db/schema/customers.ts'
import { blacklistedDomains } from '../../server/db/schema/security.ts'
import { staff } from '../../server/db/schema/staff.ts'
import { type UndoableChange, undoableLimit, undoSeconds } from '../../src/contract/undo.ts'
import { describeEngines } from '../support/database.ts'
import { insertCustomers, insertQrs } from '../support/rows.ts'
import { useServer } from '../support/server.ts'
import { type Browser, signIn } from '../support/sign-in.ts'

describeEngines('GET /undo', (engine) => {
  const { database, server, browser } = useServer(engine, { emptied: true })

  beforeEach(async () => {
    await insertCustomers(database.current, [{ firstName: 'Ana', lastName: 'López' }, { firstName: 'Bo' }])
  })

  const ban = async (id: number, by: Browser = browser, banned = true) =>
    (await by.send('PATCH', `/customers/${id}/ban`, { banned })).json<{ auditId: number }>().auditId
  const listed = async (by: Browser = browser) => (await by.get('/undo')).json<{ changes: UndoableChange[] }>().changes
  const whats = async (by?: Browser) => (await listed(by)).map(({ what }) => what)

  test('is empty if nothing has changed', async () => {
    expect(await listed()).toEqual([])
  })

  test('lists what was done to whom, newest first, until it is undone [1.7 undo list]', async () => {
    const start = server.clock.now()
    const first = await ban(1)
    server.clock.advance(5)
    const second = (await browser.send('POST', '/blacklisted-domains', { domain: 'evil.example' })).json<{ auditId: number }>().auditId
    expect(await listed()).toEqual([
      { auditId: second, batch: null, at: start + 5, what: 'Blocking of evil.example', refusal: null },
      { auditId: first, batch: null, at: start, what: 'Ban of Ana López', refusal: null },
    ])
    await browser.send('POST', '/undo', { auditId: first })
    expect(await whats()).toEqual(['Blocking of evil.example'])
  })

  test('gives the same reason as POST /undo for changes that can’t be undone', async () => {
    const colleague = await signIn(server)
    const changed = await ban(1)
    await ban(1, colleague, false)
    const gone = (await browser.send('POST', '/blacklisted-domains', { domain: 'evil.example' })).json<{ auditId: number }>().auditId
    await database.current.orm.delete(blacklistedDomains)
    const refusals = new Map((await listed()).map(({ auditId, refusal }) => [auditId, refusal]))
    expect(refusals.get(changed)).toBe('Ana López has been changed since.')
    for (const auditId of [changed, gone]) {
      const { message } = (await browser.send('POST', '/undo', { auditId })).json<{ message: string }>()
      expect(message).toBe(`${refusals.get(auditId)?.slice(0, -1)}: nothing was undone.`)
    }
  })

  test('does not wait for locks that others hold on the records', async () => {
    const held = await ban(1)
    await browser.send('POST', '/blacklisted-domains', { domain: 'evil.example' })
    await browser.send('PATCH', '/customers/2/note', { text: 'Called.', version: null })
    const { orm, kind } = database.current
    // The embedded database has one session, so nobody can hold a record while others read.
    if (kind === 'embedded') return expect(await whats()).toHaveLength(3)
    await orm.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(46000010)`)
      await tx.select().from(customers).for('update')
      const changes = await listed()
      expect(changes.map(({ what }) => what)).toEqual(['Note of Bo Number 2', 'Blocking of evil.example', 'Ban of Ana López'])
      expect(changes.find(({ auditId }) => auditId === held)?.refusal).toBe(null)
    })
  })

  test('lists a bulk change once, with the number of rows left to undo', async () => {
    await insertQrs(database.current, [{}, {}, {}])
    const batch = randomUUID()
    await browser.send('POST', '/qrs/bulk', { batch, change: { action: 'status', status: 'blocked' }, ids: [1, 2, 3] })
    const [whole] = await listed()
    expect(whole).toMatchObject({ batch, what: 'Change of status of 3 QR codes', refusal: null })
    await browser.send('POST', '/undo', { auditId: whole?.auditId })
    expect(await whats()).toEqual(['Change of status of 2 QR codes'])
    await browser.send('POST', '/undo/batch', { batch })
    expect(await listed()).toEqual([])
  })

  test('leaves out colleagues’ changes, final ones and those too old', async () => {
    const colleague = await signIn(server)
    await ban(1, colleague)
    await browser.send('PATCH', '/customers/2/restore', {})
    expect(await listed()).toEqual([])
    expect(await whats(colleague)).toEqual(['Ban of Ana López'])
    server.clock.advance(undoSeconds)
    expect(await whats(colleague)).toEqual(['Ban of Ana López'])
    server.clock.advance(1)
    expect(await listed(colleague)).toEqual([])
  })

  test('leaves out changes the user’s role no longer allows', async () => {
    await browser.send('POST', '/blacklisted-domains', { domain: 'evil.example' })
    await ban(1)
    await database.current.orm.update(staff).set({ rol: 2 }).where(eq(staff.id, browser.staff.id))
    expect(await whats()).toEqual(['Ban of Ana López'])
  })

  test('lists only the newest of very many', async () => {
    for (let index = 0; index < undoableLimit / 2 + 1; index += 1) {
      await ban(1, browser, true)
      await ban(1, browser, false)
    }
    const changes = await listed()
    expect(changes).toHaveLength(undoableLimit)
    expect(changes[0]).toMatchObject({ what: 'Unban of Ana López', refusal: null })
  })
})
