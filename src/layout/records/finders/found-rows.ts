import type { ListQuery } from '../../../api/exports.ts'
import type { FoundRecord } from '../../../api/find-record.ts'
import type { Target } from '../../../commands/engine/targets.ts'
import { formatCount } from '../../../contract/count.ts'
import { matchCustomer } from '../../../contract/customer-match.ts'
import type { CustomerRow, FoundUser } from '../../../contract/customers.ts'
import type { InvoiceRow } from '../../../contract/invoices.ts'
import type { Pagination } from '../../../contract/list.ts'
import type { PaymentRow } from '../../../contract/payments.ts'
import type { RecentRecord } from '../../commands/recent.ts'
import type { Selects } from '../../list/noted-screens.ts'
import { customerRecord, invoiceRecord, paymentRecord, qrRecord } from '../recent-record.ts'

export interface BaseRow {
  /** Unique. */
  value: string
  /** The words that it does not use. */
  unused?: readonly string[]
}

/** A record's row. `why` says how it matched. */
export interface RecordRow extends BaseRow {
  kind: 'record'
  record: RecentRecord
  why: string
  /** The typed text, to mark in the row; absent if none. */
  query?: string
  /** The record itself, if the search brought it. */
  target?: Target
}

/** The way to all records that match, in their list. */
export interface AllRow extends BaseRow {
  kind: 'all'
  title: string
  /** How the list is filtered. */
  detail?: string
  /** How many there are. */
  why?: string
  href: string
  /** All of it as a file, if it can be exported. */
  exports?: ListQuery | undefined
  /** All of its rows, if they can be selected. */
  selects?: Selects | undefined
  /** Surely what was meant. */
  isSure?: boolean
}

/** @param target the record itself, if the search brought it */
export const recordRow = (record: RecentRecord, why: string, target?: Target): RecordRow => ({
  kind: 'record',
  value: `${record.type}:${record.id}`,
  record,
  why,
  ...(target && { target }),
})

/** A recently opened record. */
export const recentRow = (record: RecentRecord) => recordRow(record, 'recent')

/** The customer found by an exact look-up. */
export const foundCustomerRow = (user: FoundUser, companyName: string | null, why: string) =>
  recordRow(customerRecord({ id: user.id, name: `${user.firstname} ${user.lastname}`.trim(), companyName, email: user.email }), why)

export const qrRow = (qr: Parameters<typeof qrRecord>[0], why: string) => recordRow(qrRecord(qr), why)

export const invoiceRow = (invoice: InvoiceRow, why: string) => recordRow(invoiceRecord(invoice), why, { type: 'invoice', record: invoice })

export const paymentRow = (payment: PaymentRow, why: string) => recordRow(paymentRecord(payment), why, { type: 'payment', record: payment })

/** A customer found by search. It says how only where the row itself doesn't show it, marked. */
export const suggestedCustomerRow = (customer: CustomerRow, text: string) => {
  const match = matchCustomer(customer, text) ?? 'similar'
  return recordRow(customerRecord({ ...customer, name: customer.fullName }), match === 'similar' ? match : '', {
    type: 'customer',
    record: customer,
  })
}

const lists = { customers: '/customers', 'QR codes by address': '/qrs', 'QR codes by name': '/qrs' }

/** The way to all matches in their list, if there are more than are shown. */
export function allRow(
  of: keyof typeof lists,
  found: { rows: readonly unknown[]; total: number; total_capped?: true | undefined } | undefined,
  search: { searchTerm: string; exactSearch?: string; searchMode?: string },
): AllRow[] {
  if (!found || (found.total <= found.rows.length && found.total_capped === undefined)) return []
  const count = formatCount(found.total)
  const named = `${of} with ‘${search.searchTerm}’`
  const all = found.total === 1 ? `The ${named.replace(/s\b/, '')}` : `All ${count} ${named}`
  const title = found.total_capped ? `All ${named} (more than ${count})` : all
  return [{ kind: 'all', value: `all:${of}`, title, href: `${lists[of]}?${new URLSearchParams(search).toString()}` }]
}

/** How many rows a filtered list has. */
export function countText({ total_results: total, total_capped: isCapped }: Pagination): string {
  if (isCapped) return `more than ${formatCount(total)} found`
  return total === 0 ? 'none found' : `${formatCount(total)} found`
}

/** A record that an identifier names. Its row shows what it was found by, unless that is already in it. */
export function foundRow({ type, record }: FoundRecord, text: string): RecordRow {
  const unlessIn = (known: string) => (text.toLowerCase().includes(known.toLowerCase()) ? '' : text)
  if (type === 'customer') return foundCustomerRow(record, null, unlessIn(record.email))
  if (type === 'qr') return qrRow(record, unlessIn(record.uri))
  if (type === 'payment') return paymentRow(record, unlessIn(record.ref))
  return invoiceRow(record, unlessIn(String(record.id)))
}
