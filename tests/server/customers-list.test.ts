import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { customerNotes } from '../../server/db/schema/customer-records.ts'
import { startOfDay } from '../../src/contract/dates.ts'
import { buildTestApp, testStart } from '../support/app.ts'
import { describeDatabase, describeEngines } from '../support/database.ts'
import { day, type Listed, useListedCustomers } from '../support/listed-customers.ts'
import { insertCustomers } from '../support/rows.ts'
import { signIn } from '../support/sign-in.ts'

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
    const queries = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => queries.mockRestore())
    const { rows } = (await browser.get('/customers?perPage=4')).json<Listed>()
    expect(rows.map(({ hasNote }) => hasNote)).toEqual([true, false, true, false])
    const [text, values] = queries.mock.calls
      .map(([query, given]): [string, unknown[]] => [(query as unknown as { text: string }).text, given as unknown as unknown[]])
      .find(([statement]) => statement?.includes('customer_notes')) ?? ['', []]
    const { rows: plan } = await database.current.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n')
    expect(lines).toContain('customer_notes')
    expect(lines).not.toMatch(/hashed SubPlan|Seq Scan on customer_notes/)
  })
})

describeEngines('GET /customers', (engine) => {
  const listed = useListedCustomers(engine)
  const { list, idsOf } = listed

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
      supportAccess: true,
      is2faEnabled: false,
      subscriptionStatus: 'active',
      subscriptionInfo: { requiresAction: false, willCancel: false },
      stripeCustomerId: 'cus_Ana1',
      linkedinId: null,
      facebookId: null,
      googleId: null,
      discount: null,
      stripeTrialEnd: null,
      triallingEndsAt: null,
      currentPeriodEnd: null,
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
      [{ revenueFrom: '1' }, [3, 1]],
      [{ revenueTo: '0' }, [7, 6, 5, 4, 2]],
      [{ revenueFrom: '4000', sort: 'totalRevenue', sortDirection: 'asc' }, [1, 3]],
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
    const reply = await listed.browser.get(`/customers?${new URLSearchParams(query)}`)
    expect(reply.json()).toEqual({
      statusCode: 400,
      error: 'bad_request',
      message: `Check: ${field}.`,
      details: { [field]: expect.any(String) as string },
    })
  })

  test('GET /customers/countries returns each code once, sorted [1.7 countries]', async () => {
    expect((await listed.browser.get('/customers/countries')).json()).toEqual(['es', 'fr', 'jp', 'ru'])
  })

  test('GET /customers/plans returns each name once, sorted, whatever its case [1.7 plans]', async () => {
    expect((await listed.browser.get('/customers/plans')).json<string[]>().map((name) => name.toLowerCase())).toEqual(['business', 'pro'])
  })
})
