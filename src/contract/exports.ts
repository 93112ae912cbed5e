import { z } from 'zod'
import { bulkLimit } from './bulk-limit.ts'
import { dayOf } from './dates.ts'
import { endpoint, Id } from './endpoint.ts'
import { messages } from './fields.ts'
import { brandInFileName } from './file-name.ts'

/** Lists that can be exported as CSV. */
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

/** Most rows in a file: the first ones in the list's order. */
export const exportLimit = 100_000

/** Row count of the file, sent before its first byte. */
export const exportRowsHeader = 'x-total-count'
/** 'true' if the list has more rows than the file may hold. */
export const exportCutHeader = 'x-list-cut'

/** The query is that of the list itself. */
const shared = {
  path: '/exports/{list}',
  feature: 'exports',
  access: 'lists.export',
  query: z.record(z.string(), z.unknown()),
  reply: z.unknown(),
} as const

/**
 * Streams all rows of a list's query as CSV, in the list's order; paging is ignored. 400 as for the list itself, 403 if
 * the account can't open it, 409 `conflict` during another export by the same person. A failure midway (such as the
 * session's end) breaks the connection, so a part never passes for the whole. Audited.
 */
export const exportList = endpoint({ ...shared, params: z.object({ list: z.enum(exportedLists) }) })

/** Lists whose rows can be selected. */
export const selectedLists = ['customers', 'qrs', 'webrisk', 'abuse'] as const satisfies readonly ExportedList[]
export type SelectedList = (typeof selectedLists)[number]

/** The same for selected rows, in the order of the list's query; its filters are ignored. */
export const exportRows = endpoint({
  ...shared,
  method: 'POST',
  params: z.object({ list: z.enum(selectedLists) }),
  body: z.strictObject({ ids: z.array(Id).min(1, messages.required).max(bulkLimit) }),
})

/**
 * `Quaydesk-customers-2026-03-01.csv`, dated in Madrid.
 * @param now unix seconds
 */
export function exportName(brand: string, list: ExportedList, now: number): string {
  return `${brandInFileName(brand, 'export')}-${list}-${dayOf(now)}.csv`
}
