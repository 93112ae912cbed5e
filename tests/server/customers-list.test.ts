import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { customerNotes } from '../../server/db/schema/customer-records.ts'
import type { CustomerRow } from '../../src/contract/customers.ts'
import { startOfDay } from '../../src/contract/dates.ts'
import type { Pagination } from '../../src/contract/list.ts'
import { buildTestApp, type TestApp, testStart } from '../support/app.ts'
import { describeDatabase, describeEngines } from '../support/database.ts'
import { insertCustomers } from '../support/rows.ts'
import { type Browser, signIn } from '../support/sign-in.ts'

interface Listed {
  rows: CustomerRow[]
  pagination: Pagination
  pages?: number
  total?: number
}

const day = 86_400

describeEngines('GET /customers', (engine) => {
  const database = engine.use()
  let server: TestApp
  let browser: Browser

  beforeAll(async () => {
    server = await buildTestApp(database.current)
    browser = await signIn(server, { rol: 2 })
    await insertCustomers(database.current, [
      {
        firstName: 'Ana',
        lastName: 'López',
        companyName: 'Café 100%',
        email: 'ana@example.com',
        country: 'es',
        stripeCustomerId: 'cus_Ana1',
        createdAt: testStart - 5 * day,
        subscriptionStatus: 'active',
        planName: 'Pro',
        lastPaymentMethod: 'card',
        cardBrand: 'visa',
        totalRevenue: 4_000,
        last4: '4242',
        expiryMonth: 5,
        expiryYear: 2027,
      },
      {
        firstName: 'ANA',
        lastName: 'lopez',
        email: 'ana.lopez@example.com',
        country: 'es',
        createdAt: testStart - 4 * day,
        subscriptionStatus: 'trialing',
        trialPlan: true,
        triallingEndsAt: testStart + 2 * day,
        stripeTrialEnd: testStart - 9 * day,
        planName: 'pro',
        referredBy: 1,
        last4: '4242',
        expiryMonth: 6,
        expiryYear: 2024,
      },
      {
        firstName: 'Иван',
        lastName: 'Петров',
        email: 'ivan@пример.рф',
        country: 'ru',
        createdAt: testStart - 3 * day,
        subscriptionStatus: 'canceled',
        earlyFraud: true,
        canceledAt: testStart - 2 * day,
        stripeTrialEnd: testStart - 2 * day,
        totalRevenue: 9_000,
        referredBy: 1,
        last4: '0007',
        expiryMonth: 5,
        expiryYear: 2023,
      },
      {
        firstName: '小明',
        lastName: '王',
        companyName: '東京都商店',
        whitelisted: true,
        archived: 1,
        email: 'wang@example.jp',
        country: 'jp',
        createdAt: testStart - 2 * day,
        subscriptionStatus: 'active',
        willCancel: true,
        canceledAt: testStart - day,
        lastPaymentMethod: 'paypal',
        planName: 'Business',
      },
      {
        firstName: 'Under',
        lastName: 'Score',
        companyName: 'a_b Ltd',
        email: 'a_b@example.com',
        country: null,
        createdAt: testStart - day,
        banned: true,
      },
      {
        firstName: 'Axb',
        lastName: 'Plain',
        email: 'axb@example.com',
        country: 'fr',
        createdAt: testStart,
        deleted: true,
        subscriptionStatus: 'soft_deleted',
      },
      {
        firstName: 'Back\\slash',
        lastName: '',
        email: 'back@example.com',
        country: 'fr',
        createdAt: testStart,
        subscriptionStatus: 'unpaid',
        referredBy: 2,
      },
    ])
  })
  afterAll(() => server.app.close())

  const list = async (query: Record<string, string> = {}) => {
    const reply = await browser.get(`/customers?${new URLSearchParams(query)}`)
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply.json<Listed>()
  }
  const idsOf = async (query: Record<string, string>) => (await list(query)).rows.map(({ id }) => id)

  test('returns rows and pagination, newest id first [1.2 newest first] [1.3 customer row]', async () => {
    const { rows, pagination, ...rest } = await list()
    expect(rows.map(({ id }) => id)).toEqual([7, 6, 5, 4, 3, 2, 1])
    expect(rest).toEqual({})
    expect(pagination).toMatchObject({ current_page: 1, results: 7, total_results: 7, configuredEntries: 10 })
    expect(rows.at(-1)).toEqual({
      id: 1,
      fullName: 'Ana López',
      firstName: 'Ana',
      lastName: 'López',
      companyName: 'Café 100%',
      country: 'es',
      email: 'ana@example.com',
      createdAt: testStart - 5 * day,
      status: 'active',
      planName: 'Pro',
      totalRevenue: 4_000,
      isReferred: false,
      trialPlan: false,
      banned: false,
      deleted: false,
      version: 1,
      referredBy: null,
      archived: 0,
      whitelisted: false,
      is2faEnabled: false,
      subscriptionStatus: 'active',
      subscriptionInfo: { requiresAction: false, willCancel: false },
      stripeCustomerId: 'cus_Ana1',
      linkedinId: null,
      facebookId: null,
      googleId: null,
      discount: null,
      hasNote: false,
      erased: false,
    })
    expect(rows[0]).toMatchObject({ fullName: 'Back\\slash', isReferred: true, status: 'canceledByUnpaid' })
  })

  describe('filters [1.7 list customers]', () => {
    // [1.2 filter created] [1.2 filter card] [1.4 raw statuses] [1.5 card filter] [R27 inclusive days] [R33 status filter] [R34 last4]
    // [R34 card years]
    test.each<[Record<string, string>, number[]]>([
      [{ status: 'active' }, [1]],
      [{ status: 'canceled' }, [4]],
      [{ status: 'trialling' }, [2]],
      [{ status: 'canceledByEarlyFraud' }, [3]],
      [{ status: 'canceledByUnpaid' }, [7]],
      [{ status: 'unpaid' }, []],
      [{ status: 'inactive' }, [5]],
      [{ status: 'soft_deleted' }, [6]],
      [{ country: 'es' }, [2, 1]],
      [{ country: 'FR' }, [7, 6]],
      [{ country: 'zz' }, []],
      [{ from: String(testStart - 3 * day) }, [7, 6, 5, 4, 3]],
      [{ to: String(testStart - 3 * day) }, [3, 2, 1]],
      [{ from: String(testStart - 4 * day), to: String(testStart - 3 * day) }, [3, 2]],
      [{ from: String(testStart - 4 * day), to: String(testStart - 3 * day), sortDirection: 'asc' }, [2, 3]],
      [{ from: String(testStart), to: String(testStart - 1) }, []],
      [{ last4: '4242' }, [2, 1]],
      [{ last4: '0007' }, [3]],
      [{ expiryMonth: '5' }, [3, 1]],
      [{ last4: '4242', expiryMonth: '5' }, [1]],
      [{ expiryYear: '2027' }, [1]],
      [{ expiryYear: '2024' }, [2]],
      // Two years ago is the first that counts (ruling 34).
      [{ expiryYear: '2023', last4: '4242' }, [2, 1]],
      [{ trialPlan: 'true' }, [2]],
      [{ trialPlan: 'false' }, [7, 6, 5, 4, 3, 2, 1]],
      [{ isReferred: 'true' }, [7, 3, 2]],
      [{ accountState: 'banned' }, [5]],
      [{ accountState: 'deleted' }, [6]],
      [{ accountState: 'whitelisted' }, [4]],
      [{ accountState: 'archived' }, [4]],
      [{ accountState: 'deleted', country: 'es' }, []],
      [{ referredBy: '1' }, [3, 2]],
      [{ canceledFrom: String(testStart - 2 * day) }, [4, 3]],
      [{ canceledFrom: String(testStart - 9 * day), canceledTo: String(testStart - 2 * day) }, [3]],
      [{ canceledTo: String(testStart - 2 * day - 1) }, []],
      [{ canceledTo: String(testStart), country: 'jp' }, [4]],
      // The end that the console shows, not the one at the provider.
      [{ trialEndsFrom: String(testStart), trialEndsTo: String(testStart + 2 * day) }, [2]],
      [{ trialEndsTo: String(testStart) }, [3]],
      [{ trialEndsFrom: String(testStart - 2 * day), sort: 'createdAt', sortDirection: 'asc' }, [2, 3]],
      [{ paymentMethod: 'paypal' }, [4]],
      [{ paymentMethod: 'card', country: 'es' }, [1]],
      [{ paymentMethod: 'sofort' }, []],
      [{ planName: 'Pro' }, [2, 1]],
      [{ planName: 'PRO', status: 'active' }, [1]],
      [{ planName: 'Pr' }, []],
      [{ cardBrand: 'visa' }, [1]],
      [{ cardBrand: 'amex' }, []],
      [{ cardState: 'expired' }, [3, 2]],
      [{ cardState: 'expired', country: 'ru' }, [3]],
      [{ cardState: 'expiring' }, []],
      [{ referredBy: '1', status: 'trialing' }, [2]],
      [{ country: 'es', trialPlan: 'true', last4: '4242', searchTerm: 'ana lopez' }, [2]],
    ])('%o', async (query, ids) => {
      expect(await idsOf(query)).toEqual(ids)
    })
  })

  describe('sorts', () => {
    test.each<[string, string, number[]]>([
      ['id', 'asc', [1, 2, 3, 4, 5, 6, 7]],
      ['fullName', 'asc', [2, 1, 6, 7, 5, 3, 4]],
      ['fullName', 'desc', [4, 3, 5, 7, 6, 1, 2]],
      ['country', 'asc', [1, 2, 6, 7, 4, 3, 5]],
      ['country', 'desc', [5, 3, 4, 7, 6, 2, 1]],
      // By bytes: '.' sorts before '@', and '_' before every letter.
      ['email', 'asc', [5, 2, 1, 6, 7, 3, 4]],
      ['createdAt', 'asc', [1, 2, 3, 4, 5, 6, 7]],
      ['createdAt', 'desc', [7, 6, 5, 4, 3, 2, 1]],
      ['totalRevenue', 'asc', [2, 4, 5, 6, 7, 1, 3]],
      ['totalRevenue', 'desc', [3, 1, 7, 6, 5, 4, 2]],
    ])('by %s %s', async (sort, sortDirection, ids) => {
      expect(await idsOf({ sort, sortDirection })).toEqual(ids)
      expect(await idsOf({ sortField: sort, sortDirection, country: '' })).toEqual(ids)
    })

    test('page by page, ties included', async () => {
      const pages = await Promise.all(
        ['1', '2', '3', '4'].map((page) => idsOf({ sort: 'country', sortDirection: 'asc', perPage: '2', page })),
      )
      expect(pages).toEqual([[1, 2], [6, 7], [4, 3], [5]])
    })
  })

  describe('exact search: a whole id, e-mail, name, company or provider id (ruling 18) [1.2 search modes] [R18 exact search]', () => {
    test.each<[string, number[]]>([
      ['1', [1]],
      ['ANA@example.com', [1]],
      // Accents tell people apart (ruling 62).
      ['ana lopez', [2]],
      ['  Ana   LÓPEZ ', [1]],
      ['ana', []],
      ['café 100%', [1]],
      ['CUS_ANA1', [1]],
      ['иван петров', [3]],
      ['小明 王', [4]],
      ['東京都商店', [4]],
      ['a_b ltd', [5]],
      ['axb ltd', []],
      ['back\\slash', [7]],
      ['%', []],
      ['Ana López - Café 100%', []],
      ['\u0301', []],
    ])('%j', async (searchTerm, ids) => {
      expect(await idsOf({ searchTerm })).toEqual(ids)
      expect(await idsOf({ searchTerm, exactSearch: 'true' })).toEqual(ids)
    })
  })

  describe('normal search: part of the same fields [R18 normal search]', () => {
    test.each<[string, number[]]>([
      ['lopez', [2, 1]],
      ['LÓPE', [2, 1]],
      ['example.com', [7, 6, 5, 2, 1]],
      ['a_b', [5]],
      ['a_b l', [5]],
      ['100%', [1]],
      ['%example', []],
      ['exa%ple', []],
      ['ex_mple', []],
      ['___', []],
      ['back\\sl', [7]],
      ['cus_ana', [1]],
      ['етров', [3]],
      ['пример', [3]],
      ['京都商', [4]],
      // A part of one field, or words of several, but never a part that spans two fields.
      ['com\nan', [2, 1]],
      ['om\nana', []],
      ['com ana', [2, 1]],
      // Below three characters: the start of a name or e-mail, or the id.
      ['an', [2, 1]],
      ['a', [6, 5, 2, 1]],
      ['ив', [3]],
      ['小', [4]],
      ['3', [3]],
      ['%', []],
      ['_', []],
      ['\\', []],
    ])('%j', async (searchTerm, ids) => {
      expect(await idsOf({ searchTerm, exactSearch: 'false' })).toEqual(ids)
    })

    test('combines with filters and sort order', async () => {
      expect(await idsOf({ searchTerm: 'example', exactSearch: 'false', country: 'fr', sort: 'email', sortDirection: 'asc' })).toEqual([
        6, 7,
      ])
      expect(await idsOf({ searchTerm: 'lopez', exactSearch: 'false', sort: 'fullName' })).toEqual([2, 1])
    })

    // [1.3 autocomplete] [R14 autocomplete] [R14 autocomplete result]
    test('returns pages and total next to pagination for autocomplete (ruling 14)', async () => {
      const found = await list({ searchTerm: 'example', exactSearch: 'false', perPage: '2' })
      expect(found).toMatchObject({ pages: 3, total: 6, pagination: { total_pages: 3, total_results: 6 } })
      const others: Record<string, string>[] = [
        { exactSearch: 'false' },
        { exactSearch: 'false', searchTerm: ' ' },
        { searchTerm: 'ana lopez' },
      ]
      for (const query of others) expect(Object.keys(await list(query)).toSorted()).toEqual(['pagination', 'rows'])
    })
  })

  test('returns the last page for a page past the end', async () => {
    const { rows, pagination } = await list({ page: '9', perPage: '5' })
    expect(rows.map(({ id }) => id)).toEqual([2, 1])
    expect(pagination).toMatchObject({ current_page: 2, first_result: 6, last_result: 7, next_page: null, previous_page: 1 })
  })

  test('accepts length for perPage and ignores unknown parameters', async () => {
    const { rows, pagination } = await list({ length: '3', whatever: 'x', version: '7' })
    expect(rows).toHaveLength(3)
    expect(pagination.configuredEntries).toBe(3)
  })

  test.each<[Record<string, string>, string]>([
    [{ perPage: '0' }, 'perPage'],
    [{ perPage: '151' }, 'perPage'],
    [{ page: 'x' }, 'page'],
    [{ sort: 'status' }, 'sort'],
    [{ sort: 'planName' }, 'sort'],
    [{ last4: '42' }, 'last4'],
    [{ paymentMethod: 'cash' }, 'paymentMethod'],
    [{ cardState: 'lost' }, 'cardState'],
    [{ status: 'All' }, 'status'],
    [{ referredBy: '99999999999' }, 'referredBy'],
  ])('rejects %o and names the field [1.2 unsorted columns]', async (query, field) => {
    const reply = await browser.get(`/customers?${new URLSearchParams(query)}`)
    expect(reply.json()).toEqual({
      statusCode: 400,
      error: 'bad_request',
      message: `Check: ${field}.`,
      details: { [field]: expect.any(String) as string },
    })
  })

  test('drops the NUL character, which PostgreSQL cannot store, from a search term', async () => {
    expect(await idsOf({ searchTerm: 'ana@\u0000example.com' })).toEqual([1])
  })

  test('GET /customers/countries returns each code once, sorted [1.7 countries]', async () => {
    expect((await browser.get('/customers/countries')).json()).toEqual(['es', 'fr', 'jp', 'ru'])
  })

  test('GET /customers/plans returns each name once, sorted, whatever its case [1.7 plans]', async () => {
    expect((await browser.get('/customers/plans')).json<string[]>().map((name) => name.toLowerCase())).toEqual(['business', 'pro'])
  })
})

