import { and, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { payments, refunds } from '../../server/db/schema/payments.ts'
import { paymentSource } from '../../server/resources/payments/queries.ts'
import { PaymentListQuery, type PaymentRow } from '../../src/contract/payments.ts'
import { testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { usePayments } from '../support/payments.ts'
import { insertPayments } from '../support/rows.ts'
import { type Browser, signIn } from '../support/sign-in.ts'

describeDatabase('payments', (engine) => {
  const till = usePayments(engine)
  const { database } = till

  const list = async (query = '', by: Browser = till.browser) => {
    const reply = await by.get(`/payments${query}`)
    expect(reply.statusCode).toBe(200)
    return reply.json<{ rows: PaymentRow[]; pagination: Record<string, unknown> }>()
  }

  const ids = async (query: string) => (await list(query)).rows.map(({ id }) => id)

  describe('the list', () => {
    test('has every documented field, newest first, for any signed-in user [1.3 payment] [R29 minor units]', async () => {
      const facts = { country: 'es', ip: '192.0.2.7', paymentMethodBrand: 'visa', confirmedAt: testStart + 5, trialPlan: true }
      await insertPayments(database.current, [{ ...facts, amountRefunded: 1_000, finalAmountRefunded: 1_000, refundCurrency: 'eur' }, {}])
      const { rows, pagination } = await list('', await signIn(till.server, { rol: 2 }))
      expect(rows.map(({ id }) => id)).toEqual([2, 1])
      expect(rows[1]).toEqual({
        id: 1,
        userId: 1,
        email: 'customer1@example.com',
        country: 'es',
        currency: 'eur',
        amount: 5_000,
        finalAmount: 5_000,
        amountRefunded: 1_000,
        finalAmountRefunded: 1_000,
        refundCurrency: 'eur',
        stripePaymentIntentId: 'pi_1',
        stripePaymentIntentStatus: 'succeeded',
        stripeInvoiceStatus: 'paid',
        stripeDisputeStatus: null,
        paymentType: 'card',
        paymentMethodBrand: 'visa',
        createdAt: testStart,
        confirmedAt: testStart + 5,
        status: 'paid',
        ref: 'QD-1',
        ip: '192.0.2.7',
        trialPlan: true,
        earlyFraud: false,
        refundInProgress: false,
        version: 1,
      })
      expect(pagination).toMatchObject({ total_results: 2, configuredEntries: 10 })
    })

    // [1.3 payment type] [1.4 dispute filter] [1.4 refund filter] [1.7 list payments] [R33 two spellings]
    test('applies filters separately and combined', async () => {
      await insertPayments(database.current, [
        { id: 1, country: 'es', stripePaymentMethodType: 'card', walletType: 'google_pay' },
        { id: 2, userId: 2, country: 'fr', stripePaymentMethodType: 'sepa_debit', parentMethodType: 'ideal', stripeInvoiceStatus: 'open' },
        { id: 3, stripePaymentIntentStatus: 'processing', walletType: 'apple_pay', parentMethodType: 'paypal', trialPlan: true },
        { id: 4, amountRefunded: 5_000, stripeDisputeStatus: 'lost' },
        { id: 5, amountRefunded: 1, stripeDisputeStatus: 'needs_response', country: 'es' },
        { id: 6, amount: 0, stripeDisputeStatus: 'won' },
      ])
      const refund = { paymentId: 4, amount: 5_000, finalAmount: 5_000, currency: 'eur', idempotencyKey: 'key-4', createdAt: testStart }
      await database.current.orm.insert(refunds).values({ ...refund, state: 'succeeded', providerRefundId: 're_4' })
      const table: [string, number[]][] = [
        ['user=2', [2]],
        ['user=9', []],
        ['country=es', [5, 1]],
        ['country=ES', [5, 1]],
        ['stripePaymentIntentStatus=processing', [3]],
        ['stripeInvoiceStatus=open', [2]],
        ['refunded=FULLY', [4]],
        ['refunded=PARTIALLY', [5]],
        ['disputed=all', [6, 5, 4]],
        ['disputed=needs_response', [5]],
        ['disputed=needsResponse', [5]],
        ['disputed=lost', [4]],
        ['stripePaymentMethodType=card', [6, 5, 4]],
        ['stripePaymentMethodType=google_pay', [1]],
        ['stripePaymentMethodType=ideal', [2]],
        ['stripePaymentMethodType=paypal', [3]],
        ['stripePaymentMethodType=apple_pay', []],
        ['stripePaymentMethodType=sepa_debit', []],
        ['trialPlan=true', [3]],
        ['trialPlan=false', [6, 5, 4, 3, 2, 1]],
        ['country=es&refunded=PARTIALLY&disputed=all', [5]],
        ['country=fr&refunded=PARTIALLY', []],
        ['refunded=', [6, 5, 4, 3, 2, 1]],
        ['paymentId=4', [4]],
        ['paymentId=99', []],
        ['ref=QD-4', [4]],
        ['ref=qd-4', [4]],
        ['ref=QD', []],
        ['stripePaymentIntentId=pi_5', [5]],
        ['stripePaymentIntentId=PI_5', []],
        ['stripePaymentIntentId=re_4', [4]],
        ['stripePaymentIntentId=re_5', []],
        ['stripePaymentIntentId=pi_5&country=fr', []],
        ['refunded=ANY', [5, 4]],
        ['refunded=ANY&country=es', [5]],
        ['amount=5000', [5, 4, 3, 2, 1]],
        ['amount=0', [6]],
        ['amount=500', []],
        ['amount=5000&currency=EUR&country=es', [5, 1]],
        ['amount=5000&currency=usd', []],
      ]
      for (const [query, found] of table) expect([query, await ids(`?${query}`)]).toEqual([query, found])
      for (const { id, paymentType } of (await list()).rows) expect(await ids(`?stripePaymentMethodType=${paymentType}`)).toContain(id)
    })

    // [R27 inclusive days]
    test('filters by when payments were created, confirmed and refunded, both ends included', async () => {
      const [one, two, three] = [1, 2, 3].map((days) => testStart - days * 86_400) as [number, number, number]
      await insertPayments(database.current, [
        { id: 1, createdAt: three, confirmedAt: two, amountRefunded: 5_000 },
        { id: 2, createdAt: two, confirmedAt: null, stripePaymentIntentStatus: 'requires_payment_method' },
        { id: 3, createdAt: one, confirmedAt: one, amountRefunded: 20 },
        { id: 4, createdAt: three, confirmedAt: three, amount: 700, finalAmount: 700 },
      ])
      const refund = { amount: 10, finalAmount: 10, currency: 'eur', createdAt: three }
      await database.current.orm.insert(refunds).values([
        { ...refund, paymentId: 1, idempotencyKey: 'whole', state: 'succeeded', settledAt: two },
        { ...refund, paymentId: 3, idempotencyKey: 'first', state: 'succeeded', settledAt: one },
        { ...refund, paymentId: 3, idempotencyKey: 'second', state: 'succeeded', settledAt: testStart },
        { ...refund, paymentId: 4, idempotencyKey: 'failed', state: 'failed', settledAt: one },
        { ...refund, paymentId: 4, idempotencyKey: 'not-done', state: 'pending', settledAt: null },
      ])
      const table: [string, number[]][] = [
        [`createdFrom=${two}`, [3, 2]],
        [`createdFrom=${three}&createdTo=${two}`, [4, 2, 1]],
        [`createdTo=${three}&sort=createdAt&sortDirection=asc`, [1, 4]],
        [`createdFrom=${two + 1}&createdTo=${one - 1}`, []],
        [`createdFrom=${two}&stripePaymentIntentStatus=requires_payment_method`, [2]],
        [`createdFrom=${three}&createdTo=${three}&from=${two}&to=${two}`, [1]],
        [`createdFrom=${three}&sort=finalAmount&sortDirection=asc&perPage=2`, [4, 1]],
        [`refundedFrom=${two}&refundedTo=${two}`, [1]],
        [`refundedFrom=${two + 1}`, [3]],
        [`refundedTo=${one}`, [3, 1]],
        [`refundedFrom=${three}&refundedTo=${testStart}&refunded=PARTIALLY`, [3]],
        [`refundedFrom=${three}&refunded=ANY&amount=5000`, [3, 1]],
        [`refundedFrom=${testStart + 1}`, []],
      ]
      for (const [query, found] of table) expect([query, await ids(`?${query}`)]).toEqual([query, found])
    })

    test.each([
      'refunded=BOTH',
      'amount=19.95',
      'currency=euro',
      'createdFrom=yesterday',
      'disputed=open',
      'country=spain',
      'user=0',
      'stripeInvoiceStatus=gone',
      'sort=email',
      'perPage=151',
      'paymentId=x',
      'ref=%00',
      'stripePaymentIntentId=a%20b',
    ])('?%s returns 400 and names the field', async (query) => {
      const reply = await till.browser.get(`/payments?${query}`)
      expect(reply.statusCode).toBe(400)
      expect(Object.keys(reply.json<{ details: object }>().details)).toEqual([query.split('=')[0]])
    })

    test('sorts by id, time and final amount in both directions', async () => {
      await insertPayments(database.current, [
        { createdAt: testStart + 2, finalAmount: 10 },
        { createdAt: testStart + 1, finalAmount: 30 },
        { createdAt: testStart + 3, finalAmount: 10 },
      ])
      expect(await ids('')).toEqual([3, 2, 1])
      expect(await ids('?sort=createdAt&sortDirection=desc')).toEqual([3, 1, 2])
      expect(await ids('?sort=createdAt&sortDirection=asc')).toEqual([2, 1, 3])
      expect(await ids('?sortField=finalAmount&sortDirection=desc')).toEqual([2, 3, 1])
      expect(await ids('?sort=finalAmount&sortDirection=asc&country=')).toEqual([1, 3, 2])
      expect(await ids('?sort=finalAmount&sortDirection=asc&user=1&page=2&length=2')).toEqual([2])
    })

    test('uses a dedicated index for each filter', async () => {
      const rare = {
        country: 'fr',
        stripePaymentIntentStatus: 'canceled',
        stripeInvoiceStatus: 'void',
        trialPlan: true,
        parentMethodType: 'ideal',
      }
      await insertPayments(
        database.current,
        Array.from({ length: 3_000 }, (_, index) => {
          if (index % 1_000 === 7) return { ...rare, stripeDisputeStatus: 'lost', amountRefunded: 5_000, userId: 2 }
          return { country: 'es', amountRefunded: index % 1_000 === 8 ? 1 : 0 }
        }),
      )
      const { orm } = database.current
      await orm.execute(sql`analyze payments`)
      const table: [object, string][] = [
        [{ user: '2' }, 'payments_user'],
        [{ country: 'fr' }, 'payments_country'],
        [{ stripePaymentIntentStatus: 'canceled' }, 'payments_intent_status'],
        [{ stripeInvoiceStatus: 'void' }, 'payments_invoice_status'],
        [{ refunded: 'FULLY' }, 'payments_refunded'],
        [{ refunded: 'PARTIALLY' }, 'payments_refunded'],
        [{ disputed: 'all' }, 'payments_dispute'],
        [{ disputed: 'lost' }, 'payments_dispute'],
        [{ stripePaymentMethodType: 'ideal' }, 'payments_type'],
        [{ trialPlan: 'true' }, 'payments_trial_plan'],
        [{ ref: 'QD-7' }, 'payments_ref'],
        [{ stripePaymentIntentId: 'pi_7' }, 'payments_intent'],
        [{ paymentId: '7' }, 'payments_pkey'],
        [{ amount: '4711' }, 'payments_amount'],
        [{ refunded: 'ANY' }, 'payments_refunded'],
        [{ createdFrom: String(testStart + 1), createdTo: String(testStart + 9) }, 'payments_created'],
        [{ refundedFrom: String(testStart), refundedTo: String(testStart + 9) }, 'refunds_succeeded'],
      ]
      for (const [query, indexName] of table) {
        const { within, where } = paymentSource(PaymentListQuery.parse(query))
        const { rows } = await orm.execute(sql`explain select id from ${payments} where ${and(within, where)}`)
        expect([query, JSON.stringify(rows)]).toEqual([query, expect.stringContaining(indexName)])
      }
    })

    test('marks payments with a refund in progress', async () => {
      await insertPayments(database.current, [{}, {}])
      const refund = { amount: 1, finalAmount: 1, currency: 'eur', createdAt: testStart }
      await database.current.orm.insert(refunds).values([
        { ...refund, paymentId: 1, idempotencyKey: 'done', state: 'succeeded' },
        { ...refund, paymentId: 1, idempotencyKey: 'not-done', state: 'failed' },
        { ...refund, paymentId: 2, idempotencyKey: 'under-way', state: 'pending' },
      ])
      expect((await list()).rows.map(({ id, refundInProgress }) => [id, refundInProgress])).toEqual([
        [2, true],
        [1, false],
      ])
    })
  })
})
