import type { Target } from '../../commands/command.ts'
import type { ResolvedCommand } from '../../commands/resolve.ts'
import type { TypedArguments } from '../../commands/typed-arguments.ts'
import type { CustomerRow, FoundUser } from '../../contract/customers.ts'
import { formatDate } from '../../contract/dates.ts'
import type { InvoiceRow } from '../../contract/invoices.ts'
import type { QrRow } from '../../contract/qrs.ts'
import { customerRecord, type RecentRecord } from '../commands/recent.ts'

/** A record in the palette. `why` says what of it matched. */
export interface RecordRow {
  kind: 'record'
  value: string
  record: RecentRecord
  why: string
  /** What was typed to find it, to be marked in it; absent where nothing was. */
  query?: string
}

/** A command in the palette. */
export interface CommandRow {
  kind: 'command'
  value: string
  resolved: ResolvedCommand
  /** What was typed to name it, to be marked in its title; absent where nothing was. */
  query?: string
  /** What was typed behind it. */
  args?: TypedArguments
}

/** One line of the palette that can be chosen. `value` tells rows apart. */
export type Row = RecordRow | CommandRow | SeveralRow | NamedRow | { kind: 'retry'; value: string; message: string; retry: () => void }

/** What can be done with several records that were pasted. */
export interface SeveralRow {
  kind: 'several'
  value: string
  title: string
  /** Why it cannot be done; null where it can. */
  whyNot: string | null
  /** It is not known yet with which: Enter waits. */
  isWaiting: boolean
  does: { verb: 'walk'; title: string; hrefs: readonly string[] } | { verb: 'act'; on: Target<'qrs'> }
}

/** An identifier that was pasted and names nothing, or nothing yet. */
interface NamedRow {
  kind: 'named'
  value: string
  text: string
  /** 'searching…', 'not found'. */
  why: string
}

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
