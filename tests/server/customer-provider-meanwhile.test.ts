import { describe, expect, test } from 'vitest'
import { customers } from '../../server/db/schema/customers.ts'
import { sandboxCustomers, sandboxSubscriptions } from '../../server/db/schema/sandbox.ts'
import type { SandboxProvider } from '../../server/outside/payments/sandbox/sandbox.ts'
import { applyCustomerState } from '../../server/resources/customers/provider-state.ts'
import { buildTestApp, testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { day, useProviderCustomer } from '../support/provider-customer.ts'
import { type Browser, signIn } from '../support/sign-in.ts'

describeDatabase('the payment provider', (engine) => {
  const world = useProviderCustomer(engine)
  const { database, insert, stored, audited, changes } = world

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
        message: 'Staff didn’t cancel it.',
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
        await world.other.send('PATCH', '/customers/1', { qrLimit: 5 })
      })
      expect((await resume(by)).statusCode).toBe(200)
      expect(await stored()).toMatchObject({ cancelAtPeriodEnd: true, canceledAt: testStart + 5, qrLimit: 5 })
      await app.app.close()
    })

    test('the provider acts but does not return the customer: 504, and sync picks up the change', async () => {
      await insert(willEnd)
      const { app, by } = await withMeanwhile(async (sandbox) => {
        await world.other.send('PATCH', '/customers/1', { qrLimit: 5 })
        sandbox.faults.add({ operation: 'customer', kind: 'refuse' })
      })
      expect((await resume(by)).json()).toMatchObject({ statusCode: 504, error: 'provider_timeout' })
      expect(await stored()).toMatchObject({ willCancel: true, qrLimit: 5 })
      expect((await world.browser.send('POST', '/customers/1/stripe/sync', {})).statusCode).toBe(200)
      expect(await stored()).toMatchObject({ willCancel: false, cancelAtPeriodEnd: false })
      await app.app.close()
    })

    test('many webhooks arrive in parallel: our state matches the provider’s in the end', async () => {
      await insert(willEnd)
      await world.server.sandbox.customer('cus_1')
      const notify = async (index: number) => {
        await database.current.orm.update(sandboxSubscriptions).set({ currentPeriodEnd: testStart + (30 + index) * day })
        const { body, signature } = world.server.sandbox.notification('customer.subscription.updated', { object: 'customer', id: 'cus_1' })
        const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
        const send = () => world.server.app.inject({ method: 'POST', url: '/webhooks/payments', headers, payload: body })
        await expect.poll(async () => (await send()).statusCode).toBe(200)
      }
      const [reply] = await Promise.all([resume(world.browser), ...Array.from({ length: 6 }, (_, index) => notify(index))])
      expect([200, 409, 504]).toContain(reply.statusCode)
      const there = (await world.server.sandbox.customer('cus_1'))?.subscription
      expect(there).toMatchObject({ cancelAtPeriodEnd: false })
      expect(await stored()).toMatchObject({ currentPeriodEnd: there?.currentPeriodEnd, cancelAtPeriodEnd: false, canceledAt: null })
    })

    test('other fields are edited: neither change is lost', async () => {
      await insert(willEnd)
      const { app, by } = await withMeanwhile(async () => void (await world.other.send('PATCH', '/customers/1', { qrLimit: 5 })))
      expect((await resume(by)).statusCode).toBe(200)
      expect(await stored()).toMatchObject({ qrLimit: 5, willCancel: false, version: 3 })
      await app.app.close()
    })
  })

  describe('POST stripe/sync', () => {
    const sync = () => world.browser.send('POST', '/customers/1/stripe/sync', {})

    // [1.4 sync] [1.7 sync] [R36 sync]
    test('adopts the provider’s state and audits the changes', async () => {
      await insert()
      await world.server.sandbox.customer('cus_1')
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
      world.server.sandbox.faults.add({ operation: 'customer', kind: 'lost-before' })
      expect((await sync()).json()).toMatchObject({ statusCode: 504, error: 'provider_timeout' })
      expect(await audited()).toEqual([])
    })
  })
})
