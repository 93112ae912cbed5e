import { asc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { coupons, customers } from '../../server/db/schema/customers.ts'
import { sandboxCoupons, sandboxCustomers, sandboxRequests, sandboxSubscriptions } from '../../server/db/schema/sandbox.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import type { SandboxOperation } from '../../src/contract/sandbox.ts'
import { testStart } from '../support/app.ts'
import { describeEngines } from '../support/database.ts'
import { insertCustomers } from '../support/rows.ts'
import { useServer } from '../support/server.ts'
import { type Browser, signIn, type TestStaff } from '../support/sign-in.ts'

interface Case {
  name: string
  from: Partial<typeof customers.$inferInsert>
  send: (by: Browser) => ReturnType<Browser['send']>
  /** What the provider is asked to take it back. */
  operation: SandboxOperation
  /** What is audited for that. */
  audited: string
  message: string
}

const cancel = (by: Browser) => by.send('PATCH', '/customers/1/cancel-subscription', {})
const resume = (by: Browser) => by.send('PATCH', '/customers/1/resume-subscription', {})
const attach = (by: Browser, discount = 20) => by.send('POST', '/customers/1/discount', { discount })
const detach = (by: Browser) => by.send('PATCH', '/customers/1/detach-discount', {})
const willEnd = { willCancel: true, cancelAtPeriodEnd: true, canceledAt: testStart, subscriptionCanceledBy: 'user' }
const onTrial = { subscriptionStatus: 'trialing' }

const cases: Case[] = [
  {
    name: 'cancel at period end',
    from: {},
    send: cancel,
    operation: 'resume',
    audited: 'customer.resume',
    message: 'Cancellation at period end of Ana López was undone.',
  },
  {
    name: 'resume',
    from: willEnd,
    send: resume,
    operation: 'cancelAtPeriodEnd',
    audited: 'customer.cancel-at-period-end',
    message: 'Resumption of Ana López was undone.',
  },
  {
    name: 'attach a first discount',
    from: onTrial,
    send: attach,
    operation: 'detachDiscount',
    audited: 'customer.detach-discount',
    message: 'Change of the discount of Ana López was undone.',
  },
  {
    name: 'attach another discount',
    from: { ...onTrial, discount: 10 },
    send: attach,
    operation: 'attachDiscount',
    audited: 'customer.attach-discount',
    message: 'Change of the discount of Ana López was undone.',
  },
  {
    name: 'remove the discount',
    from: { ...onTrial, discount: 10 },
    send: detach,
    operation: 'attachDiscount',
    audited: 'customer.attach-discount',
    message: 'Removal of the discount of Ana López was undone.',
  },
]

describeEngines('POST /undo of what the payment provider carried out', (engine) => {
  const { database, server, browser } = useServer(engine, { rol: 2 })
  let other: Browser & { staff: TestStaff }

  beforeAll(async () => {
    other = await signIn(server, { rol: 2 })
  })
  beforeEach(async () => {
    server.sandbox.faults.clear()
    const tables = [auditLog, customers, coupons, sandboxCoupons, sandboxCustomers, sandboxRequests, sandboxSubscriptions]
    for (const table of tables) await database.current.orm.delete(table)
    await database.current.orm.insert(coupons).values([
      { name: 'Ten', percentOff: 10 },
      { name: 'Twenty', percentOff: 20 },
    ])
  })

  const insert = (row: Partial<typeof customers.$inferInsert>) =>
    insertCustomers(database.current, [
      {
        firstName: 'Ana',
        lastName: 'López',
        subscriptionStatus: 'active',
        stripeCustomerId: 'cus_1',
        stripeSubscriptionId: 'sub_1',
        currentPeriodEnd: testStart + 1_000_000,
        ...row,
      },
    ])
  const undo = (body: object = {}) => browser.send('POST', '/undo', body)
  const audited = () => database.current.orm.select().from(auditLog).orderBy(asc(auditLog.id))
  const requests = async () => (await database.current.orm.select().from(sandboxRequests)).length
  const stored = async () => {
    const [row] = await database.current.orm.select().from(customers).where(eq(customers.id, 1))
    if (!row) throw new Error('no customer 1')
    const { willCancel, cancelAtPeriodEnd, subscriptionCanceledBy, discount, subscriptionStatus } = row
    return { willCancel, cancelAtPeriodEnd, subscriptionCanceledBy, discount, subscriptionStatus }
  }
  const atProvider = async () => {
    const there = await server.sandbox.customer('cus_1')
    return { ends: there?.subscription?.cancelAtPeriodEnd, discount: there?.discount }
  }
  const asHere = async () => {
    const { cancelAtPeriodEnd: ends, discount } = await stored()
    return { ends, discount }
  }
  const named = cases.map((each) => [each.name, each] as const)

  test.each(named)('%s: is taken back here and at the provider', async (_name, { from, send, audited: action, message }) => {
    await insert(from)
    const before = await stored()
    const done = (await send(browser)).json<{ auditId: number }>()
    expect(done).toMatchObject({ success: true, undoable: true })
    expect(await stored()).not.toEqual(before)
    expect((await undo()).json()).toMatchObject({ success: true, undoable: false, undoes: done.auditId, targetId: 1, message })
    expect(await stored()).toEqual(before)
    expect(await atProvider()).toEqual(await asHere())
    const [change, undoing] = await audited()
    expect(change).toMatchObject({ id: done.auditId, reversible: true, undoneBy: undoing?.id })
    expect(undoing).toMatchObject({ action, reversible: false, undoneBy: null, actorId: browser.staff.id })
    expect((await undo()).json()).toMatchObject({ statusCode: 409, error: 'nothing_to_undo' })
  })

  test.each(named)('%s: a lost response is unknown, and trying again asks only once', async (_name, { from, send, operation }) => {
    await insert(from)
    const before = await stored()
    const { auditId } = (await send(browser)).json<{ auditId: number }>()
    const asked = await requests()
    server.sandbox.faults.add({ operation, kind: 'lost-after' })
    expect((await undo({ auditId })).json()).toMatchObject({ statusCode: 504, error: 'provider_timeout' })
    expect(await audited()).toHaveLength(1)
    expect((await undo({ auditId })).statusCode).toBe(200)
    expect(await requests()).toBe(asked + 1)
    expect(await stored()).toEqual(before)
    expect(await atProvider()).toEqual(await asHere())
  })

  test.each(named)('%s: the provider refuses, nothing changes, and it can still be undone', async (_name, { from, send, operation }) => {
    await insert(from)
    await send(browser)
    const after = await stored()
    server.sandbox.faults.add({ operation, kind: 'refuse', message: 'Not today.' })
    expect((await undo()).json()).toMatchObject({ statusCode: 502, error: 'provider_refused' })
    expect(await stored()).toEqual(after)
    expect((await undo()).statusCode).toBe(200)
  })

  test.each(named)('%s: only one of four attempts in parallel succeeds', async (_name, { from, send }) => {
    await insert(from)
    const before = await stored()
    const { auditId } = (await send(browser)).json<{ auditId: number }>()
    const asked = await requests()
    const replies = await Promise.all([1, 2, 3, 4].map(() => undo({ auditId })))
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    for (const reply of replies) if (reply.statusCode === 409) expect(reply.json()).toMatchObject({ error: 'nothing_to_undo' })
    expect(await requests()).toBe(asked + 1)
    expect(await audited()).toHaveLength(2)
    expect(await stored()).toEqual(before)
  })

  test('setting to cancel what the customer has canceled themselves has no undo, which would resume it', async () => {
    await insert({ cancelAtPeriodEnd: true, canceledAt: testStart, subscriptionCanceledBy: 'user' })
    expect((await cancel(browser)).json()).toMatchObject({ success: true, undoable: false })
    const after = await stored()
    expect((await undo()).json()).toMatchObject({ error: 'nothing_to_undo' })
    expect(await stored()).toEqual(after)
  })

  test('is refused once a colleague has acted on it again, although it looks the same', async () => {
    await insert({})
    await cancel(browser)
    await resume(other)
    await cancel(other)
    const after = await stored()
    expect((await undo()).json()).toMatchObject({
      error: 'nothing_to_undo',
      message: 'Ana López has been changed since: nothing was undone.',
    })
    expect(await stored()).toEqual(after)
  })

  describe('by Ctrl Z, after ‘Cancel at once’, which sets to cancel and cancels immediately', () => {
    const cancelNow = (by: Browser) => by.send('PATCH', '/customers/1/cancel-immediately', {})
    const ban = (id: number) => browser.send('PATCH', `/customers/${id}/ban`, { banned: true })
    const banAndCancelAtOnce = async () => {
      await insert({})
      await ban(1)
      await cancel(browser)
      return { past: (await cancelNow(browser)).json<{ auditId: number }>().auditId, after: await stored() }
    }

    test('the first change, which the second has overtaken, is neither offered nor tried', async () => {
      const { past, after } = await banAndCancelAtOnce()
      expect((await undo()).json()).toEqual({
        statusCode: 409,
        error: 'nothing_to_undo',
        message: '‘Canceled immediately: Ana López’ can’t be undone.',
        details: { past: String(past), next: 'Ban of Ana López' },
      })
      expect((await undo({ past })).json()).toMatchObject({ message: 'Ban of Ana López was undone.' })
      expect((await undo({ past })).json()).toMatchObject({ error: 'nothing_to_undo', message: 'There is nothing to undo.' })
      expect(await stored()).toEqual(after)
    })

    test('nothing is offered if nothing else was changed', async () => {
      await insert({})
      await cancel(browser)
      const { auditId: past } = (await cancelNow(browser)).json<{ auditId: number }>()
      expect((await undo()).json<{ details: unknown }>().details).toEqual({ past: String(past) })
    })

    test('of several presses in parallel each undoes what was offered, or nothing', async () => {
      const { past, after } = await banAndCancelAtOnce()
      const replies = await Promise.all([1, 2, 3, 4].map(() => undo({ past })))
      expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
      expect(await stored()).toEqual(after)
    })
  })

  test('a removed discount that can’t be attached again is named by Ctrl Z', async () => {
    await insert({ discount: 10 })
    const { auditId } = (await detach(browser)).json<{ auditId: number }>()
    expect((await undo()).json()).toMatchObject({
      error: 'nothing_to_undo',
      message: '‘Removed the discount: Ana López’ can’t be undone.',
      details: { past: String(auditId) },
    })
  })

  test('is refused by the rule of the opposite command', async () => {
    await insert(willEnd)
    const { auditId } = (await resume(browser)).json<{ auditId: number }>()
    await database.current.orm.update(customers).set({ subscriptionStatus: 'unpaid' })
    await database.current.orm.update(customers).set({ subscriptionStatus: 'canceled' })
    const reply = (await undo({ auditId })).json<{ error: string; message: string }>()
    expect(reply.error).toBe('nothing_to_undo')
    expect(reply.message).toMatch(/^Nothing to cancel\. .+ Nothing was undone\.$/)
  })

  test('is refused if the coupon is gone', async () => {
    await insert({ ...onTrial, discount: 10 })
    await detach(browser)
    await database.current.orm.delete(coupons).where(eq(coupons.percentOff, 10))
    await database.current.orm.delete(sandboxCoupons)
    expect((await undo()).json()).toMatchObject({
      error: 'nothing_to_undo',
      message: 'There is no coupon of 10 % (any more). Nothing was undone.',
    })
  })

  test.each([
    ['a discount removed during a subscription, which can’t be attached again', { discount: 10 }, detach],
    ['a subscription resumed that had ended', { ...willEnd, subscriptionStatus: 'trial_ended' }, resume],
  ] as const)('is not offered for %s', async (_name, from, send) => {
    await insert(from)
    expect((await send(browser)).json()).toMatchObject({ success: true, undoable: false })
    expect((await audited()).map(({ reversible }) => reversible)).toEqual([false])
    expect((await browser.get('/undo')).json()).toEqual({ changes: [] })
  })
})
