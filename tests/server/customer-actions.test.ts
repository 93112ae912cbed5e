import { asc } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { customers } from '../../server/db/schema/customers.ts'
import { fromRecord } from '../../server/resources/customers/queries.ts'
import { subscriptionStatuses } from '../../src/contract/customer-status.ts'
import { testStart } from '../support/app.ts'
import { actions, useCustomerActions } from '../support/customer-actions.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers } from '../support/rows.ts'

const day = 86_400

/** Customers of every raw status with each of these flags. */
const flags: Partial<typeof customers.$inferInsert>[] = [
  {},
  { willCancel: true },
  { deleted: true, deletedAt: testStart },
  { deleted: true, willCancel: true, banned: true, archived: 1 },
  { banned: true, whitelisted: true, is2faEnabled: true, archived: 1, facebookId: 'f', discount: 20 },
  { googleId: 'g', discount: 10 },
  { linkedinId: 'l', stripeCustomerId: 'cus_' },
]

const cells = [...subscriptionStatuses, null].flatMap((subscriptionStatus) => flags.map((flag) => ({ ...flag, subscriptionStatus })))

describeDatabase('actions on a customer', (engine) => {
  const world = useCustomerActions(engine)
  const { database, send, run, stored, audited, changes } = world

  test.each(Object.entries(actions))(
    '%s: in every status and with every flag, the server’s decision and message match the rule [1.4 every action]',
    async (_name, action) => {
      const customersOfCells = cells.map((cell, index) => ({
        ...cell,
        ...(cell.stripeCustomerId ? { stripeCustomerId: `cus_${index}` } : {}),
      }))
      const ids = await insertCustomers(database.current, customersOfCells)
      const read = () => database.current.orm.select().from(customers).orderBy(asc(customers.id))
      const before = await read()
      const expected: unknown[] = []
      const answered: unknown[] = []
      for (const [index, id] of ids.entries()) {
        const record = before[index]
        if (!record) throw new Error('a customer is missing')
        const refusal = action.rule(fromRecord(record, false))
        const reply = await send(id, action)
        const refused = action.states ? { id, isSo: true } : { id, statusCode: 409, error: 'unavailable_action', message: refusal }
        expected.push(refusal === null ? { id, statusCode: 200 } : refused)
        const body = reply.json<{ auditId?: number }>()
        const isSo = reply.statusCode === 200 && action.states && body.auditId === undefined
        answered.push(isSo ? { id, isSo } : reply.statusCode === 200 ? { id, statusCode: 200 } : { id, ...body })
      }
      expect(answered).toEqual(expected)
      const done = (answered as { id: number; statusCode: number }[]).filter(({ statusCode }) => statusCode === 200).map(({ id }) => id)
      expect((await audited()).map(({ action, targetType, targetId }) => ({ action, targetType, targetId }))).toEqual(
        done.map((targetId) => ({ action: action.audited, targetType: 'customer', targetId })),
      )
      const after = await read()
      expect(after.filter(({ id }) => !done.includes(id))).toEqual(before.filter(({ id }) => !done.includes(id)))
    },
  )

  test.each(Object.entries(actions))('%s: 404 for an unknown customer', async (_name, action) => {
    expect((await send(42, action)).json()).toEqual({ statusCode: 404, error: 'not_found', message: 'Customer 42 was not found.' })
    expect(await audited()).toEqual([])
  })

  describe('on a customer without a subscription at the provider', () => {
    // [1.7 cancel subscription] [1.7 cancel immediately] [1.7 resume subscription]
    test('cancels at period end, resumes, and cancels immediately', async () => {
      await insertCustomers(database.current, [{ subscriptionStatus: 'active' }])
      const first = await run('cancel at period end')
      expect(first.json()).toEqual({ success: true, auditId: (await audited())[0]?.id, undoable: true })
      expect(await stored()).toMatchObject({
        subscriptionStatus: 'active',
        displayedStatus: 'canceled',
        willCancel: true,
        cancelAtPeriodEnd: true,
        canceledAt: world.server.clock.now(),
        version: 2,
      })
      await run('resume')
      expect(await stored()).toMatchObject({ displayedStatus: 'active', willCancel: false, cancelAtPeriodEnd: false, canceledAt: null })
      await run('cancel at period end')
      await run('cancel immediately')
      expect(await stored()).toMatchObject({
        subscriptionStatus: 'canceled',
        displayedStatus: 'canceled',
        willCancel: false,
        subscriptionEnded: world.server.clock.now(),
        version: 5,
      })
      expect(await changes()).toMatchObject([
        { fromStatus: 'active', toStatus: 'canceled', reason: 'canceled by staff', at: world.server.clock.now() },
      ])
      expect((await audited())[3]).toMatchObject({
        before: { subscriptionStatus: 'active', willCancel: true, cancelAtPeriodEnd: true, subscriptionEnded: null },
        after: { subscriptionStatus: 'canceled', willCancel: false, cancelAtPeriodEnd: false, subscriptionEnded: world.server.clock.now() },
        reversible: false,
      })
    })

    // [1.4 restore] [1.7 restore] [R36 restore]
    test('restore clears the deleted flag and shows as canceled, whatever was set before (ruling 36)', async () => {
      const left = { deleted: true, deletedAt: testStart, requiresAction: true, willCancel: true, subscriptionStatus: 'soft_deleted' }
      await insertCustomers(database.current, [left])
      expect((await run('restore')).statusCode).toBe(200)
      expect(await stored()).toMatchObject({
        deleted: false,
        deletedAt: null,
        subscriptionStatus: 'canceled',
        displayedStatus: 'canceled',
        willCancel: false,
      })
      expect(await changes()).toMatchObject([{ fromStatus: 'soft_deleted', toStatus: 'canceled', reason: 'account restored' }])
    })

    test('restore is refused if another account now has the e-mail address', async () => {
      const email = 'ana@example.com'
      await insertCustomers(database.current, [{ deleted: true, email }, { email: 'ANA@example.com' }])
      expect((await run('restore')).json()).toMatchObject({ statusCode: 409, error: 'email_conflict', message: 'Email already exists.' })
      expect(await stored()).toMatchObject({ deleted: true, version: 1 })
      expect(await audited()).toEqual([])
    })

    // [1.7 extend trial] [R35 trial days]
    test.each([
      ['trialing', testStart + 3 * day, testStart + 10 * day, 'trialing'],
      ['trialing', null, testStart + 7 * day, 'trialing'],
      ['incomplete', testStart - day, testStart + 7 * day, 'incomplete'],
      ['trial_ended', testStart - 40 * day, testStart + 7 * day, 'trialing'],
      ['canceled', testStart - 40 * day, testStart + 7 * day, 'trialing'],
      ['incomplete_expired', null, testStart + 7 * day, 'trialing'],
    ])(
      'trial of %s ending at %s, extended by 7 days, ends at %s and is %s',
      async (subscriptionStatus, triallingEndsAt, until, becomes) => {
        const canceledAt = subscriptionStatus === 'canceled' ? testStart - day : null
        await insertCustomers(database.current, [{ subscriptionStatus, triallingEndsAt, canceledAt, subscriptionEnded: canceledAt }])
        const reply = await run('extend trial')
        const [change] = await audited()
        expect(reply.json()).toEqual({ success: true, auditId: change?.id, undoable: false, triallingEndsAt: until })
        expect(await stored()).toMatchObject({ subscriptionStatus: becomes, displayedStatus: becomes, triallingEndsAt: until })
        expect(await stored()).toMatchObject({ canceledAt: null, subscriptionEnded: null })
        expect(change).toMatchObject({ before: { triallingEndsAt }, after: { triallingEndsAt: until } })
        expect(await changes()).toHaveLength(becomes === subscriptionStatus ? 0 : 1)
      },
    )

    test.each([
      [1, 200],
      [365, 200],
      [0, 400],
      [366, 400],
      [1.5, 400],
      ['7', 400],
      [null, 400],
    ])('extending a trial by %j days returns %i [R35 trial days]', async (days, statusCode) => {
      await insertCustomers(database.current, [{ subscriptionStatus: 'trialing' }])
      const reply = await world.browser.send('POST', '/customers/1/trial/extend', { days })
      expect(reply.statusCode).toBe(statusCode)
      if (statusCode === 400)
        expect(reply.json()).toMatchObject({ error: 'bad_request', details: { days: 'Must be a whole number from 1 to 365.' } })
    })

    test('a trial is extended once by two concurrent requests for the same version', async () => {
      await insertCustomers(database.current, [{ subscriptionStatus: 'trial_ended', stripeSubscriptionId: null }])
      const send = () => world.browser.send('POST', '/customers/1/trial/extend', { days: 30, version: 1 })
      const replies = await Promise.all([send(), send()])
      expect(replies.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409])
      expect(replies.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ error: 'stale' })
    })

    // [1.7 attach discount] [1.7 detach discount] [R35 coupon]
    test('a discount needs a coupon of that percentage, even without a customer at the provider', async () => {
      await insertCustomers(database.current, [{ subscriptionStatus: 'trialing' }])
      expect((await world.browser.send('POST', '/customers/1/discount', { discount: 30 })).json()).toEqual({
        statusCode: 422,
        error: 'unprocessable',
        message: 'There is no coupon of 30 % (any more).',
        details: { discount: 'There is no coupon of 30 % (any more).' },
      })
      expect(await stored()).toMatchObject({ discount: null, version: 1 })
      expect((await run('attach discount')).statusCode).toBe(200)
      expect(await stored()).toMatchObject({ discount: 20 })
      expect((await run('detach discount')).statusCode).toBe(200)
      expect(await stored()).toMatchObject({ discount: null })
      expect((await audited()).map(({ before, after }) => ({ before, after }))).toEqual([
        { before: { discount: null }, after: { discount: 20 } },
        { before: { discount: 20 }, after: { discount: null } },
      ])
    })

    test.each([0, 101, 2.5, '20'])('a discount of %j is rejected', async (discount) => {
      await insertCustomers(database.current, [{ subscriptionStatus: 'trialing' }])
      expect((await world.browser.send('POST', '/customers/1/discount', { discount })).json()).toMatchObject({ error: 'bad_request' })
    })
  })
})
