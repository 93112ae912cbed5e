import { beforeAll, describe, expect, test } from 'vitest'
import { customerDomains, events, invitations } from '../../server/db/schema/customer-records.ts'
import { folders } from '../../server/db/schema/qrs.ts'
import { webriskTracker } from '../../server/db/schema/security.ts'
import { foldText } from '../../src/contract/fold.ts'
import type { Pagination } from '../../src/contract/list.ts'
import { testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers, insertQrs } from '../support/rows.ts'
import { useServer } from '../support/server.ts'
import { type Browser, signIn } from '../support/sign-in.ts'

describeDatabase('the panels of a customer', (engine) => {
  const { database, server, browser } = useServer(engine, { rol: 2 })
  /** Role 2, because calls limited to one customer are open to it. */
  let full: Browser

  beforeAll(async () => {
    full = await signIn(server, { rol: 1 })
    await insertCustomers(database.current, [{}, {}, {}])
    const { orm } = database.current
    const named = (rows: [string, number, number][]) =>
      rows.map(([name, userId, createdAt]) => ({ name, nameKey: foldText(name), userId, createdAt }))
    await orm.insert(folders).values(
      named([
        ['Menús', 1, testStart - 3],
        ['menu 100%', 2, testStart - 1],
        ['Ñandú', 2, testStart - 2],
        ['menu_old', 1, testStart - 4],
        ['MENUX100', 1, testStart],
      ]),
    )
    await orm.insert(events).values([
      { userId: 1, event: 'login', ip: '10.0.0.1', date: testStart - 20 },
      { userId: 1, event: 'qr_created', ip: null, date: testStart - 10 },
      { userId: 2, event: 'login', ip: '::1', date: testStart - 15 },
      // Arrived late: the higher id is the older event.
      { userId: 1, event: 'logout', ip: null, date: testStart - 30 },
      { userId: 1, event: 'export_csv', ip: null, date: testStart - 10 },
    ])
    await insertQrs(database.current, [{}])
    await orm.insert(webriskTracker).values([
      {
        userId: 1,
        qrId: 1,
        reason: 'MALWARE',
        url: 'https://bad.example',
        userBanned: true,
        unsafeDomains: ['bad.example'],
        createdAt: 100,
      },
      { userId: null, qrId: null, reason: 'UNKNOWN', url: 'https://gone.example', unsafeDomains: [], createdAt: 300 },
      { userId: 1, qrId: null, reason: 'PHISHING', url: 'https://two.example', unsafeDomains: ['a.example', 'b.example'], createdAt: 90 },
      { userId: 2, qrId: null, reason: 'PHISHING', url: 'https://two.example', unsafeDomains: [], createdAt: 90 },
    ])
    await orm.insert(invitations).values([
      { ownerId: 1, email: 'new@example.com', role: 3, status: 0, createdAt: 100 },
      { ownerId: 2, email: 'else@example.com', role: 1, status: 1, createdAt: 300 },
      { ownerId: 1, email: 'in@example.com', role: 1, status: 1, createdAt: 100, lastLogin: 150, registrationComplete: 1, userId: 3 },
      { ownerId: 1, email: 'last@example.com', role: 2, status: 0, createdAt: 200 },
    ])
    await orm.insert(customerDomains).values([
      { userId: 1, hostname: 'qr.example.com', status: 'active', certificate: 'issued', createdAt: 100, main: true },
      { userId: 2, hostname: 'go.example.com', status: 'moved', certificate: 'expired', createdAt: 300 },
      { userId: 1, hostname: 'xn--cdigo-0ta.example', status: 'pending', certificate: 'pending', createdAt: 200 },
    ])
  })

  const get = async <Reply>(path: string, query: Record<string, string> = {}, as: Browser = browser) => {
    const reply = await as.get(`${path}?${new URLSearchParams(query)}`)
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply.json<Reply>()
  }
  const list = (path: string, query?: Record<string, string>, as?: Browser) =>
    get<{ rows: { id: number }[]; pagination: Pagination }>(path, query, as)
  const idsOf = async (path: string, query?: Record<string, string>, as?: Browser) => (await list(path, query, as)).rows.map(({ id }) => id)

  describe('GET /qrs/folders [R16 customer folders] [2.7 folders]', () => {
    // [2.2 folder list] [2.3 folder] [2.9 folder sort]
    test('returns all folders, by owner descending', async () => {
      const { rows, pagination } = await list('/qrs/folders')
      expect(rows.map(({ id }) => id)).toEqual([3, 2, 5, 4, 1])
      expect(rows[4]).toEqual({
        id: 1,
        name: 'Menús',
        createdAt: testStart - 3,
        user: 1,
        owner: { fullName: 'Ana Number 1', email: 'customer1@example.com' },
      })
      expect(pagination).toMatchObject({ total_results: 5, configuredEntries: 10 })
    })

    test.each<[Record<string, string>, number[]]>([
      [{ owner: '1' }, [5, 4, 1]],
      [{ owner: '99' }, []],
      [{ sort: 'name', sortDirection: 'asc' }, [2, 4, 1, 5, 3]],
      [{ sort: 'createdAt', sortDirection: 'desc' }, [5, 2, 3, 1, 4]],
      [{ sort: 'id', sortDirection: 'asc' }, [1, 2, 3, 4, 5]],
      [{ sort: 'user', sortDirection: 'asc' }, [1, 4, 5, 2, 3]],
      [{ perPage: '2', page: '2' }, [5, 4]],
      [{ perPage: '2', page: '9' }, [1]],
      // Case and accents are ignored; % and _ are literal.
      [{ searchTerm: ' MENU ', sort: 'id', sortDirection: 'asc' }, [1, 2, 4, 5]],
      [{ searchTerm: 'menús', owner: '1' }, [1]],
      [{ searchTerm: '100%' }, [2]],
      [{ searchTerm: 'menu_' }, [4]],
      [{ searchTerm: 'NAN' }, [3]],
      // Too short for anything but a prefix, unless limited to one owner.
      [{ searchTerm: 'ñ' }, [3]],
      [{ searchTerm: 'u' }, []],
      [{ searchTerm: 'ld', owner: '1' }, [4]],
      [{ searchTerm: '´' }, []],
      [{ searchTerm: 'menu', sort: 'name', sortDirection: 'desc', perPage: '3' }, [5, 1, 4]],
      [{ searchTerm: '' }, [3, 2, 5, 4, 1]],
    ])('%o', async (query, ids) => {
      expect(await idsOf('/qrs/folders', query)).toEqual(ids)
    })
  })

  describe('GET /events/paginate [2.7 events]', () => {
    // [2.2 event columns] [2.2 event paging] [2.3 event]
    test('returns ten per page, newest first', async () => {
      const { rows, pagination } = await list('/events/paginate')
      expect(rows.map(({ id }) => id)).toEqual([5, 2, 3, 1, 4])
      expect(rows[3]).toEqual({ id: 1, event: 'login', user: 1, ip: '10.0.0.1', date: testStart - 20 })
      expect(pagination).toMatchObject({ total_results: 5, configuredEntries: 10 })
    })

    test.each<[Record<string, string>, number[]]>([
      [{ user: '1' }, [5, 2, 1, 4]],
      [{ user: '99' }, []],
      [{ from: String(testStart - 15) }, [5, 2, 3]],
      [{ from: String(testStart - 20), to: String(testStart - 15) }, [3, 1]],
      [{ user: '1', to: String(testStart - 11) }, [1, 4]],
      [{ user: '1', sort: 'id', sortDirection: 'asc' }, [1, 2, 4, 5]],
      [{ to: String(testStart - 15), sort: 'id' }, [1, 3, 4]],
      [{ sortField: 'createdAt', sortDirection: 'asc' }, [4, 1, 3, 2, 5]],
      [{ user: '1', perPage: '3', page: '2' }, [4]],
    ])('%o', async (query, ids) => {
      expect(await idsOf('/events/paginate', query)).toEqual(ids)
    })
  })

  describe('GET /webrisk/tracker', () => {
    // [1.2 customer webrisk log] [2.3 tracker row] [2.7 webrisk log] [R48 unsafe domains]
    test('returns a customer’s rows to any role, newest first', async () => {
      const { rows } = await list('/webrisk/tracker', { user: '1' })
      expect(rows).toEqual([
        {
          id: 1,
          qr: 1,
          reason: 'MALWARE',
          url: 'https://bad.example',
          userBanned: true,
          unsafeDomains: ['bad.example'],
          createdAt: 100,
          user: 1,
        },
        {
          id: 3,
          qr: null,
          reason: 'PHISHING',
          url: 'https://two.example',
          userBanned: false,
          unsafeDomains: ['a.example', 'b.example'],
          createdAt: 90,
          user: 1,
        },
      ])
    })

    test.each<[Record<string, string>, number[]]>([
      [{}, [2, 1, 4, 3]],
      [{ sort: 'createdAt', sortDirection: 'asc' }, [3, 4, 1, 2]],
      [{ sort: 'id', sortDirection: 'desc' }, [4, 3, 2, 1]],
      [{ user: '1', sort: 'id', sortDirection: 'asc' }, [1, 3]],
      [{ user: '99' }, []],
      [{ perPage: '3', page: '2' }, [3]],
    ])('%o', async (query, ids) => {
      expect(await idsOf('/webrisk/tracker', query, full)).toEqual(ids)
    })
  })

  // [R20 wire types] [2.3 invitation] [2.7 invitations]
  test('GET /customers/{id}/invitations returns whom a customer invited, newest first', async () => {
    const rows = await get<{ id: number }[]>('/customers/1/invitations')
    expect(rows.map(({ id }) => id)).toEqual([4, 3, 1])
    expect(rows[1]).toEqual({
      id: 3,
      email: 'in@example.com',
      role: 1,
      status: 1,
      createdAt: 100,
      lastLogin: 150,
      registrationComplete: 1,
      userId: 3,
    })
    expect(rows[2]).toMatchObject({ status: 0, registrationComplete: 0, lastLogin: null, userId: null })
    expect(await get('/customers/3/invitations')).toEqual([])
  })

  test('GET /customers/{id}/domains returns a customer’s hostnames, newest first', async () => {
    expect(await get('/customers/1/domains')).toEqual([
      expect.objectContaining({
        id: 3,
        hostname: 'xn--cdigo-0ta.example',
        status: 'pending',
        certificate_status: 'pending',
        createdAt: 200,
        main: false,
      }),
      expect.objectContaining({
        id: 1,
        hostname: 'qr.example.com',
        status: 'active',
        certificate_status: 'issued',
        createdAt: 100,
        main: true,
      }),
    ])
    expect(await get('/customers/3/domains')).toEqual([])
  })

  test.each(['invitations', 'domains', 'email/activity'])('%s: 404 for an unknown customer', async (panel) => {
    for (const id of ['99', '0', 'ana', '99999999999'])
      expect((await browser.get(`/customers/${id}/${panel}`)).json()).toMatchObject({ statusCode: 404, error: 'not_found' })
  })

  test.each([
    ['/qrs/folders', 'owner', 'ana'],
    ['/qrs/folders', 'sort', 'color'],
    ['/events/paginate', 'user', '0'],
    ['/events/paginate', 'from', 'yesterday'],
    ['/events/paginate', 'to', '-1'],
    ['/events/paginate', 'sort', 'event'],
    ['/webrisk/tracker', 'user', '1.5'],
    ['/webrisk/tracker', 'sort', 'url'],
    ['/api-calls', 'owner', 'x'],
    ['/api-calls', 'method', 'HEAD'],
    ['/api-calls', 'statusCode', '99'],
    ['/api-calls', 'statusCode', '600'],
    ['/api-calls', 'statusCode', 'ok'],
    ['/api-calls', 'statusCode', '2e2'],
    ['/customers/1/email/activity', 'from', 'x'],
    ['/customers/1/email/activity', 'to', '1e99'],
  ])('%s with an invalid %s returns 400 and names it [2.5 status code] [R13 ill-typed]', async (path, field, value) => {
    expect((await full.get(`${path}?${field}=${value}`)).json()).toMatchObject({
      statusCode: 400,
      details: { [field]: expect.any(String) as string },
    })
  })
})
