import { and, eq, like, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { foldText } from '../../../src/contract/fold.ts'
import type { Pagination } from '../../../src/contract/list.ts'
import { hostEnds, targetForms } from '../../../src/contract/qr-target.ts'
import type { Qr, QrListQuery, QrRow, QrStatus, qrSorts } from '../../../src/contract/qrs.ts'
import type { Db } from '../../db/connect.ts'
import { equals, inRange } from '../../db/list/conditions.ts'
import { escapeLike } from '../../db/list/escape-like.ts'
import { boundOf, idFromText, isSubstringSearchable, type ListSource, listPage, mapRows, splitByIndex } from '../../db/list/list.ts'
import { matchingIds } from '../../db/list/matching-ids.ts'
import { qrs, targetOf } from '../../db/schema/qrs.ts'
import { ApiError } from '../../http/errors.ts'
import { holderOf } from '../customers/holder.ts'

const qrOrder: Record<(typeof qrSorts)[number], PgColumn> = {
  createdAt: qrs.createdAt,
  updatedAt: qrs.updatedAt,
  scans: qrs.scans,
  visits: qrs.visits,
  virus: qrs.virus,
  id: qrs.id,
}

const rowColumns = {
  id: qrs.id,
  name: qrs.name,
  type: qrs.type,
  createdAt: qrs.createdAt,
  updatedAt: qrs.updatedAt,
  scans: qrs.scans,
  visits: qrs.visits,
  virus: qrs.virus,
  status: qrs.status,
  stopped: qrs.stopped,
  uri: qrs.uri,
  user: qrs.userId,
  owner: holderOf(sql`qrs.user_id`),
  whitelisted: qrs.whitelisted,
  url: sql<string | null>`${qrs.content} ->> 'url'`.as('url'),
  version: qrs.version,
}

/**
 * A page of QRs that aren't archived.
 * @param publicSiteUrl base of the public QR addresses
 */
export async function listQrs(db: Db, query: QrListQuery, publicSiteUrl: string): Promise<{ rows: QrRow[]; pagination: Pagination }> {
  const request = isLookUp(query) ? { ...query, sortDirection: 'desc' as const } : query
  return mapRows(await listPage(db, qrSource(query), request), (row) => qrRow(row, publicSiteUrl))
}

const isLookUp = ({ exactSearch, searchTerm }: QrListQuery) => exactSearch && Boolean(searchTerm)

/** The list's source. Exact look-ups are sorted descending. */
export function qrSource(query: QrListQuery): ListSource<typeof rowColumns> {
  const exactly = isLookUp(query) ? query.searchTerm : undefined
  const { within, where } = splitByIndex(conditionsOf(query, exactly === undefined ? query.searchMode : 'exact'), indexed[query.sort])
  return {
    table: qrs,
    columns: rowColumns,
    within: and(notArchived, within),
    where,
    isSearched: Boolean(query.searchTerm),
    bound:
      query.sort === 'id' || query.sort === 'virus'
        ? boundOf({ table: qrs, key: qrs.id, time: qrs.createdAt, among: notArchived }, query, query.sortDirection)
        : undefined,
    // So the QR with this uri comes before one with this id.
    sortBy: exactly === undefined ? qrOrder[query.sort] : sql`(${qrs.uri} = ${exactly}::text)`,
  }
}

/** Few QRs are archived, so an index that includes them is just as good. */
const notArchived = sql`not ${qrs.archived}`

type Filters = Pick<QrListQuery, 'searchTerm' | 'customer' | 'type' | 'status' | 'from' | 'to' | 'scansFrom' | 'scansTo'>

/** As `qrStatus`. */
const statusConditions: Record<QrStatus, SQL> = {
  deleted: sql`${qrs.status} = 0`,
  blocked: sql`${qrs.status} = 2`,
  stopped: sql`${qrs.status} = 1 and ${qrs.stopped} = 1`,
  active: sql`${qrs.status} = 1 and ${qrs.stopped} = 0`,
}

function conditionsOf(
  { searchTerm, customer, type, status, from, to, scansFrom, scansTo }: Filters,
  mode: QrListQuery['searchMode'] | 'exact',
) {
  return {
    search: searchTerm ? searchCondition(searchTerm, mode) : undefined,
    customer: equals(qrs.userId, customer),
    type: equals(qrs.type, type),
    status: status === undefined ? undefined : statusConditions[status],
    period: inRange(qrs.createdAt, from, to),
    scans: inRange(qrs.scans, scansFrom, scansTo),
  }
}

/** Conditions that an index answers in each order. */
const indexed: Record<(typeof qrSorts)[number], readonly (readonly (keyof ReturnType<typeof conditionsOf>)[])[]> = {
  createdAt: [['customer', 'period'], ['customer'], ['type', 'period'], ['type'], ['period']],
  updatedAt: [],
  scans: [['scans']],
  visits: [],
  virus: [],
  id: [],
}

/** Ids of all matching QRs, as `matchingIds`. */
export function matchingQrs(
  db: Db,
  query: Filters & Pick<QrListQuery, 'searchMode' | 'exactSearch'>,
): Promise<{ ids: number[]; total: number }> {
  const mode = query.exactSearch && query.searchTerm ? 'exact' : query.searchMode
  return matchingIds(db, qrs, and(notArchived, ...Object.values(conditionsOf(query, mode))))
}

function searchCondition(term: string, mode: QrListQuery['searchMode'] | 'exact'): SQL | undefined {
  if (mode === 'exact') {
    const id = idFromText(term)
    return or(eq(qrs.uri, term), id === null ? undefined : eq(qrs.id, id))
  }
  if (mode === 'target') return targetCondition(term)
  const text = mode === 'uri' ? term.toLowerCase() : foldText(term)
  if (text === '') return sql`false`
  const column = mode === 'uri' ? sql`lower(${qrs.uri})` : sql`${qrs.nameKey}`
  if (isSubstringSearchable(text)) return like(column, `%${escapeLike(text)}%`)
  return like(mode === 'uri' ? sql`${column} collate "C"` : column, `${escapeLike(text)}%`)
}

/** QRs that lead to a host, or to an address that begins so. */
function targetCondition(term: string): SQL {
  const { forms, isHost } = targetForms(term)
  const key = targetOf(qrs)
  const begins = (text: string) => like(key, `${escapeLike(text)}%`)
  const led = forms.flatMap((form) => (isHost ? [eq(key, form), ...hostEnds.map((end) => begins(form + end))] : [begins(form)]))
  return sql`${qrs.content} ->> 'url' is not null and ${or(...led) ?? sql`false`}`
}

/**
 * One QR, archived or not, with its fields in `data`.
 * @throws ApiError not_found
 */
export async function getQr(db: Db, id: number, publicSiteUrl: string): Promise<Qr> {
  const [record] = await db
    .select({ ...rowColumns, data: qrs.content })
    .from(qrs)
    .where(eq(qrs.id, id))
  if (!record) throw new ApiError('not_found', `QR ${id} was not found.`)
  const { data, ...row } = record
  return { ...qrRow(row, publicSiteUrl), data }
}

type QrRecord = Omit<typeof qrs.$inferSelect, 'userId' | 'folderId' | 'nameKey' | 'archived' | 'content'> & {
  user: number
  owner: QrRow['owner']
  url: string | null
}

/** A list row in wire format. */
export function qrRow(row: QrRecord, publicSiteUrl: string): QrRow {
  return { ...row, stopped: row.stopped === 1 ? 1 : 0, content: { url: row.url }, qrUri: publicAddress(publicSiteUrl, row.uri) }
}

/** A QR's public address. */
export function publicAddress(publicSiteUrl: string, uri: string): string {
  return `${publicSiteUrl.replace(/\/+$/, '')}/${uri}`
}
