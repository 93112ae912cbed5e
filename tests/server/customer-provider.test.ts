import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { coupons, customers, subscriptionChanges } from '../../server/db/schema/customers.ts'
import { sandboxCoupons, sandboxCustomers, sandboxRequests, sandboxSubscriptions } from '../../server/db/schema/sandbox.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import type { SandboxProvider } from '../../server/outside/payments/sandbox/sandbox.ts'
import { applyCustomerState } from '../../server/resources/customers/provider-state.ts'
import type { SandboxOperation } from '../../src/contract/sandbox.ts'
import { buildTestApp, type TestApp, testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers } from '../support/rows.ts'
import { type Browser, signIn, type TestStaff } from '../support/sign-in.ts'

const day = 86_400

/** Every action that involves the provider, on a customer it applies to. */
const actions: [
  name: string,
  operation: SandboxOperation,
  send: (by: Browser, id?: number) => ReturnType<Browser['send']>,
  from: object,
][] = [
  ['cancel at period end', 'cancelAtPeriodEnd', (by, id = 1) => by.send('PATCH', `/customers/${id}/cancel-subscription`, {}), {}],
  [
    'cancel immediately',
    'cancelImmediately',
    (by, id = 1) => by.send('PATCH', `/customers/${id}/cancel-immediately`, {}),
    { willCancel: true, cancelAtPeriodEnd: true },
  ],
  [
    'resume',
    'resume',
    (by, id = 1) => by.send('PATCH', `/customers/${id}/resume-subscription`, {}),
    { willCancel: true, cancelAtPeriodEnd: true, canceledAt: testStart },
  ],
  [
    'extend trial',
    'extendTrial',
    (by, id = 1) => by.send('POST', `/customers/${id}/trial/extend`, { days: 7, version: 1 }),
    { subscriptionStatus: 'trialing' },
  ],
  [
    'attach discount',
    'attachDiscount',
    (by, id = 1) => by.send('POST', `/customers/${id}/discount`, { discount: 20 }),
    { subscriptionStatus: 'trialing' },
  ],
  ['detach discount', 'detachDiscount', (by, id = 1) => by.send('PATCH', `/customers/${id}/detach-discount`, {}), { discount: 20 }],
]

/** Those whose opposite is possible afterwards. */
const takenBack = ['cancel at period end', 'resume', 'attach discount']

