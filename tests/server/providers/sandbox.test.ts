import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { coupons } from '../../../server/db/schema/customers.ts'
import { refunds } from '../../../server/db/schema/payments.ts'
import { sandboxCoupons, sandboxPayments, sandboxRefunds } from '../../../server/db/schema/sandbox.ts'
import { ProviderRefusal, ProviderUnknown, type RefundOrder } from '../../../server/outside/payments/port.ts'
import { SandboxProvider } from '../../../server/outside/payments/sandbox/sandbox.ts'
import { testStart } from '../../support/app.ts'
import { describeDatabase } from '../../support/database.ts'
import { insertCustomers, insertPayments } from '../../support/rows.ts'

const day = 86_400
const order: RefundOrder = { intentId: 'pi_1', amount: 400, currency: 'eur', key: 'key-1', reason: null }

describeDatabase('the embedded payment provider', (engine) => {
  const database = engine.use()
  let sandbox: SandboxProvider
  const open = (timeoutMs?: number) =>
    new SandboxProvider({
      database: database.current,
      now: () => testStart,
      webhookSecret: 's',
      dashboardUrl: 'https://provider.example',
      timeoutMs,
    })

  beforeEach(async () => {
    await database.empty()
    sandbox = open()
    const subscription = { stripeCustomerId: 'cus_1', stripeSubscriptionId: 'sub_1', currentPeriodEnd: testStart + day }
    await insertCustomers(database.current, [
      { ...subscription, subscriptionStatus: 'active', discount: 10 },
      { stripeCustomerId: 'cus_2', stripeSubscriptionId: 'sub_2', subscriptionStatus: 'canceled', subscriptionEnded: testStart - day },
      {
        stripeCustomerId: 'cus_3',
        stripeSubscriptionId: 'sub_3',
        subscriptionStatus: 'trialing',
        willCancel: true,
        triallingEndsAt: testStart + day,
      },
      { stripeCustomerId: 'cus_4' },
    ])
    await insertPayments(database.current, [
      {
        stripePaymentIntentId: 'pi_1',
        amount: 1000,
        finalAmount: 1000,
        currency: 'eur',
        stripePaymentIntentStatus: 'succeeded',
        stripeInvoiceStatus: 'paid',
      },
      { stripePaymentIntentId: 'pi_2', stripePaymentIntentStatus: 'processing', stripeInvoiceStatus: 'open' },
      {
        stripePaymentIntentId: 'pi_3',
        stripePaymentIntentStatus: 'succeeded',
        stripeInvoiceStatus: 'paid',
        stripeDisputeStatus: 'needs_response',
      },
      {
        stripePaymentIntentId: 'pi_4',
        stripePaymentIntentStatus: 'succeeded',
        stripeInvoiceStatus: 'paid',
        stripeDisputeStatus: 'won',
        amount: 500,
        currency: 'jpy',
      },
    ])
    await database.current.orm.insert(coupons).values([
      { name: 'TEN', percentOff: 10 },
      { name: 'HALF', percentOff: 50 },
    ])
  })
  afterAll(() => sandbox.faults.clear())

  const refunded = async () => (await sandbox.payment('pi_1'))?.amountRefunded
  const books = () => database.current.orm.select().from(sandboxRefunds)

  test('imports only customers and payments the product knows', async () => {
    expect(await sandbox.customer('cus_1')).toMatchObject({
      id: 'cus_1',
      discount: 10,
      subscription: { id: 'sub_1', status: 'active', currentPeriodEnd: testStart + day },
    })
    expect(await sandbox.customer('cus_3')).toMatchObject({ subscription: { cancelAtPeriodEnd: true, trialEnd: testStart + day } })
    expect(await sandbox.customer('cus_4')).toMatchObject({ subscription: null })
    expect(await sandbox.customer('cus_nobody')).toBeNull()
    expect(await sandbox.payment('pi_2')).toMatchObject({ status: 'processing', invoiceStatus: 'open', amountRefunded: 0 })
    expect(await sandbox.payment('pi_nobody')).toBeNull()
    await expect(sandbox.resume('sub_nobody', 'k')).rejects.toThrow(new ProviderRefusal('No such subscription: sub_nobody'))
    await expect(sandbox.refund({ ...order, intentId: 'pi_nobody' })).rejects.toThrow(ProviderRefusal)
  })

  test('imports succeeded refunds, so that they are found by key', async () => {
    const row = { paymentId: 1, amount: 100, finalAmount: 100, currency: 'eur', createdAt: testStart }
    await database.current.orm.insert(refunds).values([
      { ...row, idempotencyKey: 'old-1', state: 'succeeded', providerRefundId: 're_old' },
      { ...row, idempotencyKey: 'old-2', state: 'failed' },
    ])
    await sandbox.payment('pi_1')
    expect(await sandbox.findRefund('pi_1', 'old-1')).toEqual({ id: 're_old', status: 'succeeded', amount: 100, failure: null })
    expect(await sandbox.findRefund('pi_1', 'old-2')).toBeNull()
  })

  test('cancels and resumes a subscription and extends its trial', async () => {
    expect(await sandbox.cancelAtPeriodEnd('sub_1', 'a')).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: true,
      canceledAt: testStart,
      endedAt: null,
    })
    expect(await sandbox.resume('sub_1', 'b')).toMatchObject({ cancelAtPeriodEnd: false, canceledAt: null })
    expect(await sandbox.cancelImmediately('sub_1', 'c')).toMatchObject({
      status: 'canceled',
      cancelAtPeriodEnd: false,
      endedAt: testStart,
    })
    expect((await sandbox.customer('cus_1'))?.subscription).toMatchObject({ status: 'canceled' })
    const end = testStart + 30 * day
    expect(await sandbox.extendTrial('sub_3', end, 'd')).toMatchObject({ status: 'trialing', trialEnd: end, cancelAtPeriodEnd: false })
    await expect(sandbox.cancelAtPeriodEnd('sub_2', 'e')).rejects.toThrow('This subscription has ended: its status is canceled.')
    await expect(sandbox.cancelImmediately('sub_2', 'f')).rejects.toThrow('canceled already')
    await expect(sandbox.resume('sub_2', 'g')).rejects.toThrow('cannot be resumed')
    await expect(sandbox.extendTrial('sub_3', testStart, 'h')).rejects.toThrow('must end in the future')
  })

  test('a discount requires a coupon that still exists', async () => {
    const of = { customerId: 'cus_1', subscriptionId: 'sub_1' }
    await sandbox.attachDiscount(of, 50, 'a')
    expect((await sandbox.customer('cus_1'))?.discount).toBe(50)
    expect((await sandbox.coupons()).map(({ name, percentOff }) => [name, percentOff])).toEqual([
      ['TEN', 10],
      ['HALF', 50],
    ])
    await database.current.orm.update(sandboxCoupons).set({ gone: true }).where(eq(sandboxCoupons.percentOff, 50))
    expect((await sandbox.coupons()).map(({ name }) => name)).toEqual(['TEN'])
    await expect(sandbox.attachDiscount(of, 50, 'b')).rejects.toThrow(new ProviderRefusal('There is no coupon of 50 %.'))
    await sandbox.detachDiscount(of, 'c')
    expect((await sandbox.customer('cus_1'))?.discount).toBeNull()
    await expect(sandbox.detachDiscount({ customerId: 'cus_9', subscriptionId: null }, 'd')).rejects.toThrow('No such customer: cus_9')
  })

  test('refunds only up to the amount paid', async () => {
    await sandbox.refund(order)
    await expect(sandbox.refund({ ...order, amount: 601, key: 'key-2' })).rejects.toThrow(
      'larger than what is left of the charge: 6,00\u00a0€',
    )
    await sandbox.refund({ ...order, amount: 600, key: 'key-3' })
    await expect(sandbox.refund({ ...order, amount: 1, key: 'key-4' })).rejects.toThrow('already been refunded')
    expect(await refunded()).toBe(1000)
  })

  test.each([
    ['pi_2', 1, 'eur', 'This payment has not succeeded: its status is processing.'],
    ['pi_3', 1, 'eur', 'This charge has been charged back.'],
    ['pi_1', 1, 'usd', 'This payment was made in EUR.'],
    ['pi_1', 0, 'eur', 'The amount must be a whole number of more than 0.'],
    ['pi_1', 0.5, 'eur', 'The amount must be a whole number of more than 0.'],
    ['pi_4', 501, 'jpy', 'The amount is larger than what is left of the charge: 500\u00a0JPY.'],
  ])('refuses to refund %s: %d %s', async (intentId, amount, currency, message) => {
    await expect(sandbox.refund({ ...order, intentId, amount, currency })).rejects.toThrow(new ProviderRefusal(message))
    expect(await books()).toEqual([])
  })

  test('allows a refund after a won dispute', async () => {
    expect(await sandbox.refund({ ...order, intentId: 'pi_4', amount: 500, currency: 'JPY' })).toMatchObject({
      status: 'succeeded',
      amount: 500,
    })
  })

  test('approves a processing payment but not a succeeded one', async () => {
    expect(await sandbox.approve('pi_2', 'a')).toMatchObject({ status: 'succeeded', invoiceStatus: 'paid', confirmedAt: testStart })
    await expect(sandbox.approve('pi_1', 'b')).rejects.toThrow('cannot be approved: its status is succeeded')
  })

  test('a repeated key acts only once with the same result, in parallel or later, even for refusals', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => sandbox.refund(order)))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await sandbox.refund(order)).toEqual(answers[0])
    expect(await refunded()).toBe(400)
    const tooMuch = { ...order, amount: 700, key: 'key-2' }
    await expect(sandbox.refund(tooMuch)).rejects.toThrow('larger than')
    await database.current.orm.update(sandboxPayments).set({ amountRefunded: 0 })
    await expect(sandbox.refund(tooMuch)).rejects.toThrow('larger than')
    await expect(sandbox.refund({ ...order, amount: 401 })).rejects.toThrow('This idempotency key was used for another request.')
    await expect(sandbox.approve('pi_2', order.key)).rejects.toThrow('This idempotency key was used for another request.')
    expect(await sandbox.findRefund('pi_1', order.key)).toEqual(answers[0])
  })

  test('concurrent refunds with different keys succeed only up to the amount', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => sandbox.refund({ ...order, amount: 130, key: `k-${index}` })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
    expect(outcomes.every((outcome) => outcome.status === 'fulfilled' || outcome.reason instanceof ProviderRefusal)).toBe(true)
    expect(await refunded()).toBe(910)
    expect(await books()).toHaveLength(7)
  })

  describe('with injected faults', () => {
    test('refuses a refund and makes none', async () => {
      sandbox.faults.add({ operation: 'refund', kind: 'refuse', message: 'Your card was declined.' })
      await expect(sandbox.refund(order)).rejects.toThrow(new ProviderRefusal('Your card was declined.'))
      expect(await sandbox.findRefund('pi_1', order.key)).toBeNull()
      expect(await sandbox.refund(order)).toMatchObject({ status: 'succeeded' })
    })

    test.each([
      ['lost-before', 0],
      ['lost-after', 400],
    ] as const)('%s: the outcome is unknown until looked up', async (kind, amount) => {
      sandbox.faults.add({ operation: 'refund', kind, times: 1 })
      await expect(sandbox.refund(order)).rejects.toThrow(ProviderUnknown)
      expect(await refunded()).toBe(amount)
      expect((await sandbox.findRefund('pi_1', order.key)) === null).toBe(amount === 0)
      await sandbox.refund(order)
      expect(await refunded()).toBe(400)
    })

    test('a late response is used within the deadline; after it, the outcome is unknown though it acted', async () => {
      sandbox.faults.add({ kind: 'late', delayMs: 5 })
      expect(await sandbox.refund(order)).toMatchObject({ status: 'succeeded' })
      const hasty = open(300)
      hasty.faults.add({ operation: 'approve', kind: 'late', delayMs: 20_000 })
      await expect(hasty.approve('pi_2', 'a')).rejects.toThrow(new ProviderUnknown('The payment provider did not answer within 0.3 s.'))
      await expect.poll(() => sandbox.payment('pi_2')).toMatchObject({ status: 'succeeded' })
    })

    test('fails the same calls for the same probability and seed', async () => {
      const outcomes = async () => {
        sandbox.faults.set([{ operation: 'payment', kind: 'lost-before', probability: 0.5, seed: 7 }])
        const results = []
        for (let call = 0; call < 30; call += 1)
          results.push(
            await sandbox.payment('pi_1').then(
              () => 'answer',
              () => 'fault',
            ),
          )
        return results
      }
      const first = await outcomes()
      expect(new Set(first)).toEqual(new Set(['answer', 'fault']))
      expect(await outcomes()).toEqual(first)
      sandbox.faults.clear()
      await sandbox.payment('pi_1')
    })
  })
})
