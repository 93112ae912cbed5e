import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { customers, subscriptionChanges } from '../../server/db/schema/customers.ts'
import { payments, providerEvents, refunds } from '../../server/db/schema/payments.ts'
import { sandboxCustomers, sandboxPayments, sandboxSubscriptions } from '../../server/db/schema/sandbox.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import { recordRefunds } from '../../server/resources/payments/provider-state.ts'
import { testStart } from '../support/app.ts'
import { describeEngines } from '../support/database.ts'
import { day, useNotifiedServer } from '../support/notified-server.ts'

describeEngines('notifications of the payment provider', (engine) => {
  const world = useNotifiedServer(engine)
  const { aboutCustomer, aboutPayment, deliver, orm, events } = world

  const customer = async (id = 1) => (await orm().select().from(customers).where(eq(customers.id, id)))[0]
  const payment = async (id = 1) => (await orm().select().from(payments).where(eq(payments.id, id)))[0]

  const changes = async () =>
    (await orm().select().from(subscriptionChanges).orderBy(subscriptionChanges.id)).map(({ fromStatus, toStatus }) => [
      fromStatus,
      toStatus,
    ])

  test('apply a change at the provider once and record it in the audit trail', async () => {
    await orm()
      .update(sandboxSubscriptions)
      .set({ status: 'past_due', currentPeriodEnd: testStart + day, trialEnd: 5 })
      .where(eq(sandboxSubscriptions.id, 'sub_1'))
    await orm().update(sandboxCustomers).set({ discount: 25 })
    const notice = world.server.sandbox.notification('customer.subscription.updated', aboutCustomer('cus_1'))
    expect((await deliver(notice)).json()).toEqual({ received: true })
    const state = {
      subscriptionStatus: 'past_due',
      displayedStatus: 'past_due',
      currentPeriodEnd: testStart + day,
      triallingEndsAt: 5,
      discount: 25,
      version: 2,
    }
    expect(await customer()).toMatchObject(state)
    expect((await deliver(notice)).statusCode).toBe(200)
    expect(await customer()).toMatchObject(state)
    expect(await changes()).toEqual([['active', 'past_due']])
    expect(await events()).toMatchObject([
      { type: 'customer.subscription.updated', subject: 'cus_1', receivedAt: testStart, payload: { customerId: 'cus_1', intentId: null } },
    ])
    expect(await orm().select().from(auditLog)).toMatchObject([
      {
        actorId: null,
        actorEmail: 'payment provider',
        action: 'customer.provider-update',
        targetId: 1,
        after: { subscriptionStatus: 'past_due', discount: 25 },
      },
    ])
  })

  test('do not restore an older state from a late response', async () => {
    // The first event reads the state, but its answer is delayed until the second event has stored a newer one.
    const slow = world.server.sandbox.customer.bind(world.server.sandbox)
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let asked = 0
    world.server.sandbox.customer = async (id) => {
      asked += 1
      const isFirst = asked === 1
      const state = await slow(id)
      if (isFirst) await held
      return state
    }
    await orm().update(sandboxSubscriptions).set({ status: 'unpaid' }).where(eq(sandboxSubscriptions.id, 'sub_1'))
    const first = deliver(world.server.sandbox.notification('customer.subscription.updated', aboutCustomer('cus_1')))
    await expect.poll(() => asked).toBe(1)
    // The newer state happens to equal ours, so nothing changes, but the first answer is outdated anyway.
    await expect.poll(async () => (await slow('cus_1'))?.subscription?.status).toBe('unpaid')
    await orm().update(sandboxSubscriptions).set({ status: 'active' }).where(eq(sandboxSubscriptions.id, 'sub_1'))
    expect((await deliver(world.server.sandbox.notification('customer.subscription.updated', aboutCustomer('cus_1')))).statusCode).toBe(200)
    release()
    expect((await first).statusCode).toBe(200)
    expect(asked).toBe(3)
    expect(await customer()).toMatchObject({ subscriptionStatus: 'active' })
    expect(await events()).toHaveLength(2)
  })

  test('are applied once, in parallel with duplicates', async () => {
    await orm().update(sandboxSubscriptions).set({ status: 'past_due' })
    await orm().update(sandboxPayments).set({ amountRefunded: 300 }).where(eq(sandboxPayments.intentId, 'pi_1'))
    const notices = [
      world.server.sandbox.notification('customer.subscription.updated', aboutCustomer('cus_1')),
      world.server.sandbox.notification('charge.refunded', aboutPayment('pi_1')),
      world.server.sandbox.notification('customer.updated', aboutCustomer('cus_1')),
    ]
    const others = Array.from({ length: 20 }, () => world.server.sandbox.notification('charge.updated', aboutPayment('pi_1')))
    const replies = await Promise.all([...notices, ...notices, ...notices, ...others].map(deliver))
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(await events()).toHaveLength(23)
    expect(await changes()).toEqual([['active', 'past_due']])
    expect(await payment()).toMatchObject({ amountRefunded: 300, finalAmountRefunded: 270, refundCurrency: 'usd' })
    expect(await customer()).toMatchObject({ totalRevenue: 9_000 - 270 })
  })

  test('record our own refund once, as ours, if the provider already counts it', async () => {
    const row = {
      paymentId: 1,
      amount: 400,
      finalAmount: 360,
      currency: 'usd',
      idempotencyKey: 'key-of-ours',
      state: 'pending',
      createdAt: testStart,
    }
    await orm().insert(refunds).values(row)
    await world.server.sandbox.refund({ intentId: 'pi_1', amount: 400, currency: 'usd', key: 'key-of-ours', reason: null })
    // Another 100 were refunded at the provider.
    await orm().update(sandboxPayments).set({ amountRefunded: 500 }).where(eq(sandboxPayments.intentId, 'pi_1'))
    expect((await deliver(world.server.sandbox.notification('charge.refunded', aboutPayment('pi_1')))).statusCode).toBe(200)
    expect(await orm().select().from(refunds)).toMatchObject([{ state: 'succeeded' }])
    expect(await payment()).toMatchObject({ amountRefunded: 500, finalAmountRefunded: 450 })
    expect(await customer()).toMatchObject({ totalRevenue: 9_000 - 450 })
    await recordRefunds(orm(), world.server.sandbox, 1, testStart)
    expect(await payment()).toMatchObject({ amountRefunded: 500 })
  })

  test('never lower the refunded amount', async () => {
    await orm().update(payments).set({ amountRefunded: 600, finalAmountRefunded: 540 }).where(eq(payments.id, 1))
    await deliver(world.server.sandbox.notification('charge.refund.updated', aboutPayment('pi_1')))
    expect(await payment()).toMatchObject({ amountRefunded: 600, finalAmountRefunded: 540, version: 1 })
  })

  // No locks, searches or sorts, so both engines behave the same.
  if (!engine.testsShared) return

  test('leave the last state, in any order and with duplicates', async () => {
    const states = [
      { status: 'past_due', cancelAtPeriodEnd: false, endedAt: null },
      { status: 'active', cancelAtPeriodEnd: true, endedAt: null },
      { status: 'canceled', cancelAtPeriodEnd: false, endedAt: testStart },
      { status: 'trialing', cancelAtPeriodEnd: false, endedAt: null },
    ] as const
    let round = 0
    const steps = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }).chain((order) =>
      // For each change, which of the events sent so far arrives; each event arrives twice.
      fc.record({ order: fc.constant(order), arrivals: fc.shuffledSubarray([0, 0, 1, 1, 2, 2, 3, 3], { minLength: 8 }) }),
    )
    await fc.assert(
      fc.asyncProperty(steps, async ({ order, arrivals }) => {
        round += 1
        const notices = []
        for (const index of order) {
          await orm()
            .update(sandboxSubscriptions)
            .set(states[index] ?? {})
            .where(eq(sandboxSubscriptions.id, 'sub_1'))
          notices.push(world.server.sandbox.notification('customer.subscription.updated', aboutCustomer('cus_1'), `evt_${round}_${index}`))
        }
        for (const arrival of arrivals) {
          const notice = notices[arrival]
          if (notice) expect((await deliver(notice)).statusCode).toBe(200)
        }
        const last = states[order.at(-1) ?? 0]
        expect(await customer()).toMatchObject({
          subscriptionStatus: last?.status,
          cancelAtPeriodEnd: last?.cancelAtPeriodEnd,
          subscriptionEnded: last?.endedAt,
        })
        expect(await orm().$count(providerEvents)).toBe(round * 4)
      }),
      { numRuns: 12 },
    )
  })

  test('keep the version if nothing is new, so that open forms do not go stale', async () => {
    expect((await deliver(world.server.sandbox.notification('customer.updated', aboutCustomer('cus_1')))).statusCode).toBe(200)
    expect(await customer()).toMatchObject({ version: 1 })
    expect(await events()).toHaveLength(1)
    expect(await orm().select().from(auditLog)).toEqual([])
  })

  test('clear a scheduled cancelation when the subscription ends; a deleted account stays deleted', async () => {
    await orm().update(customers).set({ willCancel: true, cancelAtPeriodEnd: true, subscriptionCanceledBy: 'admin' })
    const ended = { status: 'canceled', cancelAtPeriodEnd: true, canceledAt: testStart, endedAt: testStart }
    await orm().update(sandboxSubscriptions).set(ended)
    await deliver(world.server.sandbox.notification('customer.subscription.deleted', aboutCustomer('cus_1')))
    await deliver(world.server.sandbox.notification('customer.subscription.deleted', aboutCustomer('cus_2')))
    expect(await customer()).toMatchObject({
      subscriptionStatus: 'canceled',
      willCancel: false,
      cancelAtPeriodEnd: false,
      subscriptionEnded: testStart,
      subscriptionCanceledBy: 'admin',
    })
    expect(await customer(2)).toMatchObject({ subscriptionStatus: 'soft_deleted', subscriptionEnded: testStart })
    expect(await changes()).toEqual([['active', 'canceled']])
  })

  test.each([
    // Our status and end, whether staff expect a cancelation, the provider's status, and the resulting status.
    ['trialing', null, false, 'active', 'active'],
    ['onlyTrial', null, false, 'trialing', 'onlyTrial'],
    ['onlyTrial', null, false, 'active', 'active'],
    ['first_payment_pending', null, false, 'incomplete', 'first_payment_pending'],
    ['waitingBankTransferApproval', null, false, 'active', 'active'],
    ['requires_action', null, false, 'past_due', 'requires_action'],
    ['trial_ended', testStart - day, false, 'canceled', 'trial_ended'],
    ['trial_ended', null, true, 'canceled', 'canceled'],
    ['trial_ended', testStart - day, false, 'active', 'active'],
    ['soft_deleted', null, true, 'canceled', 'soft_deleted'],
    ['soft_deleted', null, false, 'active', 'active'],
    [null, null, false, 'active', 'active'],
  ] as const)(
    'keep our own status while it is more specific: %s, %s, %s, provider says %s',
    async (before, subscriptionEnded, willCancel, told, after) => {
      await orm().update(customers).set({ subscriptionStatus: before, subscriptionEnded, willCancel }).where(eq(customers.id, 1))
      await orm().update(sandboxSubscriptions).set({ status: told }).where(eq(sandboxSubscriptions.id, 'sub_1'))
      expect((await deliver(world.server.sandbox.notification('customer.subscription.updated', aboutCustomer('cus_1')))).statusCode).toBe(
        200,
      )
      expect(await customer()).toMatchObject({ subscriptionStatus: after })
      expect(await changes()).toEqual(before === after ? [] : [[before, after]])
    },
  )

  test('update a payment’s intent, invoice, dispute and warning, and the customer from the latest payment', async () => {
    const trouble = { disputeStatus: 'needs_response', disputeReason: 'fraudulent', earlyFraud: true }
    await orm().update(sandboxPayments).set(trouble)
    await deliver(world.server.sandbox.notification('charge.dispute.created', aboutPayment('pi_2')))
    expect(await payment(2)).toMatchObject({
      stripeDisputeStatus: 'needs_response',
      stripeDisputeReason: 'fraudulent',
      earlyFraud: true,
      version: 2,
    })
    expect(await customer()).toMatchObject({ paymentEarlyFraud: false, paymentDisputeReason: null })
    await deliver(world.server.sandbox.notification('charge.dispute.created', aboutPayment('pi_1')))
    expect(await customer()).toMatchObject({ paymentEarlyFraud: true, paymentDisputeReason: 'fraudulent', version: 1 })
    await orm().update(sandboxPayments).set({ status: 'canceled', invoiceStatus: 'void' }).where(eq(sandboxPayments.intentId, 'pi_1'))
    await deliver(world.server.sandbox.notification('payment_intent.canceled', aboutPayment('pi_1')))
    expect(await payment()).toMatchObject({ stripePaymentIntentStatus: 'canceled', stripeInvoiceStatus: 'void', status: 'failed' })
    expect(await customer()).toMatchObject({ totalRevenue: 9_000 - 900 })
  })
})
