import { z } from 'zod'
import { dayOf } from './dates.ts'
import { endpoint } from './endpoint.ts'
import { brandInFileName } from './file-name.ts'

/** The lists that can be had as CSV. */
export const exportedLists = [
  'customers',
  'referred',
  'notes',
  'feedback',
  'customer-domains',
  'payments',
  'invoices',
  'qrs',
  'blocked-qrs',
  'infected-qrs',
  'qr-stats',
  'uri-history',
  'api-calls',
  'webrisk',
  'webrisk-log',
  'abuse',
  'blacklisted-domains',
  'whitelisted-domains',
  'audit',
] as const
export type ExportedList = (typeof exportedLists)[number]

/** A file holds so many rows at most: the first ones of the list's order. */
export const exportLimit = 100_000

/** How many rows the file has, known before its first byte. */
export const exportRowsHeader = 'x-total-count'
/** 'true' where the list has more rows than a file holds. */
export const exportCutHeader = 'x-list-cut'

/**
 * All that a list's query finds as CSV, in the list's order, streamed; page and page size are ignored. 400 as the list itself answers it,
 * 403 where the list is not open to the account, 409 `conflict` while another export of the same person is under way. A failure on the way,
 * such as the end of the session, breaks the connection off, so that a part is never taken for the whole. Recorded in the audit trail.
 */
export const exportList = endpoint({
  method: 'GET',
  path: '/exports/{list}',
  feature: 'exports',
  access: { capability: 'lists.export' },
  params: z.object({ list: z.enum(exportedLists) }),
  /** That of the list. */
  query: z.record(z.string(), z.unknown()),
  reply: z.unknown(),
})

/**
 * `Quaydesk-customers-2026-03-01.csv`, by the day in Madrid.
 * @param now unix seconds
 */
export function exportName(brand: string, list: ExportedList, now: number): string {
  return `${brandInFileName(brand, 'export')}-${list}-${dayOf(now)}.csv`
}
