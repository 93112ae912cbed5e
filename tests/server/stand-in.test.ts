import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appLoginTokens } from '../../server/db/schema/customer-records.ts'
import { buildTestApp, type TestApp, testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers, insertPayments } from '../support/rows.ts'
import { openBrowser, signIn } from '../support/sign-in.ts'

describeDatabase('pages that stand in for others', (engine) => {
  const database = engine.use()
  let server: TestApp

  beforeEach(async () => {
    await database.empty()
    server = await buildTestApp(database.current, { isAppStandIn: true })
    await insertCustomers(database.current, [
      {
        firstName: 'Eva <b>',
        lastName: '"O’Neill" & co',
        email: 'eva@example.com',
        stripeCustomerId: 'cus_1',
        stripeSubscriptionId: 'sub_1',
        subscriptionStatus: 'active',
        discount: 20,
      },
      { deleted: true },
    ])
    await insertPayments(database.current, [
      { stripePaymentIntentId: 'pi_1', stripeDisputeStatus: 'lost', stripeDisputeReason: '<script>' },
    ])
  })
  afterEach(() => server.app.close())

  const addToken = async (token: string, userId = 1) => {
    const { staff } = await signIn(server)
    const tokenHash = createHash('sha256').update(token).digest('hex')
    await database.current.orm.insert(appLoginTokens).values({ tokenHash, userId, staffId: staff.id, createdAt: testStart })
  }
  const enter = (query: string) => server.app.inject({ method: 'GET', url: `/stand-in/app/my-qr-codes${query}` })

  test('a one-time link shows the signed-in customer as escaped text and works once [R37 app login]', async () => {
    await addToken('right')
    const reply = await enter('?token=right')
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    expect(reply.headers['content-security-policy']).toMatch(/default-src 'none';script-src 'self'/)
    expect(reply.body).toContain('signed in as <strong>Eva &#60;b&#62; &#34;O’Neill&#34; &#38; co</strong>, eva@example.com, customer 1.')
    expect(reply.body).toContain('color-scheme: light dark')
    const again = await enter('?token=right')
    expect([again.statusCode, again.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
    expect(again.body).toContain('This link is not valid')
  })

  test('only one of six parallel uses succeeds', async () => {
    await addToken('right')
    const replies = await Promise.all(Array.from({ length: 6 }, () => enter('?token=right')))
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(replies.filter(({ statusCode }) => statusCode === 403)).toHaveLength(5)
  })

  test('a HEAD request does not use up a link', async () => {
    await addToken('right')
    expect((await server.app.inject({ method: 'HEAD', url: '/stand-in/app/my-qr-codes?token=right' })).statusCode).toBe(404)
    expect((await enter('?token=right')).statusCode).toBe(200)
  })

  test.each(['', '?token=', '?token=wrong', '?token=right&token=right', `?token=${'x'.repeat(201)}`])(
    'an invalid link is rejected: %s',
    async (query) => {
      await addToken('right')
      expect((await enter(query)).statusCode).toBe(403)
    },
  )

  test('a link expires after 60 seconds [R37 app login]', async () => {
    await addToken('first')
    await addToken('second')
    server.clock.advance(59)
    expect((await enter('?token=first')).statusCode).toBe(200)
    server.clock.advance(1)
    expect((await enter('?token=second')).statusCode).toBe(403)
  })

  test('a deleted customer’s link is rejected', async () => {
    await addToken('right', 2)
    expect((await enter('?token=right')).statusCode).toBe(403)
  })

  test('the stand-in app responds with 404 when the product’s app is configured', async () => {
    const configured = await buildTestApp(database.current)
    expect((await configured.app.inject({ method: 'GET', url: '/stand-in/app/my-qr-codes?token=right' })).statusCode).toBe(404)
    await configured.app.close()
  })

  test('the provider’s pages show its data to staff', async () => {
    const browser = await signIn(server, { rol: 2 })
    const page = async (path: string) => browser.inject({ method: 'GET', url: `/stand-in/provider/${path}` })
    const customer = await page('customers/cus_1')
    expect(customer.statusCode).toBe(200)
    for (const text of ['Customer cus_1', 'eva@example.com', '20 %', 'sub_1', 'active']) expect(customer.body).toContain(text)
    const payment = await page('payments/pi_1')
    expect(payment.body).toContain('lost')
    expect(payment.body).toContain('&#60;script&#62;')
    expect(payment.body).not.toContain('<script')
    const nobody = await page('customers/cus_%3Cb%3E')
    expect([nobody.statusCode, nobody.body.includes('knows no customer cus_&#60;b&#62;.')]).toEqual([404, true])
    expect((await page('payments/pi_9')).statusCode).toBe(404)
    server.sandbox.faults.add({ operation: 'payment', kind: 'lost-before' })
    expect((await page('payments/pi_1')).statusCode).toBe(504)
  })

  test('the provider’s pages need a session', async () => {
    for (const path of ['customers/cus_1', 'payments/pi_1']) {
      const reply = await openBrowser(server).inject({ method: 'GET', url: `/stand-in/provider/${path}` })
      expect(reply.statusCode).toBe(401)
      expect(reply.body).toContain('<a href="/login">')
      expect(reply.body).not.toContain('eva@example.com')
    }
  })
})
