import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { csvOf, decimalAmount } from '../../../server/resources/sales/csv.ts'
import { monthBounds } from '../../../src/contract/dates.ts'
import { reportName } from '../../../src/contract/sales.ts'
import { describeDatabase } from '../../support/database.ts'
import { insertCustomers, insertInvoices, insertPayments } from '../../support/rows.ts'
import { useServer } from '../../support/server.ts'
import { signIn } from '../../support/sign-in.ts'

const read = (csv: string) => parse(csv, { bom: true, columns: true, relax_column_count: false }) as Record<string, string>[]

async function textOf(parts: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const part of parts) text += part
  return text
}

async function* each<Row>(rows: readonly Row[]) {
  yield* rows
}

describe('CSV', () => {
  test.each([
    ['Ana;=1+1;x', "Ana;'=1+1;x"],
    ['x; =HYPERLINK("https://evil.test");y', 'x;\' =HYPERLINK("https://evil.test");y'],
    ['a;@b', "a;'@b"],
    ['one;two', 'one;two'],
  ])('%j yields no formula even if semicolons separate cells', async (text, written) => {
    const csv = await textOf(csvOf([{ header: 'Text', value: (row: string) => row }], each([text])))
    expect(read(csv)).toEqual([{ Text: written }])
  })

  const columns = [
    { header: 'Text', value: (row: [string, number]) => row[0] },
    { header: 'Number', value: (row: [string, number]) => row[1] },
  ]

  test('round-trips text without formulas and numbers unchanged', async () => {
    const cell = fc.oneof(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('=1+1', '+a', '-5', '@x', '\t=1', '\r=1', ' =1', 'a"b,c\r\nd', 'a;=1+1', 'a; +b;-c'),
    )
    const row = fc.tuple(cell, fc.integer())
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (rows) => {
        const found = read(await textOf(csvOf(columns, each(rows))))
        expect(found).toHaveLength(rows.length)
        for (const [index, [text, number]] of rows.entries()) {
          // A formula is neutralized at the start of a cell and after a semicolon.
          const clean = text
            .replace(/[\s\p{Cc}]+/gu, ' ')
            .trim()
            .replace(/;(?=["' ]*[=+\-@＝＋－＠])/gu, ";'")
          const written = found[index]?.['Text'] ?? ''
          expect(written.replace(/^'/, '')).toBe(clean.replace(/^'/, ''))
          expect(written).not.toMatch(/(^|;)\s*[=+\-@\t\r]/)
          expect(Number(found[index]?.['Number'])).toBe(number)
        }
      }),
    )
  })

  test('starts with a byte order mark and is streamed in parts', async () => {
    const rows = Array.from({ length: 1201 }, (_, index): [string, number] => [`row ${index}`, -index])
    const parts: string[] = []
    for await (const part of csvOf(columns, each(rows))) parts.push(part)
    expect(parts).toHaveLength(4)
    expect(parts[0]).toBe('\uFEFFText,Number\r\n')
    expect(parts[1]?.split('\r\n')[1]).toBe('row 1,-1')
    expect(read(parts.join(''))).toHaveLength(1201)
  })

  test.each([
    [123_450, 'eur', 1234.5],
    [-1, 'usd', -0.01],
    [500, 'jpy', 500],
    [500, 'ugx', 500],
    [1255, 'kwd', 1.255],
  ])('%i %s is %d', (amount, currency, number) => {
    expect(decimalAmount(amount, currency)).toBe(number)
  })
})

test.each([
  ['Quaydesk', 'sales', '2026-03', 'Quaydesk-sales-report-March-2026.csv'],
  ['My Brand / Co.', 'invoices', '2025-12', 'My-Brand-Co-invoices-report-December-2025.csv'],
  ['Café ñ', 'sales', '2024-02', 'Café-ñ-sales-report-February-2024.csv'],
  ['..', 'sales', '2024-02', 'report-sales-report-February-2024.csv'],
] as const)('the report of %s is named by brand, month and year [2.7 csv names]', (brand, report, month, name) => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  expect(reportName(brand, report, monthBounds(year, number).from)).toBe(name)
})