describeDatabase('cards in the list of customers', (engine) => {
  const database = engine.use()

  test('expire when their month ends in Madrid, also at the turn of the year', async () => {
    const server = await buildTestApp(database.current)
    onTestFinished(() => server.app.close())
    const months: [number, number][] = [
      [11, 2026],
      [12, 2026],
      [1, 2027],
      [2, 2027],
      [2, 2026],
    ]
    await insertCustomers(
      database.current,
      months.map(([expiryMonth, expiryYear]) => ({ expiryMonth, expiryYear })),
    )
    server.clock.advance(startOfDay('2026-12-01') - 1 - server.clock.now())
    // Long after the test's beginning, so only now.
    const browser = await signIn(server, { rol: 2 })
    const idsOf = async (cardState: string) =>
      (await browser.get(`/customers?cardState=${cardState}`)).json<Listed>().rows.map(({ id }) => id)
    expect([await idsOf('expired'), await idsOf('expiring')]).toEqual([[5], [2, 1]])
    server.clock.advance(1)
    expect([await idsOf('expired'), await idsOf('expiring')]).toEqual([
      [5, 1],
      [3, 2],
    ])
  })
})

describeDatabase('a page of customers', (engine) => {
  const database = engine.use()

  test('looks up notes only for its own rows, however many exist', async () => {
    const server = await buildTestApp(database.current)
    onTestFinished(() => server.app.close())
    const browser = await signIn(server, { rol: 2 })
    const ids = await insertCustomers(
      database.current,
      Array.from({ length: 3000 }, () => ({})),
    )
    await database.current.orm
      .insert(customerNotes)
      .values(ids.filter((id) => id % 2 === 0).map((userId) => ({ userId, note: 'Called.', createdAt: 1, authorName: 'Sam' })))
    await database.current.patient.pool.query('VACUUM ANALYZE')
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => asked.mockRestore())
    const { rows } = (await browser.get('/customers?perPage=4')).json<Listed>()
    expect(rows.map(({ hasNote }) => hasNote)).toEqual([true, false, true, false])
    const [text, values] = asked.mock.calls
      .map(([query, given]): [string, unknown[]] => [(query as unknown as { text: string }).text, given as unknown as unknown[]])
      .find(([statement]) => statement?.includes('customer_notes')) ?? ['', []]
    const { rows: plan } = await database.current.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n')
    expect(lines).toContain('customer_notes')
    expect(lines).not.toMatch(/hashed SubPlan|Seq Scan on customer_notes/)
  })
})
