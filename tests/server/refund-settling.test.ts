import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customers } from '../../server/db/schema/customers.ts'
import { payments, refunds } from '../../server/db/schema/payments.ts'
import { sandboxRefunds } from '../../server/db/schema/sandbox.ts'
import { auditLog, staff } from '../../server/db/schema/staff.ts'
import type { RefundOrder } from '../../server/outside/payments/port.ts'
import { silentLog } from '../../server/process/log.ts'
import { settleRefunds, startSettling } from '../../server/resources/payments/settling.ts'
import { buildTestApp, type TestApp } from '../support/app.ts'
import { describeEngines } from '../support/database.ts'
import { insertCustomers, insertPayments } from '../support/rows.ts'
import { type Browser, signIn, type TestStaff } from '../support/sign-in.ts'

describeEngines('settling refunds', (engine) => {
  const database = engine.use()
  let server: TestApp
  let browser: Browser & { staff: TestStaff }

  beforeAll(async () => {
    server = await buildTestApp(database.current)
  })
  afterAll(() => server.app.close())
  beforeEach(async () => {
    await database.empty()
    server.sandbox.faults.clear()
    browser = await signIn(server, { rol: 2 })
    await insertCustomers(database.current, [{ totalRevenue: 100_000 }])
    await insertPayments(database.current, [{}, {}, {}])
  })

  const refund = (body: object, id = 1, by: Browser = browser) => by.send('PATCH', `/payments/${id}/refund`, body)
  const lose = async (kind: 'lost-before' | 'lost-after', body: object = { amount: 1_000 }, id = 1) => {
    server.sandbox.faults.add({ operation: 'refund', kind })
    expect((await refund(body, id)).statusCode).toBe(504)
  }
  const settle = () => settleRefunds(server.context)
  const state = async () => {
    const { orm } = database.current
    const [payment] = await orm.select().from(payments).where(eq(payments.id, 1))
    const [customer] = await orm.select().from(customers)
    const intents = await orm.select().from(refunds).orderBy(refunds.id)
    return {
      refunded: payment?.amountRefunded,
      revenue: customer?.totalRevenue,
      intents: intents.map((intent) => intent.state),
      errors: intents.map(({ error }) => error),
      made: (await orm.select().from(sandboxRefunds)).length,
      audit: (await orm.select().from(auditLog)).map(({ action, actorId, actorEmail, ip }) => ({ action, actorId, actorEmail, ip })),
    }
  }

  test('skips refunds whose request may still be running', async () => {
    await lose('lost-after')
    server.clock.advance(29)
    expect(await settle()).toBe(0)
    expect(await state()).toMatchObject({ refunded: 0, intents: ['pending'] })
  })

  test('records the provider’s refund once, under the user who requested it', async () => {
    await lose('lost-after')
    server.clock.advance(31)
    expect([await settle(), await settle()]).toEqual([1, 0])
    expect(await state()).toEqual({
      refunded: 1_000,
      revenue: 99_000,
      intents: ['succeeded'],
      errors: [null],
      made: 1,
      audit: [{ action: 'payment.refund', actorId: browser.staff.id, actorEmail: browser.staff.email, ip: '127.0.0.1' }],
    })
  })

  test('names the requester even if their account was deleted', async () => {
    await lose('lost-after')
    await database.current.orm.delete(staff)
    server.clock.advance(31)
    await settle()
    expect((await state()).audit).toEqual([{ action: 'payment.refund', actorId: null, actorEmail: browser.staff.email, ip: '127.0.0.1' }])
  })

  test('fails a refund that never reached the provider after 15 minutes and allows a new one', async () => {
    await lose('lost-before', { amount: 1_000, idempotencyKey: 'dialog-0001' })
    server.clock.advance(899)
    expect(await settle()).toBe(0)
    server.clock.advance(31)
    expect(await settle()).toBe(1)
    expect(await state()).toMatchObject({
      refunded: 0,
      revenue: 100_000,
      intents: ['failed'],
      errors: ['The refund never reached the payment provider.'],
      made: 0,
      audit: [],
    })
    const again = await refund({ amount: 1_000, idempotencyKey: 'dialog-0001' })
    expect(again.json()).toMatchObject({ error: 'provider_refused', message: 'The refund never reached the payment provider.' })
    expect((await refund({ amount: 1_000, idempotencyKey: 'dialog-0002' })).statusCode).toBe(200)
  })

  test('counts the 15 minutes from the last attempt', async () => {
    const order = { amount: 1_000, idempotencyKey: 'dialog-0001' }
    await lose('lost-before', order)
    server.clock.advance(890)
    await lose('lost-before', order)
    server.clock.advance(60)
    expect(await settle()).toBe(0)
    server.clock.advance(900)
    expect(await settle()).toBe(1)
    expect(await state()).toMatchObject({ intents: ['failed'] })
  })

  test('records why the provider could not make the refund', async () => {
    await lose('lost-after')
    await database.current.orm.update(sandboxRefunds).set({ status: 'failed', failure: 'The card has expired.' })
    server.clock.advance(31)
    expect(await settle()).toBe(1)
    expect(await state()).toMatchObject({ refunded: 0, intents: ['failed'], errors: ['The card has expired.'], audit: [] })
  })

  test('waits while the refund is pending at the provider', async () => {
    await lose('lost-after')
    await database.current.orm.update(sandboxRefunds).set({ status: 'pending' })
    server.clock.advance(1_000)
    expect(await settle()).toBe(0)
    expect(await state()).toMatchObject({ refunded: 0, intents: ['pending'] })
    await database.current.orm.update(sandboxRefunds).set({ status: 'succeeded' })
    server.clock.advance(60)
    expect(await settle()).toBe(1)
    expect(await state()).toMatchObject({ refunded: 1_000, intents: ['succeeded'] })
  })

  test('settles the others if one can’t be looked up', async () => {
    for (const id of [1, 2, 3]) await lose('lost-after', { amount: 1_000 }, id)
    server.clock.advance(31)
    server.sandbox.faults.add({ operation: 'findRefund', kind: 'lost-before' })
    expect(await settle()).toBe(2)
    expect(await state()).toMatchObject({ intents: ['pending', 'succeeded', 'succeeded'] })
    server.clock.advance(31)
    expect(await settle()).toBe(1)
    expect(await state()).toMatchObject({ refunded: 1_000, revenue: 97_000 })
  })

  test('counts each refund once when run four times in parallel', async () => {
    for (const id of [1, 2, 3]) await lose('lost-after', { amount: 1_000 }, id)
    server.clock.advance(31)
    const settled = await Promise.all([settle(), settle(), settle(), settle()])
    expect(settled.reduce((sum, count) => sum + count)).toBe(3)
    expect(await state()).toMatchObject({ refunded: 1_000, revenue: 97_000, intents: ['succeeded', 'succeeded', 'succeeded'] })
    expect((await state()).audit).toHaveLength(3)
  })

  describe('after a crash', () => {
    /** The same provider, but the server dies right before or after the request. */
    const crashing = async (refund: (order: RefundOrder) => Promise<never>) => {
      const crashed = await buildTestApp(database.current)
      Object.assign(crashed.sandbox, { refund })
      const by = await signIn(crashed, { rol: 2 })
      const reply = await by.send('PATCH', '/payments/1/refund', { amount: 2_000, idempotencyKey: 'dialog-0001' })
      await crashed.app.close()
      expect(reply.statusCode).toBe(500)
    }

    test('records the one refund that the provider made [R30 once]', async () => {
      await crashing(async (order) => {
        await server.sandbox.refund(order)
        throw new Error('the server was killed')
      })
      expect(await state()).toMatchObject({ refunded: 0, intents: ['pending'], made: 1 })
      server.clock.advance(31)
      expect(await settle()).toBe(1)
      expect(await state()).toMatchObject({ refunded: 2_000, revenue: 98_000, intents: ['succeeded'], made: 1 })
      expect((await refund({ amount: 2_000, idempotencyKey: 'dialog-0001' })).json()).toMatchObject({ payment: { amountRefunded: 2_000 } })
      expect((await state()).made).toBe(1)
    })

    test('fails a refund that was never sent', async () => {
      await crashing(() => Promise.reject(new Error('the server was killed')))
      server.clock.advance(931)
      expect(await settle()).toBe(1)
      expect(await state()).toMatchObject({ refunded: 0, intents: ['failed'], made: 0 })
    })

    test('settles right at the next start, and stopping waits for it', async () => {
      await lose('lost-after')
      server.clock.advance(31)
      const stop = startSettling(server.context, silentLog)
      await expect.poll(async () => (await state()).intents).toEqual(['succeeded'])
      await stop()
      expect(await state()).toMatchObject({ refunded: 1_000 })
    })
  })
})
