import type { Target } from '../../commands/record-types.ts'
import type { ResolvedCommand } from '../../commands/resolve.ts'
import type { TypedArguments, Typing } from '../../commands/text/arguments.ts'
import type { VerbReading } from '../../commands/text/verbs.ts'
import { formatCount } from '../../contract/count.ts'
import { type CustomerMatch, matchCustomer } from '../../contract/customer-match.ts'
import type { CustomerRow, FoundUser } from '../../contract/customers.ts'
import type { InvoiceRow } from '../../contract/invoices.ts'
import type { PaymentRow } from '../../contract/payments.ts'
import { customerRecord, invoiceRecord, paymentRecord, qrRecord, type RecentRecord } from '../commands/recent.ts'

interface BaseRow {
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

/** A record that was looked up for a verb, and how that was typed. */
export interface FoundFor {
  record: RecentRecord
  reading: VerbReading
  why: string
}

/** A command's row: of what is on screen, or on a record that was found for it. */
export interface CommandRow extends BaseRow {
  kind: 'command'
  resolved: ResolvedCommand
  /** The typed text, to mark in its title; absent if none. */
  query?: string
  /** The arguments typed with it. */
  args?: TypedArguments
  /** What was typed for a command that it leads to, whose record is still to be loaded. */
  typing?: Typing
  /** Until its facts are known, the command has no target. */
  found?: FoundFor
}

/** A verb whose record is chosen next. */
export interface VerbRow extends BaseRow {
  kind: 'verb'
  reading: VerbReading
}

/** A row that can be chosen. */
export type Row =
  | RecordRow
  | CommandRow
  | AllRow
  | VerbRow
  | SeveralRow
  | NamedRow
  | { kind: 'retry'; value: string; message: string; retry: () => void }

/** The way to all records that match, in their list. */
export interface AllRow extends BaseRow {
  kind: 'all'
  title: string
  /** How the list is filtered. */
  detail?: string
  /** How many there are. */
  why?: string
  href: string
}

/** An action on several pasted records. */
export interface SeveralRow extends BaseRow {
  kind: 'several'
  title: string
  /** Why it is blocked, or null. */
  whyNot: string | null
  /** The records are still being looked up; Enter waits. */
  isWaiting: boolean
  does: { verb: 'walk'; title: string; hrefs: readonly string[] } | { verb: 'act'; on: Target<'qrs' | 'customers'>; typing: string }
}

/** A pasted identifier without a record (yet). */
export interface NamedRow extends BaseRow {
  kind: 'named'
  text: string
  why: 'searching…' | 'not found' | 'not found, or several of this name' | 'not recognised'
}

/** Rows under a heading; `note` beside it: 'searching…', 'none'. */
export interface RowGroup {
  id: string
  heading: string
  note: string | null
  rows: readonly Row[]
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

/** A customer found by search, with the strongest reason. */
export const suggestedCustomerRow = (customer: CustomerRow, text: string) =>
  recordRow(customerRecord({ ...customer, name: customer.fullName }), reasons[matchCustomer(customer, text) ?? 'similar'], {
    type: 'customer',
    record: customer,
  })

const reasons: Record<CustomerMatch, string> = {
  'full-name': 'name',
  name: 'name',
  company: 'company',
  email: 'e-mail',
  inside: 'contains it',
  similar: 'similar',
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
  const title = found.total_capped ? `All ${named} (more than ${count})` : `All ${count} ${named}`
  return [{ kind: 'all', value: `all:${of}`, title, href: `${lists[of]}?${new URLSearchParams(search).toString()}` }]
}

/** Things by what they have in common, in the order of the first of each. */
export function groupBy<Key, Thing>(things: readonly Thing[], keyOf: (thing: Thing) => Key): [Key, Thing[]][] {
  const groups = new Map<Key, Thing[]>()
  for (const thing of things) groups.set(keyOf(thing), [...(groups.get(keyOf(thing)) ?? []), thing])
  return [...groups]
}
