import { asc, eq, inArray } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import { folders, qrDailyScans, qrs, uriHistory, usedUris } from '../../server/db/schema/qrs.ts'
import { blacklistedDomains, whitelistedDomains } from '../../server/db/schema/security.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import { testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers, insertQrs } from '../support/rows.ts'
import { useServer } from '../support/server.ts'

describeDatabase('changes of a QR [2.1 manage qrs]', (engine) => {
  const { database, server, browser } = useServer(engine, {
    rol: 2,
    emptied: true,
    config: { publicSiteUrl: 'https://site.example', appUrl: 'https://app.example/x' },
  })

  beforeEach(async () => {
    const { orm } = database.current
    await insertCustomers(database.current, [{}, {}])
    await insertQrs(database.current, [
      { uri: 'one', name: 'First', content: { url: 'https://Evil.Example/x?y=1' } },
      { uri: 'two', status: 2, content: { url: 'https://bücher.example' } },
      { uri: 'three', stopped: 1, content: { url: 'https://site.example/abc' } },
      { uri: 'four', status: 0, content: { text: 'x' } },
      { uri: 'five', content: { url: 'https://sub.allowed.example/' } },
      { uri: 'six', content: { url: 'http://192.168.0.1/' }, whitelisted: true },
    ])
    await orm.insert(usedUris).values([
      { uri: 'one', qrId: 1 },
      { uri: 'former', qrId: 1 },
    ])
    server.clock.advance(10)
  })

  const patch = (path: string, body: object = {}) => browser.send('PATCH', path, body)
  const undo = (auditId: number) => browser.send('POST', '/undo', { auditId })
  const one = async (id: number) => (await database.current.orm.select().from(qrs).where(eq(qrs.id, id)))[0]
  const audited = () => database.current.orm.select().from(auditLog).orderBy(asc(auditLog.id))
  const auditIdOf = (reply: LightMyRequestResponse) => reply.json<{ auditId: number }>().auditId

  describe('status', () => {
    // [2.4 choose status] [2.7 change status] [R41 label or number]
    test.each([
      [1, 'stopped', { status: 1, stopped: 1 }],
      [1, 'blocked', { status: 2, stopped: 0 }],
      [1, 0, { status: 0, stopped: 0 }],
      [2, 'active', { status: 1, stopped: 0 }],
      [2, 'stopped', { status: 2, stopped: 1 }],
      [3, 2, { status: 2, stopped: 0 }],
      [3, 1, { status: 1, stopped: 0 }],
      [4, 'active', { status: 1, stopped: 0 }],
    ])('of QR %i becomes %s, is audited, and can be undone', async (id, status, columns) => {
      const before = await one(id)
      const reply = await patch(`/qrs/${id}/status`, { status })
      expect(reply.json()).toEqual({ success: true, auditId: expect.any(Number), undoable: true })
      expect(await one(id)).toEqual({ ...before, ...columns, updatedAt: server.clock.now(), version: 2 })
      expect(await audited()).toMatchObject([
        {
          action: 'qr.status',
          targetType: 'qr',
          targetId: id,
          actorId: browser.staff.id,
          before: { status: before?.status, stopped: before?.stopped },
          after: columns,
          reversible: true,
        },
      ])
      expect((await undo(auditIdOf(reply))).statusCode).toBe(200)
      expect(await one(id)).toMatchObject({ status: before?.status, stopped: before?.stopped, version: 3 })
    })

    test('that is already set changes nothing (ruling 53); an unknown status is a 400, an unknown QR a 404', async () => {
      const before = await one(1)
      expect((await patch('/qrs/1/status', { status: 'active' })).json()).toEqual({ success: true })
      expect(await one(1)).toEqual(before)
      for (const body of [{ status: 'gone' }, { status: 3 }, {}, { status: 'active', more: 1 }])
        expect((await patch('/qrs/1/status', body)).statusCode).toBe(400)
      expect((await patch('/qrs/99/status', { status: 'active' })).statusCode).toBe(404)
      expect(await audited()).toEqual([])
    })

    test('is not undone if it was changed since', async () => {
      const reply = await patch('/qrs/1/status', { status: 'stopped' })
      await patch('/qrs/1/status', { status: 'blocked' })
      expect((await undo(auditIdOf(reply))).json()).toMatchObject({
        error: 'nothing_to_undo',
        message: 'First has been changed since: nothing was undone.',
      })
      expect(await one(1)).toMatchObject({ status: 2, stopped: 0 })
    })
  })

  // [2.4 qr actions] [2.7 whitelist] [R47 three lists]
  test('whitelisting takes effect once and can be undone', async () => {
    const reply = await patch('/qrs/1/whitelist')
    expect((await one(1))?.whitelisted).toBe(true)
    expect((await patch('/qrs/1/whitelist')).json()).toEqual({ success: true })
    expect((await undo(auditIdOf(reply))).json()).toMatchObject({ message: 'Whitelisting of First was undone.' })
    expect((await one(1))?.whitelisted).toBe(false)
    expect((await audited()).map(({ action }) => action)).toEqual(['qr.whitelist', 'qr.unwhitelist'])
  })

  describe('blacklist', () => {
    const blacklist = (id: number) => browser.send('POST', `/qrs/${id}/blacklist`, {})
    const blocked = async () => (await database.current.orm.select().from(blacklistedDomains)).map(({ domain }) => domain).sort()

    test('blocks the target’s domain in lower-case punycode, and undo unblocks it [2.7 blacklist]', async () => {
      const first = await blacklist(1)
      expect(first.json()).toMatchObject({ success: true, domain: 'evil.example', undoable: true })
      expect((await blacklist(2)).json()).toMatchObject({ domain: 'xn--bcher-kva.example' })
      expect(await blocked()).toEqual(['evil.example', 'xn--bcher-kva.example'])
      expect((await audited())[0]).toMatchObject({
        action: 'qr.blacklist',
        targetId: 1,
        before: { blacklisted: null },
        after: { blacklisted: 'evil.example' },
      })
      expect((await undo(auditIdOf(first))).statusCode).toBe(200)
      expect(await blocked()).toEqual(['xn--bcher-kva.example'])
    })

    test('rejects a domain that is already blocked, directly or by a wildcard [2.8 already blacklisted]', async () => {
      await blacklist(1)
      const reply = { statusCode: 409, error: 'domain_already_exists', message: 'The domain is already blacklisted' }
      expect((await blacklist(1)).json()).toMatchObject(reply)
      await database.current.orm.insert(blacklistedDomains).values({ domain: '*.allowed.example', createdAt: testStart })
      expect((await blacklist(5)).json()).toMatchObject(reply)
    })

    test('rejects our own, allowed and missing domains [R47 target host]', async () => {
      await database.current.orm.insert(whitelistedDomains).values({ domain: '*.allowed.example', createdAt: testStart })
      const refusals = await Promise.all([3, 4, 5, 6].map(async (id) => (await blacklist(id)).json<{ error: string; message: string }>()))
      expect(refusals.map(({ error, message }) => [error, message])).toEqual([
        ['unavailable_action', 'Our own domain. site.example can’t be blocked.'],
        ['unavailable_action', 'No domain to block. It leads to no web address.'],
        ['unavailable_action', 'sub.allowed.example is an allowed domain.'],
        ['unavailable_action', 'No domain to block. It leads to no web address.'],
      ])
      expect(await blocked()).toEqual([])
      expect((await blacklist(99)).statusCode).toBe(404)
    })

    test('is not undone if the domain was unblocked and blocked again since', async () => {
      const auditId = auditIdOf(await blacklist(1))
      await database.current.orm.delete(blacklistedDomains)
      await blacklist(1)
      expect((await undo(auditId)).json()).toMatchObject({ error: 'nothing_to_undo' })
      expect(await blocked()).toEqual(['evil.example'])
    })

    test('only one of several concurrent requests blocks a domain', async () => {
      const replies = await Promise.all([1, 1, 1].map(blacklist))
      expect(replies.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409, 409])
      expect(await blocked()).toEqual(['evil.example'])
    })
  })

  describe('uri', () => {
    const history = () => database.current.orm.select().from(uriHistory)

    test('is changed with a history entry and returned in full [2.7 change uri]', async () => {
      const reply = await patch('/qrs/1/uri', { uri: ' New-uri_1 ' })
      expect(reply.json()).toEqual({
        success: true,
        auditId: expect.any(Number),
        undoable: false,
        uri: 'New-uri_1',
        qrUri: 'https://site.example/New-uri_1',
      })
      expect(await one(1)).toMatchObject({ uri: 'New-uri_1', updatedAt: server.clock.now(), version: 2 })
      expect(await history()).toMatchObject([{ qrId: 1, uri: 'one', qrUri: 'New-uri_1', updatedAt: server.clock.now() }])
      expect(await audited()).toMatchObject([{ action: 'qr.uri', before: { uri: 'one' }, after: { uri: 'New-uri_1' }, reversible: false }])
      expect((await undo(auditIdOf(reply))).json()).toMatchObject({ message: 'This change can’t be undone.' })
    })

    test.each(['one', 'two', 'former'])('that any QR has or ever had is rejected: %s [2.8 uri in use]', async (uri) => {
      const reply = await patch('/qrs/5/uri', { uri })
      expect(reply.json()).toMatchObject({ statusCode: 409, error: 'uri_in_use', message: 'URI already in use.' })
      expect(await one(5)).toMatchObject({ uri: 'five', version: 1 })
      expect(await history()).toEqual([])
    })

    test('that was given up is never reused, not even by its former QR [R42 unique]', async () => {
      await patch('/qrs/5/uri', { uri: 'next' })
      expect((await patch('/qrs/1/uri', { uri: 'five' })).json()).toMatchObject({ error: 'uri_in_use' })
      expect((await patch('/qrs/5/uri', { uri: 'five' })).json()).toMatchObject({ error: 'uri_in_use' })
    })

    test.each([
      ['', 'Must be present.'],
      ['   ', 'Must be present.'],
      ['a'.repeat(26), 'Must have less than 25 characters.'],
      ['añ', 'Only letters, digits, - and _ are allowed.'],
      ['a/b', 'Only letters, digits, - and _ are allowed.'],
      ['a\u0000b', 'The text contains characters that cannot be stored.'],
      ['ADMIN', 'This word is reserved.'],
    ])('%j is rejected with a field error [2.5 uri] [R42 letters]', async (uri, message) => {
      const reply = await patch('/qrs/1/uri', { uri })
      expect(reply.json()).toMatchObject({ statusCode: 400, error: 'bad_request', details: { uri: message } })
    })

    test('that is already set changes nothing (ruling 53)', async () => {
      const before = await one(1)
      const reply = await patch('/qrs/1/uri', { uri: 'one' })
      expect([reply.statusCode, reply.json()]).toEqual([200, { success: true, uri: 'one', qrUri: expect.stringMatching(/\/one$/) }])
      expect(await one(1)).toEqual(before)
      expect([await history(), await audited()]).toEqual([[], []])
    })

    test('goes to only one of several QRs that request it concurrently [R42 unique]', async () => {
      const replies = await Promise.all([1, 2, 3, 4, 5, 6].map((id) => patch(`/qrs/${id}/uri`, { uri: 'wanted' })))
      expect(replies.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409])
      expect(await database.current.orm.select().from(qrs).where(eq(qrs.uri, 'wanted'))).toHaveLength(1)
      expect(await history()).toHaveLength(1)
    })
  })

  describe('impact', () => {
    beforeEach(async () => {
      // 30 Madrid days up to 15 June 2026: the first is 17 May.
      await database.current.orm.insert(qrDailyScans).values([
        { qrId: 1, day: '2026-06-15', scans: 5 },
        { qrId: 1, day: '2026-05-17', scans: 7 },
        { qrId: 1, day: '2026-05-16', scans: 100 },
        { qrId: 2, day: '2026-06-01', scans: 11 },
      ])
    })

    test('of one QR, all QRs of a customer, or a customer without any [1.7 customer impact] [2.7 impact]', async () => {
      expect((await browser.get('/qrs/1/impact')).json()).toEqual({ qrs: 1, liveQrs: 1, scans: 12 })
      expect((await browser.get('/qrs/3/impact')).json()).toEqual({ qrs: 1, liveQrs: 0, scans: 0 })
      expect((await browser.get('/customers/1/impact')).json()).toEqual({ qrs: 6, liveQrs: 3, scans: 23 })
      expect((await browser.get('/customers/2/impact')).json()).toEqual({ qrs: 0, liveQrs: 0, scans: 0 })
      expect((await browser.get('/qrs/99/impact')).statusCode).toBe(404)
      expect((await browser.get('/customers/99/impact')).statusCode).toBe(404)
    })

    test('of many QRs, skipping missing ones, and of folders with their contents [2.7 impact]', async () => {
      const { orm } = database.current
      const many = (body: object) => browser.send('POST', '/qrs/impact', body)
      expect((await many({ ids: [1, 2, 3, 3, 99] })).json()).toEqual({ qrs: 3, liveQrs: 1, scans: 23 })
      await orm.insert(folders).values([
        { id: 1, userId: 1, name: 'One', nameKey: 'one', createdAt: testStart },
        { id: 2, userId: 1, name: 'Two', nameKey: 'two', createdAt: testStart },
      ])
      await orm
        .update(qrs)
        .set({ folderId: 2 })
        .where(inArray(qrs.id, [2, 3]))
      expect((await many({ userId: 1, folders: [1, 2] })).json()).toEqual({ qrs: 2, liveQrs: 0, scans: 11 })
      expect((await many({ userId: 2, folders: [1, 2] })).json()).toEqual({ qrs: 0, liveQrs: 0, scans: 0 })
      expect((await many({ userId: 99, folders: [1] })).statusCode).toBe(404)
      for (const body of [{ ids: [] }, { ids: [0] }, { userId: 1, folders: [] }, {}]) expect((await many(body)).statusCode).toBe(400)
    })

    test('of at most 10,000 QRs at once', async () => {
      const reply = await browser.send('POST', '/qrs/impact', { ids: Array.from({ length: 10_000 }, (_, index) => index + 1) })
      expect([reply.statusCode, reply.json<{ qrs: number }>().qrs]).toEqual([200, 6])
      expect((await browser.send('POST', '/qrs/impact', { ids: Array.from({ length: 10_001 }, (_, index) => index + 1) })).statusCode).toBe(
        400,
      )
    })
  })
})
