import { randomUUID } from 'node:crypto'
import { asc } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import { abuseReports } from '../../server/db/schema/security.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import type { AbuseRow } from '../../src/contract/abuse.ts'
import { testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { insertAbuse } from '../support/rows.ts'
import { useServer } from '../support/server.ts'
import { signIn } from '../support/sign-in.ts'

describeDatabase('abuse reports', (engine) => {
  const { database, server, browser } = useServer(engine, { emptied: true })

  beforeEach(async () => {
    await insertAbuse(database.current, [{ reason: 'r'.repeat(101) }, { status: 1, url: 'https://SITE.example/aB3' }, { status: 2 }, {}])
  })

  const idsOf = async (query: Record<string, string>) => {
    const reply = await browser.get(`/abuse?${new URLSearchParams(query)}`)
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply.json<{ rows: AbuseRow[] }>().rows.map(({ id }) => id)
  }
  const statuses = async () =>
    (await database.current.orm.select().from(abuseReports).orderBy(asc(abuseReports.id))).map(({ status }) => status)
  const patch = (id: number, body: object) => browser.send('PATCH', `/abuse/${id}/status`, body)
  const send = (path: string, body: object) => browser.send('POST', path, body)

  test('returns the full reason of a report [2.3 abuse]', async () => {
    const reply = await browser.get('/abuse?sort=id&sortDirection=asc&perPage=1')
    expect(reply.json()).toMatchObject({
      rows: [
        {
          id: 1,
          url: 'https://bad-1.example/',
          email: 'reporter1@example.com',
          reason: 'r'.repeat(101),
          status: 0,
          createdAt: testStart + 1,
        },
      ],
      pagination: { total_results: 4 },
    })
  })

  test.each<[Record<string, string>, number[]]>([
    [{}, [4, 3, 2, 1]],
    [{ status: '0' }, [4, 1]],
    [{ status: '1' }, [2]],
    [{ status: '2' }, [3]],
    [{ sortDirection: 'asc' }, [1, 2, 3, 4]],
    [{ searchTerm: 'site.EXAMPLE/ab' }, [2]],
    [{ searchTerm: 'REPORTER4@' }, [4]],
    [{ searchTerm: 'bad', status: '0' }, [4, 1]],
    [{ searchTerm: '%' }, []],
    [{ from: String(testStart + 2), to: String(testStart + 3) }, [3, 2]],
    [{ status: '0', from: String(testStart + 2), sort: 'id' }, [4]],
  ])('%o [2.7 abuse]', async (query, ids) => {
    expect(await idsOf(query)).toEqual(ids)
  })

  test.each([{ status: '3' }, { status: 'x' }])('%o is rejected with 400', async (query) => {
    expect((await browser.get(`/abuse?${new URLSearchParams(query)}`)).statusCode).toBe(400)
  })

  test.each<[object, number, number]>([
    [{ status: 0 }, 400, 0],
    [{ status: 1 }, 200, 1],
    [{ status: 2 }, 200, 2],
    [{ status: 3 }, 400, 0],
    [{ status: 4 }, 400, 0],
    [{ status: 'x' }, 400, 0],
    [{}, 400, 0],
    [{ status: 1, expected: 2 }, 409, 0],
    [{ status: 1, expected: 0 }, 200, 1],
  ])('PATCH %o [R48 status 0]', async (body, status, becomes) => {
    expect((await patch(1, body)).statusCode).toBe(status)
    expect((await statuses())[0]).toBe(becomes)
  })

  test('a change reports errors, is audited, and can be undone [2.7 abuse status]', async () => {
    // Setting the current state again changes nothing (ruling 53).
    expect((await patch(2, { status: 1 })).json()).toEqual({ success: true })
    expect((await patch(1, { status: 2, expected: 1 })).json()).toMatchObject({
      message: 'Abuse report 1 has become init in the meantime.',
    })
    expect((await patch(9, { status: 1 })).json()).toMatchObject({ statusCode: 404, message: 'Abuse report 9 was not found.' })
    const { auditId } = (await patch(1, { status: 2 })).json<{ auditId: number }>()
    expect(await database.current.orm.select().from(auditLog)).toMatchObject([{ action: 'abuse.status', targetType: 'abuse', targetId: 1 }])
    expect((await send('/undo', { auditId })).statusCode).toBe(200)
    expect((await statuses())[0]).toBe(0)
  })

  test('bulk: each report is decided separately, and one undo reverts all [2.7 abuse bulk]', async () => {
    const batch = randomUUID()
    const change = { action: 'status', status: 2 }
    const ids = (await browser.get('/abuse/ids')).json<{ ids: number[] }>().ids
    expect(ids).toEqual([4, 3, 2, 1])
    const expected = [
      [4, null],
      [3, 'Already finished.'],
      [2, null],
      [1, null],
    ]
    const rowsOf = (reply: LightMyRequestResponse) =>
      reply.json<{ rows: { id: number; refusal: string | null }[] }>().rows.map(({ id, refusal }) => [id, refusal])
    expect(rowsOf(await send('/abuse/bulk/preview', { change, ids }))).toEqual(expected)
    expect(rowsOf(await send('/abuse/bulk', { batch, change, ids }))).toEqual(expected)
    expect(await statuses()).toEqual([2, 2, 2, 2])
    expect((await send('/undo/batch', { batch })).json()).toEqual({ undone: 3, kept: [] })
    expect(await statuses()).toEqual([0, 1, 2, 0])
  })

  test('the same batch sent several times in parallel is applied once', async () => {
    const body = { batch: randomUUID(), change: { action: 'status', status: 1 }, ids: [1, 4] }
    const replies = await Promise.all([1, 2, 3].map(() => send('/abuse/bulk', body)))
    for (const reply of replies) expect(reply.json()).toMatchObject({ rows: [{ refusal: null }, { refusal: null }] })
    expect(await database.current.orm.$count(auditLog)).toBe(2)
  })

  describe('role 2', () => {
    test.each(['/abuse', '/abuse/ids'])('%s responds with 403', async (path) => {
      expect((await (await signIn(server, { rol: 2 })).get(path)).statusCode).toBe(403)
    })
  })
})
