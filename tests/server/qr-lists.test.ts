import { beforeAll, describe, expect, test } from 'vitest'
import { infectedQrs, uriHistory } from '../../server/db/schema/qrs.ts'
import type { Pagination } from '../../src/contract/list.ts'
import { emptyUriMessage } from '../../src/contract/qr-lists.ts'
import { testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers, insertQrs } from '../support/rows.ts'
import { useServer } from '../support/server.ts'
import { type Browser, signIn } from '../support/sign-in.ts'

const day = 86_400

describeDatabase('lists around QRs', (engine) => {
  const { database, server, browser: full } = useServer(engine)
  let staff: Browser

  beforeAll(async () => {
    staff = await signIn(server, { rol: 2 })
    await insertCustomers(database.current, [{ email: 'ana@example.com' }, { email: 'bo@example.com' }, {}])
    await insertQrs(database.current, [
      { status: 2, name: 'Bad', content: { url: 'https://bad.example' }, createdAt: testStart - 9 * day, updatedAt: testStart },
      { status: 2, name: '', userId: 2, createdAt: testStart - 2 * day, updatedAt: testStart - day, stopped: 1 },
      { status: 2, whitelisted: true, createdAt: testStart },
      { status: 0, userId: 2, type: 'pdf', createdAt: testStart - 40 * day },
      { archived: true, uri: 'Old-Menu', createdAt: testStart - 50 * day },
      { archived: true, uri: 'MENU_2', userId: 2, createdAt: testStart - 45 * day, type: 'pdf' },
      { archived: true, uri: 'ab', userId: 2, createdAt: testStart - 45 * day },
      { uri: 'menu-live', userId: 2, createdAt: testStart - 5 * day },
    ])
    await database.current.orm.insert(infectedQrs).values([
      { qrId: 1, uri: 'https://bad.example', vendors: 'Sophos', createdAt: testStart },
      { qrId: 2, uri: `https://a.example/${'x'.repeat(5000)}`, vendors: 'ESET, Fortinet', createdAt: testStart },
      { qrId: 8, uri: 'https://Z.example', vendors: 'Avast', createdAt: testStart },
    ])
    await database.current.orm.insert(uriHistory).values([
      { qrId: 8, uri: 'first', qrUri: 'second', updatedAt: testStart - 3 },
      { qrId: 8, uri: 'second', qrUri: 'menu-live', updatedAt: testStart - 2 },
      { qrId: 1, uri: 'Z_9', qrUri: 'uri-1', updatedAt: testStart - 2 },
    ])
  })

  const list = async (path: string, browser: Browser = full) => {
    const reply = await browser.get(path)
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply.json<{ rows: Record<string, unknown>[]; pagination: Pagination }>()
  }
  const idsOf = async (path: string, browser?: Browser) => (await list(path, browser)).rows.map(({ id }) => id)

  describe('blocked', () => {
    // [2.2 blocked refresh] [2.2 blocked paging] [2.3 blocked qr] [2.7 blocked qrs] [2.9 blocked page size]
    test('returns those not whitelisted, newest first, with their creator', async () => {
      const { rows, pagination } = await list('/qrs/blocked')
      expect(rows).toEqual([
        expect.objectContaining({ id: 2, qrId: 2, name: '', url: null, email: 'bo@example.com', userId: 2 }),
        {
          id: 1,
          qrId: 1,
          name: 'Bad',
          uri: 'uri-1',
          url: 'https://bad.example',
          email: 'ana@example.com',
          userId: 1,
          createdAt: testStart - 9 * day,
          updatedAt: testStart,
          type: 'url',
          stopped: 0,
          whitelisted: false,
          version: 1,
        },
      ])
      expect(pagination).toMatchObject({ total_results: 2, configuredEntries: 10 })
    })

    test.each([
      ['sort=updatedAt&sortDirection=desc', [1, 2]],
      ['sortField=id&sortDirection=asc', [1, 2]],
      ['perPage=1&page=2', [1]],
    ])('%s', async (query, ids) => {
      expect(await idsOf(`/qrs/blocked?${query}`)).toEqual(ids)
    })
  })

  describe('infected', () => {
    // [R16 our paths] [2.2 infected sort] [2.3 infected qr]
    test('returns what scanners flagged as harmful, newest first', async () => {
      expect((await list('/qrs/infected')).rows).toEqual([
        { id: 3, uri: 'https://Z.example', vendors: 'Avast', user: 2 },
        { id: 2, uri: expect.stringMatching(/^https:\/\/a\.example\/x{5000}$/) as string, vendors: 'ESET, Fortinet', user: 2 },
        { id: 1, uri: 'https://bad.example', vendors: 'Sophos', user: 1 },
      ])
    })

    // [R13 infected paging] [2.7 infected qrs] [R13 offset and limit]
    test.each([
      ['offset=0&limit=2', [3, 2]],
      ['offset=2&limit=2', [1]],
      ['offset=40&limit=2', [1]],
      [`sortBy=${encodeURIComponent('{"key":"uri","direction":"asc"}')}`, [3, 2, 1]],
      ['sortBy[key]=vendors&sortBy[direction]=DESC', [1, 2, 3]],
      ['sortBy[key]=id&sortBy[direction]=asc&offset=1&limit=1', [2]],
      ['page=2&perPage=1', [2]],
      ['sort=vendors', [3, 2, 1]],
    ])('%s', async (query, ids) => {
      expect(await idsOf(`/qrs/infected?${query}`)).toEqual(ids)
    })

    test.each(['offset=-1', 'limit=0', 'limit=151', 'sortBy=id', 'sortBy[key]=nonsense', 'sortBy={"key":1}', 'sortBy={'])(
      '%s returns 400 and names the field [2.7 infected qrs]',
      async (query) => {
        const reply = await full.get(`/qrs/infected?${query}`)
        expect(reply.statusCode).toBe(400)
        expect(Object.keys(reply.json<{ details: object }>().details)[0]).toMatch(/^(offset|limit|sortBy)/)
      },
    )

    test('other lists ignore offset and sortBy [R13 infected paging] [R13 offset and limit]', async () => {
      expect(await idsOf('/qrs/blocked?offset=1&sortBy=nonsense')).toEqual([2, 1])
    })
  })

  describe('archived', () => {
    const search = (uri: string) => staff.get(`/qrs/archived?uri=${encodeURIComponent(uri)}`)

    test.each([
      ['menu', [6, 5]],
      ['OLD-', [5]],
      ['u_2', [6]],
      ['%', []],
      ['ab', [7]],
      ['b', []],
      ['nowhere', []],
      ['\u0000menu', [6, 5]],
    ])('%j finds %j [2.2 archived search] [2.7 archived qrs]', async (uri, ids) => {
      expect((await search(uri)).json<{ id: number }[]>().map(({ id }) => id)).toEqual(ids)
    })

    test('include their owner [2.2 archived row] [2.3 archived qr]', async () => {
      expect((await search('Old-Menu')).json()).toEqual([{ id: 5, email: 'ana@example.com', uri: 'Old-Menu', userId: 1 }])
    })

    // [2.5 archived search]
    test.each(['/qrs/archived', '/qrs/archived?uri=', '/qrs/archived?uri=%20'])('%s is rejected as an empty search', async (path) => {
      expect((await staff.get(path)).json()).toMatchObject({ statusCode: 400, details: { uri: emptyUriMessage } })
    })
  })

  describe('stats', () => {
    // [R3 open reports] [2.2 stats filters] [2.3 qr stats] [2.7 qr stats]
    test('count each customer’s QRs, highest first', async () => {
      const { rows, pagination } = await list('/qrs/stats', staff)
      expect(rows).toEqual([
        { email: 'bo@example.com', count: 5, userId: 2 },
        { email: 'ana@example.com', count: 3, userId: 1 },
      ])
      expect(pagination).toMatchObject({ total_results: 2, current_page: 1 })
    })

    test.each([
      [
        `from=${testStart - 10 * day}&to=${testStart}`,
        [
          [2, 2],
          [1, 2],
        ],
      ],
      ['type=pdf', [[2, 2]]],
      [
        `to=${testStart - 41 * day}`,
        [
          [2, 2],
          [1, 1],
        ],
      ],
      [
        'sort=count&sortDirection=asc',
        [
          [1, 3],
          [2, 5],
        ],
      ],
      [
        'sort=id&sortDirection=asc',
        [
          [1, 3],
          [2, 5],
        ],
      ],
      ['perPage=1&page=2', [[1, 3]]],
      ['perPage=1&page=99', [[1, 3]]],
      ['type=wifi', []],
    ])('%s [2.2 stats filters]', async (query, expected) => {
      const { rows } = await list(`/qrs/stats?${query}`)
      expect(rows.map(({ userId, count }) => [userId, count])).toEqual(expected)
    })
  })

  describe('uri history', () => {
    // [2.2 history row] [2.2 history sort] [2.3 uri change]
    test('lists the newest change first, with the old and new address', async () => {
      expect((await list('/qrs/uri/history', staff)).rows).toEqual([
        { id: 3, qrId: 1, uri: 'Z_9', qrUri: 'uri-1', updatedAt: testStart - 2, email: 'ana@example.com', userId: 1 },
        { id: 2, qrId: 8, uri: 'second', qrUri: 'menu-live', updatedAt: testStart - 2, email: 'bo@example.com', userId: 2 },
        { id: 1, qrId: 8, uri: 'first', qrUri: 'second', updatedAt: testStart - 3, email: 'bo@example.com', userId: 2 },
      ])
    })

    test.each([
      ['searchTerm=%25', [3, 2, 1]],
      ['searchTerm=', [3, 2, 1]],
      ['searchTerm=SECOND', [2, 1]],
      ['searchTerm=irs', [1]],
      ['searchTerm=live', [2]],
      ['searchTerm=z_', [3]],
      ['searchTerm=_', []],
      ['searchTerm=s', [2, 1]],
      ['sort=updatedAt&sortDirection=asc', [1, 2, 3]],
      ['searchTerm=%00live', [2]],
    ])('%s [2.7 uri history] [R19 no filter]', async (query, ids) => {
      expect(await idsOf(`/qrs/uri/history?${query}`)).toEqual(ids)
    })

    test('rejects a search of more than 25 characters [2.5 history search]', async () => {
      expect((await staff.get(`/qrs/uri/history?searchTerm=${'a'.repeat(26)}`)).json()).toMatchObject({
        statusCode: 400,
        details: { searchTerm: 'Must have less than 25 characters.' },
      })
    })
  })

  test('static path segments are not read as ids, and invalid ids return 404 [R15 static parts] [2.7 static parts]', async () => {
    for (const path of ['/qrs/folders', '/qrs/stats', '/qrs/ids', '/qrs/blocked', '/qrs/infected'])
      expect((await full.get(path)).statusCode).toBe(200)
    for (const path of ['/qrs/nowhere', '/qrs/0', '/qrs/-1', '/qrs/1.5', '/qrs/media/x', '/qrs/99999999999/impact'])
      expect((await full.get(path)).statusCode).toBe(404)
  })
})
