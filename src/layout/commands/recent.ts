import { useEffect } from 'react'
import { z } from 'zod'
import { formatDate } from '../../contract/dates.ts'
import type { InvoiceRow } from '../../contract/invoices.ts'
import { formatMoney } from '../../contract/money.ts'
import type { PaymentRow } from '../../contract/payments.ts'
import type { QrRow } from '../../contract/qrs.ts'
import { readStored, writeStored } from '../kit/browser-storage.ts'

/** Those that are found by words, but not loaded by their id. */
const otherTypes = ['user', 'hostname', 'domain', 'folders', 'invitation', 'api-call', 'webrisk', 'abuse'] as const

/** A recently opened record, with just what its palette row needs. */
const RecentRecord = z.object({
  type: z.enum(['customer', 'qr', 'invoice', 'payment', ...otherTypes]),
  id: z.number(),
  label: z.string(),
  /** Tells records of the same name apart: email, URI, date. */
  detail: z.string(),
  /** A console path: storage isn't trusted to send anyone elsewhere. */
  href: z.string().regex(/^\/(?!\/)/),
})
export type RecentRecord = z.infer<typeof RecentRecord>
export type RecordType = RecentRecord['type']

/** The types whose records are loaded by their id. */
export const loadable = ['customer', 'qr', 'invoice', 'payment'] as const
export type Loadable = (typeof loadable)[number]
export type LoadableRecord = RecentRecord & { type: Loadable }
export const isLoadable = (record: RecentRecord): record is LoadableRecord => loadable.some((type) => type === record.type)

/** A customer as a recent record. `name` is the full name, or empty. */
export function customerRecord(customer: { id: number; name: string; companyName: string | null; email: string }): RecentRecord {
  const name = [customer.name, customer.companyName].filter(Boolean).join(' — ')
  const detail = name === '' ? '' : customer.email
  return { type: 'customer', id: customer.id, label: name || customer.email, detail, href: `/customers/${customer.id}` }
}

/** A QR code: its page is the list filtered to it, with the side panel over it. */
export function qrRecord({ id, name, uri }: Pick<QrRow, 'id' | 'name' | 'uri'>): RecentRecord {
  const search = new URLSearchParams({ searchTerm: uri, searchMode: 'uri', exactSearch: 'true', panel: `qr-${id}` })
  return { type: 'qr', id, label: name || uri, detail: name === '' ? '' : uri, href: `/qrs?${search.toString()}` }
}

export function invoiceRecord({ id, createdAt, customer }: InvoiceRow): RecentRecord {
  const detail = `${formatDate(createdAt)}, customer ${customer}`
  return { type: 'invoice', id, label: `Invoice ${id}`, detail, href: `/invoices?invoiceId=${id}&panel=invoice-${id}` }
}

export function paymentRecord({ id, amount, currency, email, ref }: PaymentRow): RecentRecord {
  const label = `Payment ${id}: ${formatMoney(amount, currency)}`
  return { type: 'payment', id, label, detail: `${ref}, ${email}`, href: `/payments?paymentId=${id}&panel=payment-${id}` }
}

const maxRecords = 10
const maxCommands = 30

const recordsKey = (userId: number) => `palette.recent.${userId}`
const commandsKey = (userId: number) => `palette.commands.${userId}`

/** A person's recent records, latest first. */
export function recentRecords(userId: number): RecentRecord[] {
  return read(recordsKey(userId), RecentRecord).slice(0, maxRecords)
}

/** Moves a record to the front. */
export function rememberRecord(userId: number, { type, id, label, detail, href }: RecentRecord) {
  const others = recentRecords(userId).filter((other) => other.type !== type || other.id !== id)
  write(recordsKey(userId), [{ type, id, label, detail, href }, ...others].slice(0, maxRecords))
}

/** Remembers the record whose page is open, however it was reached. Null until loaded; memoised by the caller. */
export function useVisit(userId: number, record: RecentRecord | null) {
  useEffect(() => {
    if (record) rememberRecord(userId, record)
  }, [userId, record])
}

/** The ids of a person's recent commands, latest first. */
export function recentCommands(userId: number): string[] {
  return read(commandsKey(userId), z.string())
}

/** Moves a command to the front. */
export function rememberCommand(userId: number, id: string) {
  write(commandsKey(userId), [id, ...recentCommands(userId).filter((other) => other !== id)].slice(0, maxCommands))
}

/** Clears a person's recent records and commands on sign-out. */
export function forgetRecent(userId: number) {
  writeStored(recordsKey(userId), null)
  writeStored(commandsKey(userId), null)
}

/** What was stored of this kind; corrupt storage counts as empty. */
function read<Item>(key: string, item: z.ZodType<Item>): Item[] {
  try {
    const stored = z.array(z.unknown()).parse(JSON.parse(readStored(key) ?? '[]'))
    return stored.flatMap((each) => item.safeParse(each).data ?? [])
  } catch {
    return []
  }
}

function write(key: string, value: unknown[]) {
  writeStored(key, JSON.stringify(value))
}
