import { and, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { invoices, payments } from '../../server/db/schema/payments.ts'
import { invoiceSource } from '../../server/resources/invoices/queries.ts'
import { paymentSource } from '../../server/resources/payments/queries.ts'
import { InvoiceListQuery } from '../../src/contract/invoices.ts'
import { PaymentListQuery } from '../../src/contract/payments.ts'
import { testStart } from '../support/app.ts'
import { describeEngines } from '../support/database.ts'
import { insertCustomers, insertInvoices, insertPayments } from '../support/rows.ts'
import { useServer } from '../support/server.ts'

/** Many are equal, so that bounds often meet one. */
const rows = Array.from({ length: 120 }, (_, index) => ({
  amount: [0, 1, 999, 1_000, 1_001, 1_995, 5_000, 9_000_000_000][(index * 5) % 8] ?? 0,
  currency: ['eur', 'usd', 'jpy'][index % 3] ?? 'eur',
}))

describeEngines('filters by amount', (engine) => {
  const { database, browser } = useServer(engine)

  beforeAll(async () => {
    await insertCustomers(database.current, [{}])
    await insertPayments(database.current, rows)
    await insertInvoices(
      database.current,
      rows.map(({ amount, currency }) => ({ total: amount, currency })),
    )
  })

  const idsOf = async (path: string, query: Record<string, string | number>) => {
    const asked = Object.entries({ perPage: 150, ...query }).map(([name, value]) => [name, String(value)])
    const reply = await browser.get(`${path}?${new URLSearchParams(asked)}`)
    expect(reply.statusCode).toBe(200)
    return reply.json<{ rows: { id: number }[] }>().rows.map(({ id }) => id)
  }

  test.each([
    ['/payments', ['id', 'createdAt', 'finalAmount']],
    ['/invoices', ['id', 'createdAt']],
  ])('of %s find what lies between the ends, both included, in any currency or in one', async (path, sorts) => {
    const unit = fc.option(fc.constantFrom(0, 1, 2, 999, 1_000, 1_001, 1_500, 1_995, 5_000, 9_000_000_000, Number.MAX_SAFE_INTEGER), {
      nil: undefined,
    })
    const query = fc.record({
      amountFrom: unit,
      amountTo: unit,
      currency: fc.constantFrom(undefined, 'eur', 'USD', 'jpy', 'chf'),
      sort: fc.constantFrom(...sorts),
    })
    await fc.assert(
      fc.asyncProperty(query, async ({ amountFrom, amountTo, currency, sort }) => {
        const expected = rows.flatMap((row, index) =>
          row.amount >= (amountFrom ?? 0) &&
          row.amount <= (amountTo ?? Infinity) &&
          (currency === undefined || row.currency === currency.toLowerCase())
            ? [index + 1]
            : [],
        )
        const sent = Object.fromEntries(Object.entries({ amountFrom, amountTo, currency, sort }).filter(([, value]) => value !== undefined))
        const found = await idsOf(path, sent as Record<string, string | number>)
        expect(found.toSorted((a, b) => a - b)).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })

  test('of invoices find exactly one amount, and go with a month and a customer', async () => {
    const ofAmount = rows.flatMap(({ amount }, index) => (amount === 1_995 ? [index + 1] : [])).toReversed()
    expect(await idsOf('/invoices', { amount: 1_995 })).toEqual(ofAmount)
    expect(await idsOf('/invoices', { amount: 1_995, user: 1 })).toEqual(ofAmount)
    expect(await idsOf('/invoices', { amountFrom: 1_995, amountTo: 1_995, user: 1 })).toEqual(ofAmount)
    const when = new Date(testStart * 1000)
    expect(await idsOf('/invoices', { amount: 1_995, month: when.getUTCMonth() + 1, year: when.getUTCFullYear() })).toEqual(ofAmount)
    expect(await idsOf('/invoices', { amountFrom: 0, month: 1, year: 2023 })).toEqual([])
  })

  test('reach the file of a list', async () => {
    const lines = async (list: string) =>
      (await browser.get(`/exports/${list}?amountFrom=1996&amountTo=5000&currency=usd`)).body.trim().split('\r\n')
    const matching = rows.filter(({ amount, currency }) => amount === 5_000 && currency === 'usd').length
    expect(await lines('payments')).toHaveLength(matching + 1)
    expect(await lines('invoices')).toHaveLength(matching + 1)
  })

  test.each(['amountFrom=-1', 'amountTo=19.95', 'amountFrom=ten', 'amountTo=9007199254740993', 'currency=euro'])(
    '?%s returns 400 and names the field',
    async (query) => {
      for (const path of ['/payments', '/invoices']) {
        const reply = await browser.get(`${path}?${query}`)
        expect(reply.statusCode).toBe(400)
        expect(Object.keys(reply.json<{ details: object }>().details)).toEqual([query.split('=')[0]])
      }
    },
  )

  test('use an index that has all they ask for', async () => {
    const { orm } = database.current
    const many = Array.from({ length: 3_000 }, (_, index) => ({ id: 1_000 + index, amount: 10_000 + index, createdAt: testStart }))
    await insertPayments(database.current, many)
    for (let from = 0; from < many.length; from += 500)
      await insertInvoices(
        database.current,
        many.slice(from, from + 500).map(({ id, amount, createdAt }) => ({ id, total: amount, createdAt })),
      )
    await orm.execute(sql`vacuum analyze payments`)
    await orm.execute(sql`vacuum analyze invoices`)
    const query = { amountFrom: '12500', amountTo: '12520', currency: 'eur' }
    const ofPayments = paymentSource(PaymentListQuery.parse(query))
    const ofInvoices = invoiceSource(InvoiceListQuery.parse(query), testStart)
    for (const [table, { within, where }, name] of [
      [payments, ofPayments, 'payments_amount'],
      [invoices, ofInvoices, 'invoices_total'],
    ] as const) {
      const { rows: plan } = await orm.execute(sql`explain select id from ${table} where ${and(within, where)}`)
      expect(JSON.stringify(plan)).toContain(`Index Only Scan using ${name}`)
    }
  })
})
