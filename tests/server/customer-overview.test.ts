import { beforeEach, describe, expect, test } from 'vitest'
import { customerDomains, emailActivity, events, invitations } from '../../server/db/schema/customer-records.ts'
import { customers } from '../../server/db/schema/customers.ts'
import { payments } from '../../server/db/schema/payments.ts'
import { folders, infectedQrs, qrs } from '../../server/db/schema/qrs.ts'
import { webriskTracker } from '../../server/db/schema/security.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import { type CustomerOverview, maxCounted } from '../../src/contract/customer-overview.ts'
import { testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers, insertPayments, insertQrs } from '../support/rows.ts'
import { useServer } from '../support/server.ts'
import { openBrowser } from '../support/sign-in.ts'

const day = 86_400

// [1.7 customer overview]
describeDatabase('what a customer’s page shows first', (engine) => {
  const { database, server, browser } = useServer(engine, { rol: 2 })

  beforeEach(async () => {
    for (const table of [auditLog, webriskTracker, emailActivity, payments, qrs, customers]) await database.current.orm.delete(table)
    await insertCustomers(database.current, [{}, {}])
  })

  const overview = async (id = 1) => {
    const reply = await browser.get(`/customers/${id}/overview`)
    expect(reply.statusCode).toBe(200)
    return reply.json<CustomerOverview>()
  }

  const nothing = { folders: 0, domains: 0, invitations: 0, referred: 0, email: 0, events: 0, calls: 0, webrisk: 0 }

  test('is empty for a customer without any data', async () => {
    expect(await overview()).toEqual({
      lastPayment: null,
      dispute: null,
      refunded: 0,
      qrs: { used: 0, blocked: 0, infected: 0 },
      ban: null,
      cancel: null,
      bounce: null,
      unconfirmed: null,
      counts: nothing,
    })
  })

  test('404 for unknown customers, 401 without a session', async () => {
    expect((await browser.get('/customers/42/overview')).json()).toMatchObject({ statusCode: 404, message: 'Customer 42 was not found.' })
    expect((await openBrowser(server).get('/customers/1/overview')).statusCode).toBe(401)
  })

  test('the newest payment, the open or lost dispute, and the refunded total', async () => {
    await insertPayments(database.current, [
      { createdAt: testStart - 9 * day, amount: 900, finalAmountRefunded: 400, amountRefunded: 400 },
      { createdAt: testStart - 8 * day, stripeDisputeStatus: 'lost', stripeDisputeReason: 'fraudulent', currency: 'usd', amount: 800 },
      { createdAt: testStart - 7 * day, stripeDisputeStatus: 'won', stripeDisputeReason: 'duplicate' },
      { createdAt: testStart - day, stripePaymentIntentStatus: 'requires_action', amount: 3990, finalAmountRefunded: 100 },
      { userId: 2, createdAt: testStart, finalAmountRefunded: 5000, stripeDisputeStatus: 'needs_response' },
    ])
    expect(await overview()).toMatchObject({
      lastPayment: {
        id: 4,
        amount: 3990,
        amountRefunded: 0,
        currency: 'eur',
        createdAt: testStart - day,
        stripePaymentIntentStatus: 'requires_action',
        stripeDisputeStatus: null,
      },
      dispute: { id: 2, amount: 800, currency: 'usd', stripeDisputeStatus: 'lost', reason: 'fraudulent' },
      refunded: 500,
    })
  })

  test('counts used QR codes without deleted ones, and blocked and infected ones once each', async () => {
    await insertQrs(database.current, [
      { status: 1 },
      { status: 1, stopped: 1 },
      { status: 2 },
      { status: 0 },
      { status: 1, userId: 2 },
      { status: 2, userId: 2 },
    ])
    const flagged = (qrId: number) => ({ qrId, uri: 'https://bad.example', vendors: 'x', createdAt: testStart })
    await database.current.orm.insert(infectedQrs).values([flagged(1), flagged(1), flagged(4), flagged(5)])
    expect((await overview()).qrs).toEqual({ used: 3, blocked: 1, infected: 1 })
  })

  describe('a ban', () => {
    test('by staff: the latest one, with time and user', async () => {
      await browser.send('PATCH', '/customers/1/ban', { banned: true })
      await browser.send('PATCH', '/customers/1/ban', { banned: false })
      expect((await overview()).ban).toBeNull()
      await browser.send('PATCH', '/customers/1/ban', { banned: true })
      expect((await overview()).ban).toEqual({ at: expect.any(Number), by: browser.staff.email, reason: null })
    })

    test('by web risk: with its reason; of unknown origin: none', async () => {
      await database.current.orm.update(customers).set({ banned: true })
      await database.current.orm.insert(webriskTracker).values([
        { userId: 1, qrId: null, reason: 'MALWARE', url: 'https://bad.example', userBanned: true, unsafeDomains: [], createdAt: testStart },
        { userId: 1, qrId: null, reason: 'UNKNOWN', url: 'https://x.example', unsafeDomains: [], createdAt: testStart + 1 },
      ])
      expect((await overview()).ban).toEqual({ at: testStart, by: null, reason: 'MALWARE' })
      expect((await overview(2)).ban).toBeNull()
    })
  })

  test('who set the subscription to cancel, until it is resumed', async () => {
    await database.current.orm.update(customers).set({ subscriptionStatus: 'active' })
    await browser.send('PATCH', '/customers/1/cancel-subscription', {})
    expect((await overview()).cancel).toEqual({ at: expect.any(Number), by: browser.staff.email })
    await browser.send('PATCH', '/customers/1/resume-subscription', {})
    expect((await overview()).cancel).toBeNull()
  })

  test.each([
    ['the last e-mail did not arrive', ['delivered', 'hardBounces'], 'hardBounces'],
    ['one that is only asked for says nothing', ['softBounces', 'requests'], 'softBounces'],
    ['a later one arrived', ['hardBounces', 'opened'], null],
  ])('bounced e-mail: %s', async (_name, fates, bounced) => {
    const mail = { userId: 1, subject: 'Hello', email: 'a@example.com' }
    const sent = fates.map((event, index) => ({ ...mail, event, date: testStart - 100 + index }))
    await database.current.orm.insert(emailActivity).values([...sent, { ...mail, event: 'hardBounces', date: testStart - 120 * day }])
    const { bounce, counts } = await overview()
    expect(bounce?.event ?? null).toBe(bounced)
    expect(counts.email).toBe(fates.length)
  })

  test('counts the records of each kind, up to a thousand', async () => {
    const { orm, pool } = database.current
    await insertCustomers(database.current, [
      { id: 3, referredBy: 1 },
      { id: 4, referredBy: 2 },
    ])
    await orm.insert(folders).values({ userId: 1, name: 'Menus', createdAt: testStart })
    await orm.insert(customerDomains).values({ userId: 1, hostname: 'a.example', status: 'active', certificate: 'active', createdAt: 1 })
    await orm.insert(invitations).values({ ownerId: 1, email: 'x@example.com', role: 1, status: 0, createdAt: 1 })
    await pool.query(`INSERT INTO events (event, user_id, date) SELECT 'login', 1, n FROM generate_series(1, 1500) n`)
    await orm.insert(events).values({ userId: 2, event: 'login', date: 1 })
    expect((await overview()).counts).toEqual({ ...nothing, folders: 1, domains: 1, invitations: 1, referred: 1, events: maxCounted })
  })
})
