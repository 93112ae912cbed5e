import type { ResolvedCommand } from '../../../commands/resolve.ts'
import type { CustomerRow, FoundUser } from '../../../contract/customers.ts'
import { formatDate } from '../../../contract/dates.ts'
import type { InvoiceRow } from '../../../contract/invoices.ts'
import type { QrRow } from '../../../contract/qrs.ts'
import { customerRecord, type RecentRecord } from '../recent.ts'

/** A record in the palette. `why` says what of it matched. */
export interface RecordRow {
  kind: 'record'
  value: string
  record: RecentRecord
  why: string
}

/** One line of the palette that can be chosen. `value` tells rows apart. */
export type Row =
  | RecordRow
  | { kind: 'command'; value: string; resolved: ResolvedCommand }
  | { kind: 'retry'; value: string; message: string; retry: () => void }

/** Lines under one heading; `note` stands beside it: 'searching…', 'none'. */
export interface RowGroup {
  id: string
  heading: string
  note: string | null
  rows: readonly Row[]
}

const recordRow = (record: RecentRecord, why: string): RecordRow => ({ kind: 'record', value: `${record.type}:${record.id}`, record, why })

/** A record that was opened lately. */
export const recentRow = (record: RecentRecord) => recordRow(record, 'recent')

/** A customer's line: name, e-mail. */
const customerRow = (customer: Parameters<typeof customerRecord>[0], why: string): RecordRow => recordRow(customerRecord(customer), why)

/** The customer that an exact look-up found. */
export const foundCustomerRow = (user: FoundUser, companyName: string | null, why: string) =>
  customerRow({ id: user.id, name: `${user.firstname} ${user.lastname}`.trim(), companyName, email: user.email }, why)

/** A customer that normal search found, with the field that matched. */
export function suggestedCustomerRow(customer: CustomerRow, text: string): RecordRow {
  const has = (field: string | null) => field?.toLowerCase().includes(text.toLowerCase()) === true
  const why = has(customer.email) ? 'in e-mail' : has(customer.fullName) ? 'in name' : has(customer.companyName) ? 'in company' : 'similar'
  return customerRow({ ...customer, name: customer.fullName }, why)
}

/** A QR's line; it opens the QR list on it, which is its full view. */
export function qrRow(qr: Pick<QrRow, 'id' | 'name' | 'uri'>, why: string): RecordRow {
  const search = new URLSearchParams({ searchTerm: qr.uri, searchMode: 'uri', exactSearch: 'true' })
  const detail = qr.name === '' ? '' : qr.uri
  return recordRow({ type: 'qr', id: qr.id, label: qr.name || qr.uri, detail, href: `/qrs?${search.toString()}` }, why)
}

/** An invoice's line; it opens the invoice list on it. */
export function invoiceRow(invoice: InvoiceRow, why: string): RecordRow {
  const detail = `${formatDate(invoice.createdAt)}, customer ${invoice.customer}`
  return recordRow(
    { type: 'invoice', id: invoice.id, label: `Invoice ${invoice.id}`, detail, href: `/invoices?invoiceId=${invoice.id}` },
    why,
  )
}
