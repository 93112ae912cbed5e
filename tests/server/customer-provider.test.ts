import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { coupons, customers } from '../../server/db/schema/customers.ts'
import { sandboxCustomers, sandboxRequests, sandboxSubscriptions } from '../../server/db/schema/sandbox.ts'
import type { SandboxOperation } from '../../src/contract/sandbox.ts'
import { testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { day, useProviderCustomer } from '../support/provider-customer.ts'
import type { Browser } from '../support/sign-in.ts'

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
  const world = useProviderCustomer(engine)
  const { database, insert, stored, audited, changes } = world

  const atProvider = async () => (await database.current.orm.select().from(sandboxSubscriptions))[0]
  const discountThere = async () => (await world.server.sandbox.customer('cus_1'))?.discount

  test.each(actions)('%s: our state matches the provider’s afterwards', async (name, _operation, send, from) => {
    await insert(from)
    const reply = await send(world.browser)
    expect(reply.json()).toMatchObject({ success: true, undoable: takenBack.includes(name), auditId: (await audited())[0]?.id })
    const here = await stored()
    const there = await world.server.sandbox.customer('cus_1')
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
      world.server.sandbox.faults.add({ operation, kind: 'refuse', message: 'Not today.' })
      expect((await send(world.browser)).json()).toEqual({
        statusCode: 502,
        error: 'provider_refused',
        message: 'The payment provider refused: Not today.',
      })
      expect(await stored()).toEqual(before)
      expect(await audited()).toEqual([])
      expect((await send(world.browser)).statusCode).toBe(200)
    },
  )

  test.each(actions)(
    '%s, response lost: 504 says the outcome is unknown; a retry does it only once',
    async (_name, operation, send, from) => {
      await insert(from)
      const before = await stored()
      world.server.sandbox.faults.add({ operation, kind: 'lost-after' })
      const lost = await send(world.browser)
      expect(lost.json()).toMatchObject({ statusCode: 504, error: 'provider_timeout' })
      expect(lost.json<{ message: string }>().message).toMatch(
        /^The payment provider did not answer in time: whether .+ is not known yet\. Sync tells\.$/,
      )
      expect(await stored()).toEqual(before)
      const requests = () => database.current.orm.select().from(sandboxRequests)
      const asked = await requests()
      expect(asked).toHaveLength(1)
      // The same key again: it is done only once.
      expect((await send(world.browser)).statusCode).toBe(200)
      expect(await requests()).toEqual(asked)
      expect(await audited()).toHaveLength(1)
    },
  )

  test.each(actions)('%s, response too late: 504, and sync picks up the change', async (name, operation, send, from) => {
    await insert(from)
    world.server.sandbox.faults.add({ operation, kind: 'late', delayMs: 700 })
    expect((await send(world.browser)).json()).toMatchObject({ statusCode: 504, error: 'provider_timeout' })
    const sync = await world.browser.send('POST', '/customers/1/stripe/sync', {})
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
    const replies = await Promise.all([send(world.browser), send(world.other)])
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    const refused = replies.find(({ statusCode }) => statusCode === 409)?.json<{ error: string }>()
    expect(['unavailable_action', 'stale']).toContain(refused?.error)
    expect(await audited()).toHaveLength(1)
    expect(await database.current.orm.select().from(sandboxRequests)).toHaveLength(1)
    expect(await stored()).toMatchObject({ version: 2 })
  })

  test('does not call the provider if a rule rejects the action or only we know the subscription', async () => {
    await insert({ willCancel: true })
    expect((await world.browser.send('PATCH', '/customers/1/cancel-subscription', {})).statusCode).toBe(409)
    await database.current.orm.update(customers).set({ stripeSubscriptionId: null })
    expect((await world.browser.send('PATCH', '/customers/1/resume-subscription', {})).statusCode).toBe(200)
    expect(await database.current.orm.select().from(sandboxRequests)).toEqual([])
  })

  test('restarts an ended trial without calling the provider', async () => {
    await insert({ subscriptionStatus: 'trial_ended' })
    expect((await world.browser.send('POST', '/customers/1/trial/extend', { days: 1 })).statusCode).toBe(200)
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
    const extend = () => world.browser.send('POST', '/customers/1/trial/extend', { days: 7 })
    const sync = async () => expect((await world.browser.send('POST', '/customers/1/stripe/sync', {})).statusCode).toBe(200)
    const notify = async () => {
      const { body, signature } = world.server.sandbox.notification('customer.subscription.updated', { object: 'customer', id: 'cus_1' })
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      const reply = await world.server.app.inject({ method: 'POST', url: '/webhooks/payments', headers, payload: body })
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
      if (isKnown) await world.server.sandbox.customer('cus_1')
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
        expect([call, (await world.browser.send('PATCH', `/customers/1/${call}`, {})).statusCode]).toEqual([call, 200])
      expect(await database.current.orm.select().from(sandboxRequests)).toEqual([])
      expect(await stored()).toMatchObject({ subscriptionStatus: 'canceled', ownTrialEnd: null })
    })

    test('ends when it expires, then takes the provider’s state again', async () => {
      await insert(over)
      await world.server.sandbox.customer('cus_1')
      await extend()
      world.server.clock.advance(10 * day)
      await notify()
      world.server.clock.advance(-10 * day)
      expect(await stored()).toMatchObject({ subscriptionStatus: 'canceled', ownTrialEnd: null })
    })

    test('is replaced by a new subscription', async () => {
      await insert(over)
      await world.server.sandbox.customer('cus_1')
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
    const attach = () => world.browser.send('POST', '/customers/1/discount', { discount: 20 })
    world.server.sandbox.faults.add({ operation: 'coupons', kind: 'lost-before' })
    expect((await attach()).json()).toMatchObject({
      error: 'provider_timeout',
      message: 'The payment provider did not answer: nothing was changed. Try again.',
    })
    await database.current.orm.delete(coupons)
    expect((await attach()).json()).toMatchObject({ statusCode: 422, error: 'unprocessable' })
    expect(await stored()).toMatchObject({ discount: null, version: 1 })
  })
})
