import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customers } from '../../server/db/schema/customers.ts'
import { qrs } from '../../server/db/schema/qrs.ts'
import { blacklistedDomains, webrisk, whitelistedDomains } from '../../server/db/schema/security.ts'
import { auditLog, staff } from '../../server/db/schema/staff.ts'
import { unknown, type WebRisk, type WebRiskCheck } from '../../server/outside/web-risk/port.ts'
import type { Pagination } from '../../src/contract/list.ts'
import { undoSeconds } from '../../src/contract/undo.ts'
import type { WebriskRow } from '../../src/contract/webrisk.ts'
import { buildTestApp, type TestApp, testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers, insertQrs, insertWebrisk } from '../support/rows.ts'
import { type Browser, signIn, type TestStaff } from '../support/sign-in.ts'

interface Rows {
  rows: { id: number; name: string; refusal: string | null }[]
}

describeDatabase('web risk', (engine) => {
  const database = engine.use()
  let server: TestApp
  let browser: Browser & { staff: TestStaff }
  /** Web Risk's answer; the function may act while the check is pending. */
  let answer: (url: string) => Promise<WebRiskCheck>

  beforeAll(async () => {
    const webRisk: WebRisk = { name: 'google', check: (url) => answer(url) }
    server = await buildTestApp(database.current, {}, { webRisk })
  })
  afterAll(() => server.app.close())
  beforeEach(async () => {
    const { orm } = database.current
    for (const table of [auditLog, webrisk, blacklistedDomains, whitelistedDomains, customers, staff]) await orm.delete(table)
    browser = await signIn(server, { rol: 1 })
    answer = () => Promise.reject(new Error('nobody was to ask'))
    await insertCustomers(database.current, [{}, {}])
    await insertQrs(database.current, [{ name: 'One' }, { status: 2 }, { status: 0 }, { stopped: 1 }])
    await insertWebrisk(database.current, [
      { url: 'https://EVIL.example/a_b', email: 'Ana@cafesol.es', visits: 0, score: 40, qrId: 1, userId: 1, whoisDate: 1000 },
      { url: 'javascript:alert(1)', status: 0, visits: null, score: 7, qrId: 2, userId: 2, whoisDate: 3000 },
      { url: 'https://evil.example/100%', status: 1, visits: null, score: null, qrId: 3, userId: 1 },
      { status: 3, visits: 90, score: null, qrId: 4 },
      { status: 2, visits: 90, score: 1, qrId: 1 },
      { status: 2, visits: null, score: 0 },
    ])
  })

  const list = async (query: Record<string, string> = {}) => {
    const reply = await browser.get(`/webrisk?${new URLSearchParams(query)}`)
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply.json<{ rows: WebriskRow[]; pagination: Pagination }>()
  }
  const idsOf = async (query?: Record<string, string>) => (await list(query)).rows.map(({ id }) => id)
  const statuses = async () => (await database.current.orm.select().from(webrisk).orderBy(asc(webrisk.id))).map(({ status }) => status)
  const qrStatuses = async () => (await database.current.orm.select().from(qrs).orderBy(asc(qrs.id))).map(({ status }) => status)
  const audited = () => database.current.orm.select().from(auditLog).orderBy(asc(auditLog.id))
  const patch = (id: number, body: object) => browser.send('PATCH', `/webrisk/${id}/status`, body)

  describe('GET /webrisk', () => {
    test('returns every field, with the current state of the QR [2.3 webrisk] [2.7 webrisk]', async () => {
      const { rows, pagination } = await list({ sort: 'id', sortDirection: 'asc', perPage: '2' })
      expect(rows).toEqual([
        {
          id: 1,
          url: 'https://EVIL.example/a_b',
          type: 'url',
          visits: 0,
          score: 40,
          status: 2,
          email: 'Ana@cafesol.es',
          whoisDate: 1000,
          createdAt: testStart + 1,
          qr: 1,
          user: 1,
          qrInfo: { name: 'One', uri: 'uri-1', status: 1, stopped: 0 },
        },
        expect.objectContaining({ id: 2, visits: null, score: 7, email: null, qrInfo: expect.objectContaining({ status: 2 }) }),
      ])
      expect(pagination).toMatchObject({ total_results: 6, results: 2, configuredEntries: 2 })
    })

    test.each<[Record<string, string>, number[]]>([
      [{}, [6, 5, 4, 3, 2, 1]],
      [{ status: '0' }, [2]],
      [{ status: '1' }, [3]],
      [{ status: '2' }, [6, 5, 1]],
      [{ status: '3' }, [4]],
      [{ status: '' }, [6, 5, 4, 3, 2, 1]],
      [{ sort: 'createdAt', sortDirection: 'asc', status: '2' }, [1, 5, 6]],
      // Zero is a value, so it sorts before missing ones (ruling 48).
      [{ sort: 'visitsScore', sortDirection: 'desc' }, [5, 4, 2, 6, 1, 3]],
      [{ sort: 'visitsScore', sortDirection: 'asc' }, [3, 1, 6, 2, 4, 5]],
      [{ sort: 'whoisDate', sortDirection: 'desc', perPage: '2' }, [2, 1]],
      [{ searchTerm: ' evil.EXAMPLE ' }, [3, 1]],
      [{ searchTerm: 'a_b' }, [1]],
      [{ searchTerm: '100%' }, [3]],
      [{ searchTerm: 'ana@' }, [1]],
      [{ searchTerm: 'evil', status: '1' }, [3]],
      [{ searchTerm: 'x_x' }, []],
      [{ perPage: '4', page: '9' }, [2, 1]],
    ])('%o [2.7 webrisk] [R48 visits of zero]', async (query, ids) => {
      expect(await idsOf(query)).toEqual(ids)
    })

    test.each<Record<string, string>>([
      { status: '4' },
      { status: 'x' },
      { status: '-1' },
      { status: '1.5' },
      { sort: 'url' },
      { perPage: '151' },
    ])('%o is refused', async (query) => {
      expect((await browser.get(`/webrisk?${new URLSearchParams(query)}`)).statusCode).toBe(400)
    })

    test('returns the ids of all matches, highest first [2.7 webrisk bulk]', async () => {
      expect((await browser.get('/webrisk/ids?status=2&searchTerm=example')).json()).toEqual({ ids: [6, 5, 1], total: 3 })
      expect((await browser.get('/webrisk/ids?status=7')).statusCode).toBe(400)
    })
  })

  describe('PATCH /webrisk/{id}/status', () => {
    test.each<[object, number, number]>([
      [{ status: 0 }, 400, 2],
      [{ status: 1 }, 200, 1],
      [{ status: 2 }, 200, 2],
      [{ status: 2, expected: 1 }, 200, 2],
      [{ status: 3 }, 200, 3],
      [{ status: 4 }, 400, 2],
      [{ status: 'x' }, 400, 2],
      [{ status: '1' }, 400, 2],
      [{ status: null }, 400, 2],
      [{}, 400, 2],
      [{ status: 1, url: 'https://x.example' }, 400, 2],
      [{ status: 1, expected: 2 }, 200, 1],
      [{ status: 1, expected: 3 }, 409, 2],
    ])('%o [R48 status 0]', async (body, status, becomes) => {
      expect((await patch(1, body)).statusCode).toBe(status)
      expect((await statuses())[0]).toBe(becomes)
      // Setting the current state again changes nothing (ruling 53).
      expect(await audited()).toHaveLength(status === 200 && becomes !== 2 ? 1 : 0)
    })

    test('explains why it was rejected', async () => {
      expect((await patch(1, { status: 0 })).json()).toMatchObject({ details: { status: 'Must be 1 (safe), 2 (unsafe) or 3 (unknown).' } })
      expect((await patch(1, { status: 2 })).json()).toEqual({ success: true })
      expect((await patch(99, { status: 1 })).json()).toMatchObject({ statusCode: 404, message: 'Web-risk entry 99 was not found.' })
      expect((await browser.send('PATCH', '/webrisk/x/status', { status: 1 })).statusCode).toBe(404)
    })

    test('rejects the second of two decisions on one row as stale', async () => {
      expect((await patch(1, { status: 1, expected: 2 })).statusCode).toBe(200)
      expect((await patch(1, { status: 3, expected: 2 })).json()).toMatchObject({
        error: 'stale',
        message: 'Web-risk entry 1 has become safe in the meantime.',
      })
    })

    test('is audited and can be undone unless the row has changed since [2.7 webrisk status]', async () => {
      const first = (await patch(1, { status: 1 })).json<{ auditId: number }>()
      expect(await audited()).toMatchObject([
        { action: 'webrisk.status', targetType: 'webrisk', targetId: 1, before: { status: 2 }, after: { status: 1 }, reversible: true },
      ])
      expect((await browser.send('POST', '/undo', { auditId: first.auditId })).json()).toMatchObject({
        success: true,
        message: 'Change of status of Web-risk entry 1 was undone.',
      })
      expect((await statuses())[0]).toBe(2)
      const second = (await patch(1, { status: 1 })).json<{ auditId: number }>()
      await patch(1, { status: 3 })
      expect((await browser.send('POST', '/undo', { auditId: second.auditId })).statusCode).toBe(409)
      expect((await statuses())[0]).toBe(3)
    })

    test('allows role 2 only a customer’s tracker', async () => {
      const other = await signIn(server, { rol: 2 })
      expect((await other.get('/webrisk')).statusCode).toBe(403)
      expect((await other.get('/webrisk/tracker')).statusCode).toBe(403)
      expect((await other.send('PATCH', '/webrisk/1/status', { status: 1 })).statusCode).toBe(403)
      expect((await other.send('POST', '/webrisk/1/check', {})).statusCode).toBe(403)
      expect((await other.get('/webrisk/tracker?user=1')).statusCode).toBe(200)
    })
  })

  describe('POST /webrisk/{id}/check', () => {
    const check = (id: number) => browser.send('POST', `/webrisk/${id}/check`, {})
    const says = (verdict: WebRiskCheck['verdict'], threats: string[] = []) => {
      answer = () => Promise.resolve({ verdict, threats, failure: null })
    }

    test.each<[number, WebRiskCheck, number]>([
      [1, { verdict: 'safe', threats: [], failure: null }, 1],
      [2, { verdict: 'unsafe', threats: ['MALWARE'], failure: null }, 2],
      [3, unknown('no quota'), 3],
      // An unsafe row stays unsafe if the check cannot tell; otherwise it would leave the list that people watch.
      [1, unknown('no quota'), 2],
      [4, unknown('no quota'), 3],
    ])('row %i: %o', async (id, found, becomes) => {
      const before = (await statuses())[id - 1]
      const asked: string[] = []
      answer = (url) => {
        asked.push(url)
        return Promise.resolve(found)
      }
      const reply = (await check(id)).json<{ auditId?: number }>()
      expect(reply).toMatchObject({ success: true, ...found, status: becomes })
      expect(asked).toHaveLength(1)
      expect((await statuses())[id - 1]).toBe(becomes)
      expect(reply.auditId === undefined).toBe(before === becomes)
      expect(await audited()).toHaveLength(before === becomes ? 0 : 1)
    })

    test('can be undone', async () => {
      says('unsafe', ['SOCIAL_ENGINEERING'])
      const { auditId } = (await check(3)).json<{ auditId: number }>()
      expect(await audited()).toMatchObject([
        { action: 'webrisk.check', before: { status: 1 }, after: { status: 2, threats: ['SOCIAL_ENGINEERING'] } },
      ])
      expect((await browser.send('POST', '/undo', { auditId })).json()).toMatchObject({ message: 'Check of Web-risk entry 3 was undone.' })
      expect((await statuses())[2]).toBe(1)
    })

    test('keeps a decision made in the meantime [2.7 webrisk check]', async () => {
      answer = async () => {
        await patch(1, { status: 3 })
        return { verdict: 'safe', threats: [], failure: null }
      }
      expect((await check(1)).json()).toMatchObject({ error: 'stale' })
      expect((await statuses())[0]).toBe(3)
    })

    test('responds with 404 for a missing row without a lookup', async () => {
      expect((await check(99)).statusCode).toBe(404)
    })
  })

  describe('bulk actions', () => {
    const send = (path: string, body: object, by: Browser = browser) => by.send('POST', path, body)
    const preview = async (change: object, ids: number[]) => (await send('/webrisk/bulk/preview', { change, ids })).json<Rows>().rows
    const run = async (batch: string, change: object, ids: number[]) =>
      (await send('/webrisk/bulk', { batch, change, ids })).json<Rows>().rows.map(({ id, refusal }) => [id, refusal])
    const refusals = (rows: Rows['rows']) => rows.map(({ id, refusal }) => [id, refusal])

    // [2.7 webrisk bulk]
    test('statuses: handles rows as previewed, applies a repeat once, and undoes all but rows changed since', async () => {
      const batch = randomUUID()
      const change = { action: 'status', status: 2 }
      const expected = [
        [1, 'Already unsafe.'],
        [2, null],
        [4, null],
        [99, 'Web-risk entry 99 was not found.'],
      ]
      const shown = await preview(change, [1, 2, 4, 99])
      expect(refusals(shown)).toEqual(expected)
      expect(shown[1]).toMatchObject({ name: 'javascript:alert(1)' })
      expect(await audited()).toEqual([])
      expect(await run(batch, change, [1, 2, 4, 99])).toEqual(expected)
      expect(await run(batch, change, [2, 4])).toEqual([
        [2, null],
        [4, null],
      ])
      expect(await statuses()).toEqual([2, 2, 1, 2, 2, 2])
      expect((await audited()).map(({ targetId, batch: of }) => [targetId, of])).toEqual([
        [2, batch],
        [4, batch],
      ])
      await patch(4, { status: 1 })
      expect((await send('/undo/batch', { batch })).json()).toEqual({
        undone: 1,
        kept: [{ id: 4, refusal: 'Web-risk entry 4 has been changed since.' }],
      })
      expect(await statuses()).toEqual([2, 0, 1, 1, 2, 2])
    })

    // [2.4 block from webrisk]
    test('blocking: refuses rows with no QR or a blocked or deleted one, blocks a shared QR once, and is undone at once', async () => {
      const batch = randomUUID()
      const change = { action: 'block' }
      const expected = [
        [1, null],
        [2, 'QR code is already blocked.'],
        [3, 'QR code is deleted.'],
        [4, null],
        [5, null],
        [6, 'No QR code.'],
        [99, 'Web-risk entry 99 was not found.'],
      ]
      expect(refusals(await preview(change, [1, 2, 3, 4, 5, 6, 99]))).toEqual(expected)
      expect(await run(batch, change, [1, 2, 3, 4, 5, 6, 99])).toEqual(expected)
      expect(await qrStatuses()).toEqual([2, 2, 0, 2])
      expect(await run(batch, change, [1, 4, 5])).toEqual([
        [1, null],
        [4, null],
        [5, null],
      ])
      expect((await audited()).map(({ action, targetId }) => [action, targetId])).toEqual([
        ['qr.status', 1],
        ['qr.status', 4],
      ])
      expect((await send('/undo/batch', { batch })).json()).toEqual({ undone: 2, kept: [] })
      expect(await qrStatuses()).toEqual([1, 2, 0, 1])
      expect((await list({ sort: 'id', sortDirection: 'asc' })).rows[3]?.qrInfo).toMatchObject({ status: 1, stopped: 1 })
    })

    test('checks: looks up each row, says why a check failed, and is undone in one step', async () => {
      const batch = randomUUID()
      answer = (url) =>
        Promise.resolve(
          url.includes('100%') ? { verdict: 'unsafe', threats: ['MALWARE'], failure: null } : unknown('The quota is used up.'),
        )
      const change = { action: 'check' }
      expect(refusals(await preview(change, [1, 2, 3, 99]))).toEqual([
        [1, null],
        [2, 'It is not a web address.'],
        [3, null],
        [99, 'Web-risk entry 99 was not found.'],
      ])
      expect(await run(batch, change, [1, 3, 99])).toEqual([
        [1, 'The quota is used up.'],
        [3, null],
        [99, 'Web-risk entry 99 was not found.'],
      ])
      expect(await statuses()).toEqual([2, 0, 2, 3, 2, 2])
      expect((await send('/undo/batch', { batch })).json()).toEqual({ undone: 1, kept: [] })
      expect(await statuses()).toEqual([2, 0, 1, 3, 2, 2])
    })

    test('checks: a row that becomes unknown counts as changed and can be undone', async () => {
      const batch = randomUUID()
      answer = () => Promise.resolve(unknown('The quota is used up.'))
      expect(await run(batch, { action: 'check' }, [1, 3])).toEqual([
        [1, 'The quota is used up.'],
        [3, null],
      ])
      expect((await statuses())[2]).toBe(3)
      expect((await send('/undo/batch', { batch })).json()).toEqual({ undone: 1, kept: [] })
      expect((await statuses())[2]).toBe(1)
    })

    test('checks: rows the batch already changed are not looked up again, and one undo reverts all', async () => {
      const batch = randomUUID()
      const asked: string[] = []
      answer = (url) => {
        asked.push(url)
        return Promise.resolve({ verdict: asked.length === 1 ? 'unsafe' : 'safe', threats: [], failure: null })
      }
      for (const _ of [1, 2]) expect(await run(batch, { action: 'check' }, [3])).toEqual([[3, null]])
      expect(asked).toHaveLength(1)
      expect(await audited()).toHaveLength(1)
      expect((await send('/undo/batch', { batch })).json()).toEqual({ undone: 1, kept: [] })
      expect((await statuses())[2]).toBe(1)
    })

    test('checks: a part resent while it still runs is applied only once', async () => {
      const batch = randomUUID()
      const change = { action: 'check' }
      let isFirst = true
      answer = async () => {
        if (!isFirst) return { verdict: 'unsafe', threats: [], failure: null }
        isFirst = false
        expect(await run(batch, change, [3])).toEqual([[3, null]])
        return unknown('The quota is used up.')
      }
      expect(await run(batch, change, [3])).toEqual([[3, null]])
      expect((await statuses())[2]).toBe(2)
      expect(await audited()).toHaveLength(1)
    })

    test('does not undo a batch that is too old, unknown or a colleague’s', async () => {
      const batch = randomUUID()
      await run(batch, { action: 'status', status: 1 }, [1])
      expect((await send('/undo/batch', { batch }, await signIn(server, { rol: 1 }))).statusCode).toBe(409)
      expect((await send('/undo/batch', { batch: randomUUID() })).statusCode).toBe(409)
      await database.current.orm
        .update(auditLog)
        .set({ at: testStart - undoSeconds - 1 })
        .where(eq(auditLog.batch, batch))
      expect((await send('/undo/batch', { batch })).json()).toMatchObject({ undone: 0, kept: [{ id: 1 }] })
      expect((await statuses())[0]).toBe(1)
    })

    test.each([
      { change: { action: 'status', status: 0 }, ids: [1] },
      { change: { action: 'status' }, ids: [1] },
      { change: { action: 'whitelist' }, ids: [1] },
      { change: { action: 'block', status: 1 }, ids: [1] },
      { change: { action: 'block' }, ids: [] },
      { change: { action: 'block' }, ids: ['x'] },
    ])('%o is refused', async (body) => {
      expect((await send('/webrisk/bulk/preview', body)).statusCode).toBe(400)
      expect((await send('/webrisk/bulk', { ...body, batch: randomUUID() })).statusCode).toBe(400)
    })
  })
})
