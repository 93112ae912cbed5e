import type { Database } from '../../server/db/connect.ts'
import { customers } from '../../server/db/schema/customers.ts'
import { invoices, payments } from '../../server/db/schema/payments.ts'
import { qrs } from '../../server/db/schema/qrs.ts'
import { abuseReports, webrisk } from '../../server/db/schema/security.ts'
import { customerSearchColumns } from '../../server/resources/customers/search-columns.ts'
import { foldText } from '../../src/contract/fold.ts'
import { testStart } from './app.ts'

type Insert<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>

/** Inserts customers with ids 1, 2, 3… unless given. Missing fields get made-up values. Returns the ids. */
export async function insertCustomers({ orm }: Database, rows: Insert<typeof customers>[]): Promise<number[]> {
  const values = rows.map((row, index) => {
    const customer = { id: index + 1, firstName: 'Ana', lastName: `Number ${index + 1}`, companyName: null, stripeCustomerId: null, ...row }
    const email = row.email ?? `customer${customer.id}@example.com`
    return { createdAt: testStart, updatedAt: testStart, ...customer, email, ...customerSearchColumns({ ...customer, email }) }
  })
  for (let from = 0; from < values.length; from += 500) await orm.insert(customers).values(values.slice(from, from + 500))
  return values.map(({ id }) => id)
}

/** The same for QRs. They belong to customer 1 by default. */
export async function insertQrs({ orm }: Database, rows: Insert<typeof qrs>[]): Promise<number[]> {
  const values = rows.map((row, index) => {
    const id = row.id ?? index + 1
    const made = { id, userId: 1, type: 'url', uri: `uri-${id}`, createdAt: testStart, updatedAt: testStart, content: {}, name: `QR ${id}` }
    return { ...made, ...row, nameKey: foldText(row.name ?? made.name) }
  })
  await orm.insert(qrs).values(values)
  return values.map(({ id }) => id)
}

/** Inserts a large number of QRs for customer 1 in one fast statement, with ids starting at `from`. */
export async function insertManyQrs({ pool }: Database, { from, count, type = 'url' }: { from: number; count: number; type?: string }) {
  await pool.query(
    `INSERT INTO qrs (id, user_id, type, uri, created_at, updated_at, content, name, name_key)
    SELECT id, 1, $3, 'uri-' || id, $4, $4, '{}', 'QR ' || id, 'qr ' || id FROM generate_series($1::int, $2) id`,
    [from, from + count - 1, type, testStart],
  )
}

/** The same for invoices. They belong to customer 1 by default. */
export async function insertInvoices({ orm }: Database, rows: Insert<typeof invoices>[]): Promise<number[]> {
  const values = rows.map((row, index) => {
    const id = row.id ?? index + 1
    const sums = { currency: 'eur', subtotal: 1_000, vatRate: 2_100, vatAmount: 210, total: 1_210 }
    return { id, number: `2026-${id}`, userId: 1, createdAt: testStart, link: `file-${id}`, description: 'Plan', ...sums, ...row }
  })
  await orm.insert(invoices).values(values)
  return values.map(({ id }) => id)
}

/** The same for payments. By default customer 1 paid 50,00 € by card. */
export async function insertPayments({ orm }: Database, rows: Insert<typeof payments>[]): Promise<number[]> {
  const values = rows.map((row, index) => {
    const id = row.id ?? index + 1
    const amount = row.amount ?? 5_000
    const made = {
      id,
      userId: 1,
      email: 'customer1@example.com',
      currency: 'eur',
      amount,
      finalAmount: amount,
      status: 'paid',
      ref: `QD-${id}`,
    }
    const paid = { stripePaymentIntentId: `pi_${id}`, stripePaymentIntentStatus: 'succeeded', stripeInvoiceStatus: 'paid' }
    return { ...made, ...paid, stripePaymentMethodType: 'card', createdAt: testStart, ...row }
  })
  for (let from = 0; from < values.length; from += 500) await orm.insert(payments).values(values.slice(from, from + 500))
  return values.map(({ id }) => id)
}

/** The same for web-risk entries. They are unsafe and without QR or customer by default; the first is the oldest. */
export async function insertWebrisk({ orm }: Database, rows: Insert<typeof webrisk>[]): Promise<number[]> {
  const values = rows.map((row, index) => {
    const id = row.id ?? index + 1
    return { id, url: `https://risk-${id}.example/`, type: 'url', status: 2, createdAt: testStart + id, ...row }
  })
  await orm.insert(webrisk).values(values)
  return values.map(({ id }) => id)
}

/** The same for abuse reports. They are new by default. */
export async function insertAbuse({ orm }: Database, rows: Insert<typeof abuseReports>[]): Promise<number[]> {
  const values = rows.map((row, index) => {
    const id = row.id ?? index + 1
    return {
      id,
      url: `https://bad-${id}.example/`,
      email: `reporter${id}@example.com`,
      reason: 'Phishing.',
      createdAt: testStart + id,
      ...row,
    }
  })
  await orm.insert(abuseReports).values(values)
  return values.map(({ id }) => id)
}