describeDatabase('actions at the payment provider', (engine) => {
  const database = engine.use()
  let server: TestApp
  let browser: Browser & { staff: TestStaff }
  let other: Browser & { staff: TestStaff }

  beforeAll(async () => {
    server = await buildTestApp(database.current, {}, { timeoutMs: 500 })
    browser = await signIn(server, { rol: 2 })
    other = await signIn(server, { rol: 2 })
  })
  afterAll(() => server.app.close())
  beforeEach(async () => {
    server.sandbox.faults.clear()
    const tables = [auditLog, customers, coupons, sandboxCoupons, sandboxCustomers, sandboxRequests, sandboxSubscriptions]
    for (const table of tables) await database.current.orm.delete(table)
    await database.current.orm.insert(coupons).values({ name: 'Twenty', percentOff: 20 })
  })

  const insert = (row: object = {}) =>
    insertCustomers(database.current, [
      {
        subscriptionStatus: 'active',
        stripeCustomerId: 'cus_1',
        stripeSubscriptionId: 'sub_1',
        currentPeriodEnd: testStart + 20 * day,
        triallingEndsAt: testStart + 3 * day,
        ...row,
      },
    ])
  const stored = async () => {
    const [row] = await database.current.orm.select().from(customers).where(eq(customers.id, 1))
    if (!row) throw new Error('no customer 1')
    return row
  }
  const audited = () => database.current.orm.select().from(auditLog).orderBy(asc(auditLog.id))
  const changes = () => database.current.orm.select().from(subscriptionChanges)
  const atProvider = async () => (await database.current.orm.select().from(sandboxSubscriptions))[0]
  const discountThere = async () => (await server.sandbox.customer('cus_1'))?.discount

  test.each(actions)('%s: our state matches the provider’s afterwards', async (name, _operation, send, from) => {
    await insert(from)
    const reply = await send(browser)
    expect(reply.json()).toMatchObject({ success: true, undoable: takenBack.includes(name), auditId: (await audited())[0]?.id })
    const here = await stored()
    const there = await server.sandbox.customer('cus_1')
    expect({ status: here.subscriptionStatus, ends: here.cancelAtPeriodEnd, discount: here.discount }).toEqual({
      status: there?.subscription?.status ?? here.subscriptionStatus,
      ends: there?.subscription?.cancelAtPeriodEnd ?? here.cancelAtPeriodEnd,
      discount: there?.discount,
    })
    if (name === 'extend trial') {
      expect(reply.json()).toMatchObject({ triallingEndsAt: testStart + 10 * day })
      expect(here).toMatchObject({ triallingEndsAt: testStart + 10 * day, stripeTrialEnd: testStart + 10 * day })
      expect(await atProvider()).toMatchObject({ trialEnd: testStart + 10 * day })
    }
    if (name === 'cancel immediately') {
      expect(here).toMatchObject({ subscriptionStatus: 'canceled', willCancel: false, subscriptionEnded: testStart })
      expect(await changes()).toMatchObject([{ fromStatus: 'active', toStatus: 'canceled', reason: 'canceled by staff' }])
    }
    if (name === 'cancel at period end')
      expect(here).toMatchObject({ willCancel: true, canceledAt: testStart, displayedStatus: 'canceled' })
    if (name === 'resume') expect(here).toMatchObject({ willCancel: false, canceledAt: null, displayedStatus: 'active' })
  })

  test.each(actions)(
    '%s refused: 502 with the provider’s message, nothing changes, and a retry works',
    async (_name, operation, send, from) => {
      await insert(from)
      const before = await stored()
      server.sandbox.faults.add({ operation, kind: 'refuse', message: 'Not today.' })
      expect((await send(browser)).json()).toEqual({
        statusCode: 502,
        error: 'provider_refused',
        message: 'The payment provider refused: Not today.',
      })
      expect(await stored()).toEqual(before)
      expect(await audited()).toEqual([])
      expect((await send(browser)).statusCode).toBe(200)
    },
  )

  test.each(actions)(
    '%s, response lost: 504 says the outcome is unknown; a retry does it only once',
    async (_name, operation, send, from) => {
      await insert(from)
      const before = await stored()
      server.sandbox.faults.add({ operation, kind: 'lost-after' })
      const lost = await send(browser)
      expect(lost.json()).toMatchObject({ statusCode: 504, error: 'provider_timeout' })
      expect(lost.json<{ message: string }>().message).toMatch(
        /^The payment provider did not answer in time: whether .+ is not known yet\. Sync tells\.$/,
      )
      expect(await stored()).toEqual(before)
      const requests = () => database.current.orm.select().from(sandboxRequests)
      const asked = await requests()
      expect(asked).toHaveLength(1)
      // The same key again: it is done only once.
      expect((await send(browser)).statusCode).toBe(200)
      expect(await requests()).toEqual(asked)
      expect(await audited()).toHaveLength(1)
    },
  )

  test.each(actions)('%s, response too late: 504, and sync picks up the change', async (name, operation, send, from) => {
    await insert(from)
    server.sandbox.faults.add({ operation, kind: 'late', delayMs: 700 })
    expect((await send(browser)).json()).toMatchObject({ statusCode: 504, error: 'provider_timeout' })
    const sync = await browser.send('POST', '/customers/1/stripe/sync', {})
    expect(sync.json()).toMatchObject({ success: true, url: 'https://provider.example/customers/cus_1' })
    const here = await stored()
    if (name === 'cancel immediately') expect(here).toMatchObject({ subscriptionStatus: 'canceled', willCancel: false })
    if (name === 'cancel at period end') expect(here).toMatchObject({ cancelAtPeriodEnd: true })
    if (name === 'resume') expect(here).toMatchObject({ cancelAtPeriodEnd: false, willCancel: false })
    if (name === 'extend trial') expect(here).toMatchObject({ triallingEndsAt: testStart + 10 * day })
    if (name.includes('discount')) expect(here.discount).toBe(await discountThere())
    expect((await audited()).map(({ action }) => action)).toEqual(['customer.sync'])
  })

  test.each(actions)('%s by two users in parallel: done and audited once, and one gets 409', async (_name, _operation, send, from) => {
    await insert(from)
    const replies = await Promise.all([send(browser), send(other)])
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    const refused = replies.find(({ statusCode }) => statusCode === 409)?.json<{ error: string }>()
    expect(['unavailable_action', 'stale']).toContain(refused?.error)
    expect(await audited()).toHaveLength(1)
    expect(await database.current.orm.select().from(sandboxRequests)).toHaveLength(1)
    expect(await stored()).toMatchObject({ version: 2 })
  })

  test('does not call the provider if a rule rejects the action or only we know the subscription', async () => {
    await insert({ willCancel: true })
    expect((await browser.send('PATCH', '/customers/1/cancel-subscription', {})).statusCode).toBe(409)
    await database.current.orm.update(customers).set({ stripeSubscriptionId: null })
    expect((await browser.send('PATCH', '/customers/1/resume-subscription', {})).statusCode).toBe(200)
    expect(await database.current.orm.select().from(sandboxRequests)).toEqual([])
  })

  test('restarts an ended trial without calling the provider', async () => {
    await insert({ subscriptionStatus: 'trial_ended' })
    expect((await browser.send('POST', '/customers/1/trial/extend', { days: 1 })).statusCode).toBe(200)
    expect(await database.current.orm.select().from(sandboxRequests)).toEqual([])
    expect(await stored()).toMatchObject({ subscriptionStatus: 'trialing' })
  })

  describe('a trial only on our side, after the provider’s subscription has ended', () => {
    const over = {
      subscriptionStatus: 'canceled',
      subscriptionEnded: testStart - day,
      canceledAt: testStart - day,
      stripeTrialEnd: testStart - day,
    }
    const extend = () => browser.send('POST', '/customers/1/trial/extend', { days: 7 })
    const sync = async () => expect((await browser.send('POST', '/customers/1/stripe/sync', {})).statusCode).toBe(200)
    const notify = async () => {
      const { body, signature } = server.sandbox.notification('customer.subscription.updated', { object: 'customer', id: 'cus_1' })
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      const reply = await server.app.inject({ method: 'POST', url: '/webhooks/payments', headers, payload: body })
      expect(reply.statusCode).toBe(200)
    }
    const runs = {
      subscriptionStatus: 'trialing',
      triallingEndsAt: testStart + 10 * day,
      ownTrialEnd: testStart + 10 * day,
      canceledAt: null,
    }

    test.each([
      ['the books are there before', true],
      ['the books come after', false],
    ])('continues despite syncs and webhooks about the old subscription (%s)', async (_when, isKnown) => {
      await insert(over)
      if (isKnown) await server.sandbox.customer('cus_1')
      expect((await extend()).json()).toMatchObject({ success: true, triallingEndsAt: testStart + 10 * day })
      expect(await stored()).toMatchObject(runs)
      await database.current.orm.update(sandboxCustomers).set({ discount: 15 })
      await notify()
      await sync()
      expect(await stored()).toMatchObject({ ...runs, discount: isKnown ? 15 : null, willCancel: false })
    })

    test('can be extended again, canceled and resumed without calling the provider', async () => {
      await insert(over)
      await extend()
      expect((await extend()).json()).toMatchObject({ triallingEndsAt: testStart + 17 * day })
      for (const call of ['cancel-subscription', 'resume-subscription', 'cancel-subscription', 'cancel-immediately'])
        expect([call, (await browser.send('PATCH', `/customers/1/${call}`, {})).statusCode]).toEqual([call, 200])
      expect(await database.current.orm.select().from(sandboxRequests)).toEqual([])
      expect(await stored()).toMatchObject({ subscriptionStatus: 'canceled', ownTrialEnd: null })
    })

    test('ends when it expires, then takes the provider’s state again', async () => {
      await insert(over)
      await server.sandbox.customer('cus_1')
      await extend()
      server.clock.advance(10 * day)
      await notify()
      server.clock.advance(-10 * day)
      expect(await stored()).toMatchObject({ subscriptionStatus: 'canceled', ownTrialEnd: null })
    })

    test('is replaced by a new subscription', async () => {
      await insert(over)
      await server.sandbox.customer('cus_1')
      await extend()
      const row = { id: 'sub_2', customerId: 'cus_1', status: 'active', cancelAtPeriodEnd: false, currentPeriodEnd: testStart + 30 * day }
      await database.current.orm.insert(sandboxSubscriptions).values(row)
      await database.current.orm
        .update(sandboxSubscriptions)
        .set({ endedAt: testStart - day })
        .where(eq(sandboxSubscriptions.id, 'sub_1'))
      await notify()
      expect(await stored()).toMatchObject({ subscriptionStatus: 'active', stripeSubscriptionId: 'sub_2', ownTrialEnd: null })
    })
  })

  test('responds with 422 to a deleted coupon, and changes nothing if the coupon list times out', async () => {
    await insert({ subscriptionStatus: 'trialing' })
    const attach = () => browser.send('POST', '/customers/1/discount', { discount: 20 })
    server.sandbox.faults.add({ operation: 'coupons', kind: 'lost-before' })
    expect((await attach()).json()).toMatchObject({
      error: 'provider_timeout',
      message: 'The payment provider did not answer: nothing was changed. Try again.',
    })
    await database.current.orm.delete(coupons)
    expect((await attach()).json()).toMatchObject({ statusCode: 422, error: 'unprocessable' })
    expect(await stored()).toMatchObject({ discount: null, version: 1 })
  })

  describe('while a request to the provider is pending', () => {
    /** An app with a hook that runs during the provider's calls. */
    async function withMeanwhile(meanwhile: (sandbox: SandboxProvider) => Promise<void>) {
      const app = await buildTestApp(database.current)
      const { sandbox } = app
      const resume = sandbox.resume.bind(sandbox)
      sandbox.resume = async (id, key) => {
        const answer = await resume(id, key)
        await meanwhile(sandbox)
        return answer
      }
      return { app, by: await signIn(app, { rol: 2 }) }
    }
    const resume = (by: Browser) => by.send('PATCH', '/customers/1/resume-subscription', {})
    const willEnd = { willCancel: true, cancelAtPeriodEnd: true, canceledAt: testStart }

    test('our own change arrives as a notification first: applied and audited once', async () => {
      await insert(willEnd)
      const { app, by } = await withMeanwhile(async (payments) => {
        const state = await payments.customer('cus_1')
        if (state) await database.current.orm.transaction((tx) => applyCustomerState(tx, 1, state, testStart, 'notified'))
      })
      expect((await resume(by)).statusCode).toBe(200)
      expect(await stored()).toMatchObject({ willCancel: false, cancelAtPeriodEnd: false })
      expect(await audited()).toMatchObject([
        {
          action: 'customer.resume',
          before: { willCancel: true, cancelAtPeriodEnd: true },
          after: { willCancel: false, cancelAtPeriodEnd: false },
        },
      ])
      await app.app.close()
    })

    test('the subscription ends: the action is unavailable and our state stays', async () => {
      await insert(willEnd)
      const { app, by } = await withMeanwhile(async () => {
        await database.current.orm.update(customers).set({ subscriptionStatus: 'canceled', willCancel: false, cancelAtPeriodEnd: false })
      })
      expect((await resume(by)).json()).toMatchObject({
        error: 'unavailable_action',
        message: 'Not canceled by staff.',
      })
      expect(await stored()).toMatchObject({ subscriptionStatus: 'canceled', version: 1 })
      expect(await audited()).toEqual([])
      await app.app.close()
    })

    test('a notification brings newer state: both it and our change are kept', async () => {
      await insert(willEnd)
      const newer = { status: 'past_due', currentPeriodEnd: testStart + 50 * day } as const
      const { app, by } = await withMeanwhile(async (payments) => {
        await database.current.orm.update(sandboxSubscriptions).set(newer)
        await database.current.orm.update(sandboxCustomers).set({ discount: 20 })
        const state = await payments.customer('cus_1')
        if (state) await database.current.orm.transaction((tx) => applyCustomerState(tx, 1, state, testStart, 'notified'))
      })
      expect((await resume(by)).statusCode).toBe(200)
      expect(await stored()).toMatchObject({
        subscriptionStatus: 'past_due',
        currentPeriodEnd: testStart + 50 * day,
        discount: 20,
        willCancel: false,
        cancelAtPeriodEnd: false,
      })
      expect((await changes()).map(({ fromStatus, toStatus }) => [fromStatus, toStatus])).toEqual([['active', 'past_due']])
      await app.app.close()
    })

    test('a notification ends the subscription: the action is unavailable', async () => {
      await insert(willEnd)
      const { app, by } = await withMeanwhile(async (payments) => {
        await database.current.orm.update(sandboxSubscriptions).set({ status: 'canceled', endedAt: testStart })
        const state = await payments.customer('cus_1')
        if (state) await database.current.orm.transaction((tx) => applyCustomerState(tx, 1, state, testStart, 'notified'))
      })
      expect((await resume(by)).json()).toMatchObject({ error: 'unavailable_action' })
      expect(await stored()).toMatchObject({ subscriptionStatus: 'canceled', subscriptionEnded: testStart })
      await app.app.close()
    })

    test('it is set to cancel at the provider again: that overrides our resume', async () => {
      await insert(willEnd)
      const { app, by } = await withMeanwhile(async () => {
        await database.current.orm.update(sandboxSubscriptions).set({ cancelAtPeriodEnd: true, canceledAt: testStart + 5 })
        await other.send('PATCH', '/customers/1', { qrLimit: 5 })
      })
      expect((await resume(by)).statusCode).toBe(200)
      expect(await stored()).toMatchObject({ cancelAtPeriodEnd: true, canceledAt: testStart + 5, qrLimit: 5 })
      await app.app.close()
    })

    test('the provider acts but does not return the customer: 504, and sync picks up the change', async () => {
      await insert(willEnd)
      const { app, by } = await withMeanwhile(async (sandbox) => {
        await other.send('PATCH', '/customers/1', { qrLimit: 5 })
        sandbox.faults.add({ operation: 'customer', kind: 'refuse' })
      })
      expect((await resume(by)).json()).toMatchObject({ statusCode: 504, error: 'provider_timeout' })
      expect(await stored()).toMatchObject({ willCancel: true, qrLimit: 5 })
      expect((await browser.send('POST', '/customers/1/stripe/sync', {})).statusCode).toBe(200)
      expect(await stored()).toMatchObject({ willCancel: false, cancelAtPeriodEnd: false })
      await app.app.close()
    })

    test('many webhooks arrive in parallel: our state matches the provider’s in the end', async () => {
      await insert(willEnd)
      await server.sandbox.customer('cus_1')
      const notify = async (index: number) => {
        await database.current.orm.update(sandboxSubscriptions).set({ currentPeriodEnd: testStart + (30 + index) * day })
        const { body, signature } = server.sandbox.notification('customer.subscription.updated', { object: 'customer', id: 'cus_1' })
        const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
        const send = () => server.app.inject({ method: 'POST', url: '/webhooks/payments', headers, payload: body })
        await expect.poll(async () => (await send()).statusCode).toBe(200)
      }
      const [reply] = await Promise.all([resume(browser), ...Array.from({ length: 6 }, (_, index) => notify(index))])
      expect([200, 409, 504]).toContain(reply.statusCode)
      const there = (await server.sandbox.customer('cus_1'))?.subscription
      expect(there).toMatchObject({ cancelAtPeriodEnd: false })
      expect(await stored()).toMatchObject({ currentPeriodEnd: there?.currentPeriodEnd, cancelAtPeriodEnd: false, canceledAt: null })
    })

    test('other fields are edited: neither change is lost', async () => {
      await insert(willEnd)
      const { app, by } = await withMeanwhile(async () => void (await other.send('PATCH', '/customers/1', { qrLimit: 5 })))
      expect((await resume(by)).statusCode).toBe(200)
      expect(await stored()).toMatchObject({ qrLimit: 5, willCancel: false, version: 3 })
      await app.app.close()
    })
  })

  describe('POST stripe/sync', () => {
    const sync = () => browser.send('POST', '/customers/1/stripe/sync', {})

    // [1.4 sync] [1.7 sync] [R36 sync]
    test('adopts the provider’s state and audits the changes', async () => {
      await insert()
      await server.sandbox.customer('cus_1')
      await database.current.orm.update(sandboxSubscriptions).set({ status: 'past_due', currentPeriodEnd: testStart + 50 * day })
      await database.current.orm.update(sandboxCustomers).set({ discount: 15 })
      const reply = await sync()
      const [change] = await audited()
      expect(reply.json()).toEqual({ success: true, auditId: change?.id, undoable: false, url: 'https://provider.example/customers/cus_1' })
      expect(change).toMatchObject({
        action: 'customer.sync',
        before: { subscriptionStatus: 'active', discount: null },
        after: { subscriptionStatus: 'past_due', discount: 15, currentPeriodEnd: testStart + 50 * day },
      })
      expect(await stored()).toMatchObject({ subscriptionStatus: 'past_due', discount: 15 })
      expect(await changes()).toMatchObject([{ fromStatus: 'active', toStatus: 'past_due' }])
    })

    // [1.8 sync failed]
    test('fails with 502 for a customer unknown to the provider and 504 without an answer, auditing nothing', async () => {
      await insert()
      const app = await buildTestApp(database.current)
      app.sandbox.customer = () => Promise.resolve(null)
      const by = await signIn(app)
      expect((await by.send('POST', '/customers/1/stripe/sync', {})).json()).toMatchObject({
        statusCode: 502,
        message: 'The payment provider knows no customer cus_1.',
      })
      await app.app.close()
      server.sandbox.faults.add({ operation: 'customer', kind: 'lost-before' })
      expect((await sync()).json()).toMatchObject({ statusCode: 504, error: 'provider_timeout' })
      expect(await audited()).toEqual([])
    })
  })
})