describeDatabase('the reports', (engine) => {
  const { database, server, browser } = useServer(engine)
  const { from, to } = monthBounds(2026, 3)

  beforeAll(async () => {
    await insertCustomers(database.current, [
      { firstName: '=HYPERLINK("http://x")', lastName: '', country: 'es' },
      { companyName: '株式会社, "さくら"', country: 'jp' },
    ])
    await insertPayments(database.current, [
      { confirmedAt: from, amount: 12_100, finalAmount: 12_100, country: 'es', discount: 20 },
      { confirmedAt: to, userId: 2, currency: 'jpy', amount: 5_000, finalAmount: 3_050, amountRefunded: 1_000, finalAmountRefunded: 610 },
      { confirmedAt: from - 1 },
      { confirmedAt: to + 1 },
      { confirmedAt: from, stripePaymentIntentStatus: 'requires_action', stripeInvoiceStatus: 'open' },
    ])
    await insertInvoices(database.current, [
      { number: '2026-000001', createdAt: from, paymentId: 1, subtotal: 10_000, vatAmount: 2_100, total: 12_100 },
      {
        number: '2026-000002',
        createdAt: to,
        paymentId: 2,
        userId: 2,
        currency: 'jpy',
        subtotal: 5_000,
        vatRate: 0,
        vatAmount: 0,
        total: 5_000,
      },
      { number: '2026-000003', createdAt: to + 1 },
    ])
  })

  const get = (path: string, query: string = `from=${from}&to=${to}`) => browser.get(`/invoices/${path}?${query}`)

  test('sales: the month’s payments with their refunds and invoices [2.7 reports]', async () => {
    const reply = await get('csv-sales')
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringContaining('filename="Quaydesk-sales-report-March-2026.csv"') as string,
    })
    expect(reply.body.startsWith('\uFEFFPayment id,')).toBe(true)
    const rows = read(reply.body)
    expect(rows.map((row) => row['Payment id'])).toEqual(['1', '2'])
    expect(rows[0]).toMatchObject({
      Confirmed: '01-03-2026 00:00:00',
      Name: '\'=HYPERLINK("http://x")',
      Country: 'ES',
      Currency: 'EUR',
      Amount: '121',
      'Amount in EUR': '121',
      Refunded: '0',
      'Discount %': '20',
      Method: 'card',
      'Invoice number': '2026-000001',
    })
    expect(rows[1]).toMatchObject({
      Name: '株式会社, "さくら"',
      Amount: '5000',
      'Amount in EUR': '30.5',
      Refunded: '1000',
      'Refunded in EUR': '6.1',
    })
  })

  // [R28 csv-data] [2.7 reports] [R28 month sent]
  test('invoices: the month’s invoices, with totals that add up', async () => {
    const reply = await get('csv-data')
    expect(reply.headers['content-disposition']).toContain('filename="Quaydesk-invoices-report-March-2026.csv"')
    const rows = read(reply.body)
    expect(rows.map((row) => row['Number'])).toEqual(['2026-000001', '2026-000002'])
    expect(rows[0]).toMatchObject({
      Date: '01-03-2026',
      'Customer id': '1',
      Subtotal: '100',
      'VAT rate': '21',
      VAT: '21',
      Total: '121',
      Currency: 'EUR',
    })
    expect(rows[1]).toMatchObject({ Date: '31-03-2026', Country: 'JP', Total: '5000', 'Reverse charge': 'no' })
    for (const row of rows) expect(Number(row['Subtotal']) + Number(row['VAT'])).toBeCloseTo(Number(row['Total']), 6)
  })

  test('have no rows for a range without data', async () => {
    expect(read((await get('csv-data', 'from=0&to=1')).body)).toEqual([])
  })

  test('include every row of the same second, however many', async () => {
    const second = monthBounds(2024, 5).from
    await insertPayments(
      database.current,
      Array.from({ length: 1100 }, (_, index) => ({ id: 1000 + index, confirmedAt: second, ref: `many-${index}` })),
    )
    await insertInvoices(
      database.current,
      Array.from({ length: 450 }, (_, index) => ({ id: 1000 + index, number: `2024-${index}`, createdAt: second })),
    )
    const query = `from=${second}&to=${second}`
    expect(new Set(read((await get('csv-sales', query)).body).map((row) => row['Payment id'])).size).toBe(1100)
    expect(new Set(read((await get('csv-data', query)).body).map((row) => row['Invoice id'])).size).toBe(450)
  })

  test.each(['', 'from=5', 'from=x&to=2', 'from=2&to=1', 'from=-1&to=1'])('reject the query with 400: %s', async (query) => {
    for (const path of ['csv-data', 'csv-sales']) expect((await get(path, query)).statusCode).toBe(400)
  })

  test('are only for role 1 [R3 role 1 reports] [R3 role 1 alone]', async () => {
    const other = await signIn(server, { rol: 2 })
    for (const path of ['csv-data', 'csv-sales']) expect((await other.get(`/invoices/${path}?from=${from}&to=${to}`)).statusCode).toBe(403)
  })
})
