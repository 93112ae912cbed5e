import { expect, test } from 'vitest'
import { pruneOld } from '../../server/operate/housekeeping.ts'
import type { ViewRow } from '../../src/contract/views.ts'
import { testStart } from '../support/app.ts'
import { describeEngines } from '../support/database.ts'
import { makeProduct } from '../support/ingest.ts'
import { insertCustomers, insertInvoices, insertPayments, insertQrs } from '../support/rows.ts'
import { useServer } from '../support/server.ts'
import { type Browser, signIn } from '../support/sign-in.ts'

const byItself = { 'x-by-itself': '1' }

describeEngines('who looked', (engine) => {
  const { database, server, browser } = useServer(engine, { emptied: true })

  const list = async (query = '', by: Browser = browser) => {
    const reply = await by.get(`/views?perPage=50&sortDirection=asc${query}`)
    expect(reply.statusCode).toBe(200)
    return reply.json<{ rows: ViewRow[] }>().rows
  }
  /** What is noted, once the second has come in which it is written. */
  const noted = async (count: number, query = '') => {
    await expect.poll(async () => (await list(query)).length, { timeout: 5000 }).toBe(count)
    return (await list(query))
      .map(({ look, recordType, recordId, text }) => `${look} ${recordType ?? text} ${recordId ?? ''}`.trim())
      .toSorted()
  }
  const sample = async () => {
    await insertCustomers(database.current, [{ id: 7, email: 'ana@cafesol.example' }])
    await insertQrs(database.current, [{ id: 41, userId: 7 }])
    await insertPayments(database.current, [{ id: 5, userId: 7 }])
    await insertInvoices(database.current, [{ id: 9, userId: 7, paymentId: 5 }])
  }
  const present = (record: object | null, tab = 'abcdefgh') => browser.send('PUT', '/live/presence', { tab, record, activity: 'viewing' })

  test('notes each record, export and search by an address, with who and from where [1.7 views]', async () => {
    await sample()
    await browser.get('/customers/7')
    await browser.get('/qrs/41')
    await browser.get('/payments/5/details')
    await browser.get('/invoices/9/details')
    await browser.get('/customers/find/Ana@cafesol.example')
    await browser.get('/exports/customers')
    expect(await noted(6)).toEqual(
      ['open customer 7', 'open qr 41', 'open payment 5', 'open invoice 9', 'search ana@cafesol.example', 'export customers'].toSorted(),
    )
    const [first] = await list()
    expect(first).toMatchObject({ staffId: browser.staff.id, staffEmail: browser.staff.email, ip: '127.0.0.1', at: testStart })
    expect(await list('&recordType=qr&recordId=41')).toHaveLength(1)
    expect(await list('&look=search')).toHaveLength(1)
    expect(await list(`&staff=${browser.staff.email.toUpperCase()}`)).toHaveLength(6)
    expect(await list('&staff=nobody')).toHaveLength(0)
    expect(await list(`&from=${testStart + 1}`)).toHaveLength(0)
  })

  test('does not note lists, what is fetched ahead or again by itself, what fails, and programs [1.7 views]', async () => {
    await sample()
    await browser.get('/customers')
    await browser.get('/customers?searchTerm=ana')
    await browser.inject({ method: 'GET', url: '/api/admin/customers/7', headers: byItself })
    await browser.get('/customers/8')
    const program = await makeProduct(server, ['read'])
    expect((await server.app.inject({ url: '/api/admin/customers/7', headers: program.headers })).statusCode).toBe(200)
    await browser.get('/qrs/41')
    expect(await noted(1)).toEqual(['open qr 41'])
  })

  test('notes what was fetched ahead once its tab says that it is open [1.7 views]', async () => {
    await sample()
    await present({ type: 'customer', id: 7 })
    await present({ type: 'customer', id: 7 })
    await present(null)
    expect(await noted(1)).toEqual(['open customer 7'])
  })

  test('notes the same once an hour and session, on any number of servers [1.7 views]', async () => {
    await sample()
    const other = await signIn(server)
    for (let turn = 0; turn < 3; turn++) await browser.get('/customers/7')
    await other.get('/customers/7')
    expect(await noted(2)).toHaveLength(2)
    server.clock.advance(3000)
    await browser.get('/customers/7')
    await browser.get('/qrs/41')
    expect(await noted(3)).toHaveLength(3)
    server.clock.advance(1000)
    await browser.get('/customers/7')
    expect(await noted(4)).toHaveLength(4)
  })

  test('is for those who read the audit trail, is kept for 90 days, and loses an erased person’s address [1.7 views]', async () => {
    await sample()
    const clerk = await signIn(server, { rol: 2 })
    expect((await clerk.get('/views')).statusCode).toBe(403)
    await clerk.get('/customers/find/ana@cafesol.example')
    await clerk.get('/customers/7')
    await noted(2)
    expect((await browser.send('PATCH', '/customers/7/erase', {})).statusCode).toBe(200)
    expect((await list('&look=search')).map(({ text }) => text)).toEqual([null])
    const kept = async (days: number) => {
      await pruneOld({ ...server.context, now: () => testStart + days * 86_400 })
      return (await database.current.pool.query('SELECT FROM views')).rowCount
    }
    expect([await kept(89), await kept(91)]).toEqual([2, 0])
  })
})
