import { and, asc, eq, gt, gte, or, type SQL } from 'drizzle-orm'
import type { Database, Db } from '../../db/connect.ts'
import { customers } from '../../db/schema/customers.ts'
import { invoices, payments } from '../../db/schema/payments.ts'

/** Billing data as stored with an invoice, by column name. */
interface BillingColumns {
  country: string
  account_type: string
  company_name: string | null
  vat_number: string | null
  tax_id: string | null
  firstname: string
  lastname: string
  street: string
  zip: string
  city: string
  email: string
}

/** The billing data of an invoice. */
export interface InvoiceBilling {
  country: string
  accountType: string
  companyName: string | null
  vatNumber: string | null
  taxId: string | null
  firstname: string
  lastname: string
  street: string
  zip: string
  city: string
  email: string
}

/** An invoice with everything its document and report line need. Amounts in minor units of `currency`. */
export interface InvoiceRecord {
  id: number
  number: string
  createdAt: number
  link: string
  userId: number
  paymentId: number | null
  currency: string
  subtotal: number
  /** Hundredths of a percent. */
  vatRate: number
  vatAmount: number
  total: number
  description: string
  billing: InvoiceBilling | null
  /** Percent discount; null without one. */
  discount: number | null
  /** The payment's order id; null if unknown. */
  orderId: string | null
  customer: { name: string; company: string | null; email: string; country: string | null }
}

const columns = {
  id: invoices.id,
  number: invoices.number,
  createdAt: invoices.createdAt,
  link: invoices.link,
  userId: invoices.userId,
  paymentId: invoices.paymentId,
  currency: invoices.currency,
  subtotal: invoices.subtotal,
  vatRate: invoices.vatRate,
  vatAmount: invoices.vatAmount,
  total: invoices.total,
  description: invoices.description,
  billing: invoices.billing,
  discount: payments.discount,
  orderId: payments.ref,
  firstName: customers.firstName,
  lastName: customers.lastName,
  company: customers.companyName,
  email: customers.email,
  country: customers.country,
}

const select = (db: Db) =>
  db
    .select(columns)
    .from(invoices)
    .innerJoin(customers, eq(customers.id, invoices.userId))
    .leftJoin(payments, eq(payments.id, invoices.paymentId))

type Selected = Awaited<ReturnType<typeof select>>[number]

function recordOf({ firstName, lastName, company, email, country, billing, ...invoice }: Selected): InvoiceRecord {
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return {
    ...invoice,
    billing: billing === null ? null : billingOf(billing as BillingColumns),
    customer: { name, company, email, country },
  }
}

function billingOf({ account_type, company_name, vat_number, tax_id, ...rest }: BillingColumns): InvoiceBilling {
  return { ...rest, accountType: account_type, companyName: company_name, vatNumber: vat_number, taxId: tax_id }
}

/** The invoice with this file id; null if there is none. */
export async function findInvoice(db: Db, link: string): Promise<InvoiceRecord | null> {
  const [invoice] = await select(db).where(eq(invoices.link, link))
  return invoice ? recordOf(invoice) : null
}

const rowsAtOnce = 200

/**
 * All matching invoices in order of time, read in batches without an open statement or transaction. Invoices
 * written in the meantime may or may not appear.
 */
export async function* eachInvoice({ reading }: Pick<Database, 'reading'>, where: SQL | undefined): AsyncGenerator<InvoiceRecord> {
  let last: { createdAt: number; id: number } | null = null
  for (;;) {
    const after: SQL | undefined =
      last === null
        ? undefined
        : and(gte(invoices.createdAt, last.createdAt), or(gt(invoices.createdAt, last.createdAt), gt(invoices.id, last.id)))
    const rows: Selected[] = await reading((db) =>
      select(db).where(and(where, after)).orderBy(asc(invoices.createdAt), asc(invoices.id)).limit(rowsAtOnce),
    )
    for (const row of rows) yield recordOf(row)
    last = rows.at(-1) ?? null
    if (rows.length < rowsAtOnce || last === null) return
  }
}
