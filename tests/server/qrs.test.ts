import { beforeAll, describe, expect, test } from 'vitest'
import type { Pagination } from '../../src/contract/list.ts'
import type { QrRow } from '../../src/contract/qrs.ts'
import { testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers, insertQrs } from '../support/rows.ts'
import { useServer } from '../support/server.ts'

const day = 86_400

describeDatabase('QRs', (engine) => {
  const { database, browser } = useServer(engine, { rol: 2, config: { publicSiteUrl: 'https://site.example/' } })

  beforeAll(async () => {
    await insertCustomers(database.current, [{}, {}])
    await insertQrs(database.current, [
      {
        name: 'Menú de día',
        uri: 'Menu-Dia',
        type: 'menu',
        createdAt: testStart - 5 * day,
        updatedAt: testStart,
        scans: 10,
        visits: 3,
        content: { url: 'https://example.com/a' },
      },
      {
        name: 'MENU 100%',
        uri: 'a_b',
        type: 'url',
        createdAt: testStart - 4 * day,
        updatedAt: testStart - day,
        scans: 10,
        visits: 2,
        virus: true,
        status: 2,
      },
      {
        name: 'Пример',
        uri: 'axb',
        type: 'urlStatic',
        createdAt: testStart - 3 * day,
        updatedAt: testStart - day,
        scans: 5,
        visits: 3,
        stopped: 1,
        userId: 2,
      },
      {
        name: '',
        uri: '2',
        type: 'text',
        createdAt: testStart - 3 * day,
        updatedAt: testStart - 2 * day,
        content: { text: 'Hello', url: null },
        whitelisted: true,
      },
      { name: 'Old menu', uri: 'menu-old', type: 'menu', createdAt: testStart - 9 * day, archived: true },
      {
        name: 'Shouting',
        uri: 'MENU-DIA',
        type: 'wifi',
        createdAt: testStart - day,
        updatedAt: testStart - 3 * day,
        status: 0,
        content: { ssid: 'x', url: 7 },
      },
    ])
  })

  const list = async (query: Record<string, string> = {}, path = '/qrs') => {
    const reply = await browser.get(`${path}?${new URLSearchParams(query)}`)
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply.json<{ rows: QrRow[]; pagination: Pagination }>()
  }
  const idsOf = async (query: Record<string, string>, path?: string) => (await list(query, path)).rows.map(({ id }) => id)

  test('lists QRs newest first and leaves out archived ones [2.2 qr default sort] [2.3 qr]', async () => {
    const { rows, pagination } = await list()
    expect(rows.map(({ id }) => id)).toEqual([6, 4, 3, 2, 1])
    expect(pagination).toMatchObject({ total_results: 5, results: 5 })
    expect(rows[4]).toEqual({
      id: 1,
      name: 'Menú de día',
      type: 'menu',
      createdAt: testStart - 5 * day,
      updatedAt: testStart,
      scans: 10,
      visits: 3,
      virus: false,
      status: 1,
      stopped: 0,
      uri: 'Menu-Dia',
      user: 1,
      owner: { fullName: 'Ana Number 1', companyName: null, email: 'customer1@example.com' },
      whitelisted: false,
      content: { url: 'https://example.com/a' },
      qrUri: 'https://site.example/Menu-Dia',
      version: 1,
    })
    expect(rows[1]).toMatchObject({ whitelisted: true, content: { url: null } })
    expect(rows[3]).toMatchObject({ virus: true, status: 2, content: { url: null } })
  })

  // [2.2 qr dates] [2.2 qr type] [2.3 qr types] [2.7 list qrs] [R27 inclusive seconds]
  test.each<[Record<string, string>, number[]]>([
    [{ type: 'menu' }, [1]],
    [{ type: 'urlStatic' }, [3]],
    [{ type: 'url-static' }, [3]],
    [{ type: 'sms' }, []],
    [{ status: 'active' }, [4, 1]],
    [{ status: 'blocked' }, [2]],
    [{ status: 'stopped' }, [3]],
    [{ status: 'deleted' }, [6]],
    [{ status: 'active', customer: '1', type: 'text' }, [4]],
    [{ customer: '2' }, [3]],
    [{ customer: '99' }, []],
    [{ from: String(testStart - 3 * day) }, [6, 4, 3]],
    [{ to: String(testStart - 3 * day) }, [4, 3, 2, 1]],
    [{ from: String(testStart - 4 * day), to: String(testStart - 4 * day) }, [2]],
    [{ from: String(testStart - 4 * day), sort: 'scans', sortDirection: 'desc' }, [2, 3, 6, 4]],
    [{ from: String(testStart - 4 * day), type: 'wifi', customer: '1' }, [6]],
    [{ scansFrom: '1' }, [3, 2, 1]],
    [{ scansTo: '0' }, [6, 4]],
    [{ scansFrom: '5', scansTo: '10', sort: 'scans', sortDirection: 'asc' }, [3, 1, 2]],
  ])('filters by %o', async (query, ids) => {
    expect(await idsOf(query)).toEqual(ids)
  })

  test.each<[string, string, number[]]>([
    ['createdAt', 'asc', [1, 2, 3, 4, 6]],
    ['createdAt', 'desc', [6, 4, 3, 2, 1]],
    ['updatedAt', 'asc', [6, 4, 2, 3, 1]],
    ['updatedAt', 'desc', [1, 3, 2, 4, 6]],
    ['scans', 'asc', [4, 6, 3, 1, 2]],
    ['scans', 'desc', [2, 1, 3, 6, 4]],
    ['visits', 'asc', [4, 6, 2, 1, 3]],
    ['visits', 'desc', [3, 1, 2, 6, 4]],
    ['virus', 'asc', [1, 3, 4, 6, 2]],
    ['virus', 'desc', [2, 6, 4, 3, 1]],
    ['id', 'asc', [1, 2, 3, 4, 6]],
    ['id', 'desc', [6, 4, 3, 2, 1]],
  ])('sorts by %s %s [2.2 qr sorting]', async (sort, sortDirection, ids) => {
    expect(await idsOf({ sort, sortDirection })).toEqual(ids)
  })

  test.each<[string, number[]]>([
    ['menu', [6, 1]],
    [' -DIA ', [6, 1]],
    ['a_b', [2]],
    ['a%b', []],
    ['enu', [6, 1]],
    ['me', [6, 1]],
    ['en', []],
    ['a_', [2]],
    ['a', [3, 2]],
    ['%', []],
    ['2', [4]],
    ['old', []],
  ])('finds QRs by part of the uri: %j [2.2 qr search mode]', async (searchTerm, ids) => {
    expect(await idsOf({ searchTerm })).toEqual(ids)
    expect(await idsOf({ searchTerm, searchMode: 'uri' })).toEqual(ids)
  })

  test.each<[string, number[]]>([
    ['menu', [2, 1]],
    ['de dia', [1]],
    ['100%', [2]],
    ['00%', [2]],
    ['римe', []],
    ['РИМЕР', [3]],
    ['me', [2, 1]],
    ['nu', []],
    ['п', [3]],
    ['%', []],
    ['_', []],
    ['\u0301', []],
  ])('finds QRs by part of the name: %j [2.2 qr search mode]', async (searchTerm, ids) => {
    expect(await idsOf({ searchTerm, searchMode: 'name' })).toEqual(ids)
  })

  test.each<[string, number[]]>([
    ['Menu-Dia', [1]],
    ['MENU-DIA', [6]],
    ['menu-dia', []],
    ['Menu', []],
    // A uri of digits ranks before the QR with that id.
    ['2', [4, 2]],
    ['6', [6]],
    ['5', []],
    ['menu-old', []],
    ['99999999999', []],
  ])('finds QRs by the exact uri or id: %j', async (searchTerm, ids) => {
    expect(await idsOf({ searchTerm, exactSearch: 'true' })).toEqual(ids)
    expect(await idsOf({ searchTerm, exactSearch: 'true', sort: 'id', sortDirection: 'asc' })).toEqual(ids)
  })

  test('lists a customer’s QRs through the same handler (ruling 17) [R17 customer qrs] [2.7 customer qrs]', async () => {
    expect(await list({ sort: 'scans' }, '/customers/1/qrs')).toEqual(await list({ sort: 'scans', customer: '1' }))
    expect(await idsOf({ customer: '1' }, '/customers/2/qrs')).toEqual([3])
    expect((await browser.get('/customers/abc/qrs')).statusCode).toBe(404)
  })

  test('returns the last page when past the end [R13 last page]', async () => {
    const { rows, pagination } = await list({ page: '40', perPage: '2' })
    expect(rows.map(({ id }) => id)).toEqual([1])
    expect(pagination).toMatchObject({ current_page: 3, total_pages: 3 })
  })

  // [2.7 list qrs] [R13 allow-list] [R13 up to 150]
  test.each([
    ['type', 'poster'],
    ['searchMode', 'content'],
    ['from', 'x'],
    ['customer', '0'],
    ['sort', 'name'],
    ['perPage', '151'],
  ])('responds with 400 and names the invalid %s', async (field, value) => {
    expect((await browser.get(`/qrs?${field}=${value}`)).json()).toMatchObject({
      statusCode: 400,
      error: 'bad_request',
      details: { [field]: expect.any(String) as string },
    })
  })

  describe('GET /qrs/{id}', () => {
    test('returns the row with its content in data [2.3 qr preview] [2.7 get qr]', async () => {
      const reply = await browser.get('/qrs/4')
      const [row] = (await list({ searchTerm: '2', exactSearch: 'true' })).rows
      expect(reply.json()).toEqual({ ...row, data: { text: 'Hello', url: null } })
    })

    test('returns archived QRs too', async () => {
      expect((await browser.get('/qrs/5')).json()).toMatchObject({ id: 5, uri: 'menu-old' })
    })

    test('names the missing QR in the 404 [2.7 get qr]', async () => {
      expect((await browser.get('/qrs/42')).json()).toEqual({ statusCode: 404, error: 'not_found', message: 'QR 42 was not found.' })
      for (const id of ['abc', '0', '2147483648', '1.5']) expect((await browser.get(`/qrs/${id}`)).statusCode).toBe(404)
    })
  })
})
