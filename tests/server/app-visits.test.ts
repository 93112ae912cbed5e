import { beforeEach, describe, expect, test } from 'vitest'
import { appLoginTokens } from '../../server/db/schema/customer-records.ts'
import { customers } from '../../server/db/schema/customers.ts'
import { staff } from '../../server/db/schema/staff.ts'
import { describeEngines } from '../support/database.ts'
import { makeProduct, sampleRows } from '../support/ingest.ts'
import { insertCustomers } from '../support/rows.ts'
import { useServer } from '../support/server.ts'
import { signIn } from '../support/sign-in.ts'

describeEngines('logging in as a customer', (engine) => {
  const { database, server, browser } = useServer(engine, { rol: 2 })
  beforeEach(async () => {
    await database.current.orm.delete(appLoginTokens)
    await database.current.orm.delete(customers)
    await insertCustomers(database.current, [{}])
  })

  const link = async (query = '', by = browser) => {
    const { url } = (await by.get(`/customers/1/app-login${query}`)).json<{ url: string }>()
    return new URL(url).searchParams.get('token') ?? ''
  }
  const redeem = async (token: unknown, scopes: ('ingest' | 'read')[] = ['ingest']) => {
    const { headers } = await makeProduct(server, scopes)
    return server.app.inject({ method: 'POST', url: '/api/ingest/app-logins', headers, payload: { token } })
  }

  // [1.7 app visit]
  test.each([
    ['', { mode: 'look', reason: null }],
    ['?mode=act&reason=%20ticket%2041%3A%20menu%20', { mode: 'act', reason: 'ticket 41: menu' }],
  ])('with %o, tells the product whom the link lets in, as what, why and how long', async (query, expected) => {
    const token = await link(query)
    const reply = await redeem(token)
    const { name, email } = browser.staff
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { customer: '1', customerId: 1, staff: { name, email }, endsAt: server.clock.now() + 1800, ...expected },
    ])
    const timeline = (await browser.get('/customers/1/timeline')).json<{ rows: { what: string; after: unknown }[] }>().rows
    expect(timeline.filter(({ what }) => what === 'customer.app-login')[0]?.after).toMatchObject(expected)
  })

  test('knows the customer by the product’s own id', async () => {
    const product = await makeProduct(server)
    await product.send('customers', [{ ...sampleRows.customers, externalId: 'zoe', email: 'zoe2@example.com' }])
    const [row] = (await browser.get('/customers?searchTerm=zoe2@example.com&exactSearch=true')).json<{ rows: { id: number }[] }>().rows
    const { url } = (await browser.get(`/customers/${row?.id}/app-login`)).json<{ url: string }>()
    const reply = await redeem(new URL(url).searchParams.get('token'))
    expect(reply.json()).toMatchObject({ customer: 'zoe', customerId: row?.id })
  })

  test.each(['?mode=admin', '?reason=', `?reason=${'x'.repeat(501)}`])('%s is refused', async (query) => {
    expect((await browser.get(`/customers/1/app-login${query}`)).statusCode).toBe(400)
    expect(await database.current.orm.select().from(appLoginTokens)).toEqual([])
  })

  describe('a link', () => {
    test('works once, however often it is opened at once', async () => {
      const token = await link()
      const codes = await Promise.all(Array.from({ length: 6 }, async () => (await redeem(token)).statusCode))
      expect(codes.toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404, 404, 404])
    })

    test('works for 60 seconds [R37 app login]', async () => {
      const token = await link()
      server.clock.advance(60)
      expect((await redeem(token)).statusCode).toBe(404)
    })

    test.each([
      ['the customer is deleted', () => database.current.orm.update(customers).set({ deleted: true })],
      ['the customer has switched support access off', () => database.current.orm.update(customers).set({ supportAccess: false })],
    ])('lets nobody in once %s', async (_, change) => {
      const token = await link()
      await change()
      expect((await redeem(token)).statusCode).toBe(404)
    })

    test('lets nobody in once its asker is switched off', async () => {
      const asker = await signIn(server, { rol: 2 })
      const token = await link('', asker)
      await database.current.orm.update(staff).set({ disabledAt: 1 })
      expect((await redeem(token)).statusCode).toBe(404)
      await database.current.orm.update(staff).set({ disabledAt: null })
    })

    test('says nothing to strangers, other programs or a wrong body', async () => {
      const token = await link()
      const stranger = await server.app.inject({ method: 'POST', url: '/api/ingest/app-logins', payload: { token } })
      expect(stranger.statusCode).toBe(401)
      expect((await redeem(token, ['read'])).statusCode).toBe(403)
      expect((await redeem('guessed')).statusCode).toBe(404)
      for (const wrong of [null, '', 7, 'x'.repeat(201)]) expect((await redeem(wrong)).statusCode).toBe(400)
      expect((await redeem(token)).statusCode).toBe(200)
    })
  })

  // [1.2 support access]
  test('a customer who wants no visits gets none, from the moment that the product says so until it says otherwise', async () => {
    const product = await makeProduct(server)
    const row = { ...sampleRows.customers, email: 'zoe3@example.com' }
    const visit = async () => (await browser.get('/customers/7/app-login')).json<{ url?: string; message?: string }>()
    await product.send('customers', [{ ...row, supportAccess: false }])
    expect(await visit()).toMatchObject({ statusCode: 409, message: expect.stringContaining('Not allowed by the customer.') })
    expect((await browser.get('/customers/7')).json()).toMatchObject({ supportAccess: false })
    await product.send('customers', [{ ...row, updatedAt: row.updatedAt + 1, supportAccess: true }])
    expect(await visit()).toMatchObject({ url: expect.any(String) })
  })
})
