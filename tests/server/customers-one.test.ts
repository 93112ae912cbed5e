import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { appSessions } from '../../server/db/schema/customer-records.ts'
import { customers } from '../../server/db/schema/customers.ts'
import { qrs } from '../../server/db/schema/qrs.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import { Customer } from '../../src/contract/customers.ts'
import { testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers, insertQrs } from '../support/rows.ts'
import { useServer } from '../support/server.ts'
import { openBrowser } from '../support/sign-in.ts'

describeDatabase('one customer', (engine) => {
  const { database, server, browser } = useServer(engine, { rol: 2 })

  beforeEach(async () => {
    for (const table of [auditLog, customers]) await database.current.orm.delete(table)
  })

  describe('GET /customers/{id}', () => {
    // [1.1 plan name] [1.3 customer detail] [1.7 get customer] [R20 wire types]
    test('returns every field of the contract', async () => {
      await insertCustomers(database.current, [
        {
          firstName: 'Ana',
          lastName: 'López',
          country: 'es',
          archived: 1,
          signupSource: 'google',
          googleId: 'g-1',
          subscriptionStatus: 'active',
          requiresAction: true,
          earlyFraud: false,
          paymentEarlyFraud: true,
          paymentDisputeReason: 'duplicate',
          planId: 1,
          planPrice: 1990,
          planCurrency: 'eur',
          totalRevenue: 5_000_000_000,
          lastLogin: testStart,
        },
      ])
      const reply = await browser.get('/customers/1')
      expect(reply.statusCode).toBe(200)
      const customer = reply.json<Customer>()
      expect(Object.keys(customer).toSorted()).toEqual(Object.keys(Customer.shape).toSorted())
      expect(customer).toMatchObject({
        id: 1,
        fullName: 'Ana López',
        archived: 1,
        SignupSource: 'google',
        status: 'requires_action',
        subscriptionStatus: 'active',
        subscriptionInfo: { requiresAction: true, willCancel: false },
        payment: { earlyFraud: true, stripeDisputeReason: 'duplicate' },
        earlyFraud: false,
        stripeDisputeReason: null,
        totalRevenue: 5_000_000_000,
        lastLogin: testStart,
        deletedAt: null,
        version: 1,
      })
    })

    test('names the missing customer in a 404', async () => {
      expect((await browser.get('/customers/42')).json()).toEqual({
        statusCode: 404,
        error: 'not_found',
        message: 'Customer 42 was not found.',
      })
    })

    // [R15 ids]
    test.each(['0', '-1', '1.5', 'abc', '2147483648', '99999999999', '1%00', '01'])('%s is not a valid id: 404 (ruling 15)', async (id) => {
      expect((await browser.get(`/customers/${id}`)).json()).toMatchObject({ statusCode: 404, error: 'not_found' })
    })
  })

  describe('GET /customers/find/{term} (ruling 18)', () => {
    const find = async (term: string) => (await browser.get(`/customers/find/${encodeURIComponent(term)}`)).json<Record<string, unknown>>()
    const ana = { id: 1, email: 'Ana@example.com', firstname: 'Ana', lastname: 'López' }

    beforeEach(() =>
      insertCustomers(database.current, [
        { ...ana, firstName: 'Ana', lastName: 'López', companyName: '2', stripeCustomerId: 'cus_A/1?', stripeSubscriptionId: 'sub_A1b' },
        { firstName: 'Bo', lastName: '', companyName: 'ana@example.com', email: 'bo@example.com' },
        { firstName: 'Old', lastName: 'Cy', email: 'cy@example.com', deleted: true },
        { firstName: 'New', lastName: 'Cy', email: 'cy@example.com', stripeSubscriptionId: 'sub_old' },
        { firstName: 'Sub', lastName: 'Di', email: 'sub_x@example.com' },
      ]),
    )

    test.each(['1', 'ana@EXAMPLE.com', ' ana@example.com ', 'CUS_a/1?'])('%s [R18 find] [2.3 found user]', async (term) => {
      expect(await find(term)).toEqual(ana)
    })

    test('prefers an id to a company of that name, and an account in use to a deleted one [1.7 find] [2.7 find customer]', async () => {
      expect(await find('2')).toMatchObject({ id: 2 })
      expect(await find('cy@example.com')).toMatchObject({ id: 4 })
    })

    test('finds a customer by subscription id, and by an e-mail that starts like one', async () => {
      expect(await find('sub_A1b')).toEqual(ana)
      expect(await find(' Sub_A1b ')).toEqual(ana)
      expect(await find('sub_x@example.com')).toMatchObject({ id: 5 })
    })

    test.each(['Ana López', 'ana', 'ana@example', '%', 'ana@example.com%', '99', '2147483648', '\u0301', 'sub_a1b', 'sub_', 'sub_A1'])(
      '%s finds nobody [R18 find]',
      async (term) => {
        expect(await find(term)).toEqual({ statusCode: 404, error: 'not_found', message: 'Customer not found!' })
      },
    )

    test('responds with 404 without a term', async () => {
      expect(await find(' ')).toMatchObject({ statusCode: 404 })
      expect(await find('\u0000')).toMatchObject({ statusCode: 404 })
    })
  })

  describe('PATCH /customers/{id}/ban', () => {
    const ban = (id: number | string, body: object = { banned: true }) => browser.send('PATCH', `/customers/${id}/ban`, body)
    const audited = () => database.current.orm.select().from(auditLog).orderBy(asc(auditLog.id))
    const stored = async () => (await database.current.orm.select().from(customers).where(eq(customers.id, 1)))[0]

    beforeEach(() => insertCustomers(database.current, [{ firstName: 'Ana', lastName: 'López', subscriptionStatus: 'active' }, {}]))

    test('bans and records who banned whom [1.7 ban]', async () => {
      server.clock.advance(60)
      const now = server.clock.now()
      const reply = await ban(1)
      const [row, ...others] = await audited()
      expect(reply.json()).toEqual({ success: true, banned: true, auditId: row?.id, undoable: true })
      expect(others).toEqual([])
      expect(row).toMatchObject({
        at: now,
        actorId: browser.staff.id,
        actorEmail: browser.staff.email,
        action: 'customer.ban',
        targetType: 'customer',
        targetId: 1,
        before: { banned: false },
        after: { banned: true },
        ip: '127.0.0.1',
        reversible: true,
        undoneBy: null,
      })
      expect(await stored()).toMatchObject({ banned: true, version: 2, updatedAt: now })
    })

    test('ends open app sessions and leaves the subscription and QRs alone (ruling 36) [R36 ban]', async () => {
      const { orm } = database.current
      await insertQrs(database.current, [{ userId: 1 }])
      await orm.insert(appSessions).values([
        { userId: 1, createdAt: 1 },
        { userId: 1, createdAt: 1, endedAt: 5 },
        { userId: 2, createdAt: 1 },
      ])
      await ban(1)
      expect((await orm.select().from(appSessions).orderBy(asc(appSessions.id))).map(({ endedAt }) => endedAt)).toEqual([
        server.clock.now(),
        5,
        null,
      ])
      expect(await stored()).toMatchObject({ subscriptionStatus: 'active', displayedStatus: 'active' })
      expect((await orm.select().from(qrs))[0]).toMatchObject({ status: 1, stopped: 0, version: 1 })
    })

    test('unbans', async () => {
      await ban(1)
      expect((await ban(1, { banned: false })).json()).toMatchObject({ success: true, banned: false, undoable: true })
      expect((await audited()).map(({ action }) => action)).toEqual(['customer.ban', 'customer.unban'])
      expect(await stored()).toMatchObject({ banned: false, version: 3 })
    })

    test('bans a deleted account too', async () => {
      await database.current.orm.update(customers).set({ deleted: true }).where(eq(customers.id, 1))
      expect((await ban(1)).statusCode).toBe(200)
    })

    test('setting the current state changes nothing and adds no audit row (ruling 53) [R53 no change]', async () => {
      expect((await ban(1, { banned: false })).statusCode).toBe(200)
      expect(await audited()).toEqual([])
      await ban(1)
      expect((await ban(1)).statusCode).toBe(200)
      expect(await audited()).toHaveLength(1)
      expect(await stored()).toMatchObject({ banned: true, version: 2 })
    })

    test.each([
      [{ banned: 'true' }, 'bad_request', 'banned'],
      [{}, 'bad_request', 'banned'],
      [{ banned: true, deleted: true }, 'unknown_field', 'deleted'],
    ])('rejects the body %o', async (body, error, field) => {
      const reply = await ban(1, body)
      expect(reply.json()).toMatchObject({ statusCode: 400, error, details: { [field]: expect.any(String) as string } })
      expect(await stored()).toMatchObject({ banned: false, version: 1 })
    })

    test('returns 404 for an unknown customer', async () => {
      expect((await ban(42)).json()).toMatchObject({ statusCode: 404, message: 'Customer 42 was not found.' })
      expect((await ban('x')).json()).toMatchObject({ statusCode: 404 })
      expect(await audited()).toEqual([])
    })

    test('only one of many parallel bans changes anything, with one audit row', async () => {
      const codes = await Promise.all(Array.from({ length: 8 }, async () => (await ban(1)).statusCode))
      expect(codes).toEqual(Array.from({ length: 8 }, () => 200))
      expect(await audited()).toHaveLength(1)
      expect(await stored()).toMatchObject({ banned: true, version: 2 })
    })

    test('needs a session and the same origin', async () => {
      const stranger = openBrowser(server)
      expect((await stranger.send('PATCH', '/customers/1/ban', { banned: true })).statusCode).toBe(401)
      const forged = await browser.inject({
        method: 'PATCH',
        url: '/api/admin/customers/1/ban',
        payload: { banned: true },
        headers: { 'sec-fetch-site': 'cross-site' },
      })
      expect(forged.json()).toMatchObject({ statusCode: 403, error: 'cross_site' })
      expect(await stored()).toMatchObject({ banned: false })
    })
  })
})
