import { between } from 'drizzle-orm'
import { formatDate } from '../../../src/contract/dates.ts'
import type { ReportQuery } from '../../../src/contract/sales.ts'
import type { Database } from '../../db/connect.ts'
import { invoices } from '../../db/schema/payments.ts'
import { eachInvoice, type InvoiceRecord } from '../invoices/records.ts'
import { isReverseCharge } from '../invoices/vat.ts'
import { type CsvColumn, csvOf, decimalAmount } from './csv.ts'

const countryOf = ({ billing, customer }: InvoiceRecord) => (billing?.country ?? customer.country)?.toUpperCase() ?? null

function nameOf({ billing, customer }: InvoiceRecord): string {
  if (billing === null) return customer.company || customer.name || customer.email
  return billing.companyName || `${billing.firstname} ${billing.lastname}`.trim()
}

const columns: readonly CsvColumn<InvoiceRecord>[] = [
  { header: 'Number', value: ({ number }) => number },
  { header: 'Date', value: ({ createdAt }) => formatDate(createdAt) },
  { header: 'Invoice id', value: ({ id }) => id },
  { header: 'Customer id', value: ({ userId }) => userId },
  { header: 'Name', value: nameOf },
  { header: 'E-mail', value: ({ billing, customer }) => billing?.email ?? customer.email },
  { header: 'Country', value: countryOf },
  { header: 'VAT number', value: ({ billing }) => billing?.vatNumber ?? null },
  { header: 'Tax id', value: ({ billing }) => billing?.taxId ?? null },
  { header: 'Description', value: ({ description }) => description },
  { header: 'Currency', value: ({ currency }) => currency.toUpperCase() },
  { header: 'Subtotal', value: ({ subtotal, currency }) => decimalAmount(subtotal, currency) },
  { header: 'VAT rate', value: ({ vatRate }) => vatRate / 100 },
  { header: 'VAT', value: ({ vatAmount, currency }) => decimalAmount(vatAmount, currency) },
  { header: 'Total', value: ({ total, currency }) => decimalAmount(total, currency) },
  {
    header: 'Reverse charge',
    value: (invoice) => {
      const { accountType = null, vatNumber = null } = invoice.billing ?? {}
      return invoice.vatRate === 0 && isReverseCharge({ country: countryOf(invoice), accountType, vatNumber }) ? 'yes' : 'no'
    },
  },
  { header: 'Payment id', value: ({ paymentId }) => paymentId },
  { header: 'Order id', value: ({ orderId }) => orderId },
]

/** The invoices report of a range, in order of time, as CSV in chunks. */
export function invoicesReport(database: Pick<Database, 'reading'>, { from, to }: ReportQuery): AsyncGenerator<string> {
  return csvOf(columns, eachInvoice(database, between(invoices.createdAt, from, to)))
}
