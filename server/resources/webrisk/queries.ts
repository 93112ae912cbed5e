import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Pagination } from '../../../src/contract/list.ts'
import {
  type TrackerListQuery,
  type TrackerRow,
  type WebriskListQuery,
  type WebriskRow,
  WebriskStatus,
} from '../../../src/contract/webrisk.ts'
import type { Db } from '../../db/connect.ts'
import { equals } from '../../db/list/conditions.ts'
import { type ListSource, listPage, mapRows, type RowOf, splitByIndex } from '../../db/list/list.ts'
import { webrisk, webriskTracker } from '../../db/schema/security.ts'
import { filtersOf, reviewIndexes } from '../reviews/filter.ts'

const columns = {
  id: webrisk.id,
  url: webrisk.url,
  type: webrisk.type,
  visits: webrisk.visits,
  score: webrisk.score,
  status: webrisk.status,
  email: webrisk.email,
  whoisDate: webrisk.whoisDate,
  createdAt: webrisk.createdAt,
  qr: webrisk.qrId,
  user: webrisk.userId,
  qrInfo: sql<WebriskRow['qrInfo']>`(
    select json_build_object('name', q.name, 'uri', q.uri, 'status', q.status, 'stopped', q.stopped) from qrs q where q.id = ${webrisk.qrId})`,
}

/** Missing values sort below everything, so they come last in descending order. */
const order: Record<WebriskListQuery['sort'], PgColumn | SQL> = {
  createdAt: webrisk.createdAt,
  visitsScore: sql`coalesce(${webrisk.visits}, ${webrisk.score}, -1)`,
  whoisDate: sql`coalesce(${webrisk.whoisDate}, -1)`,
  id: webrisk.id,
}

/** A page of the web-risk list (document 2, section 2). */
export async function listWebrisk(db: Db, query: WebriskListQuery): Promise<{ rows: WebriskRow[]; pagination: Pagination }> {
  return mapRows(await listPage(db, webriskSource(query), query), webriskRow)
}

/** The list's source. */
export function webriskSource(query: WebriskListQuery): ListSource<typeof columns> {
  const split = splitByIndex(filtersOf(webrisk, query), query.sort === 'createdAt' ? reviewIndexes : [])
  return { table: webrisk, columns, ...split, sortBy: order[query.sort] }
}

/** A list row in wire format. */
export function webriskRow(row: RowOf<typeof columns>): WebriskRow {
  return { ...row, status: WebriskStatus.parse(row.status) }
}

const trackerColumns = {
  id: webriskTracker.id,
  qr: webriskTracker.qrId,
  reason: webriskTracker.reason,
  url: webriskTracker.url,
  userBanned: webriskTracker.userBanned,
  unsafeDomains: webriskTracker.unsafeDomains,
  createdAt: webriskTracker.createdAt,
  user: webriskTracker.userId,
}

/** A page of the web-risk log, of one customer or all. */
export async function listTracker(db: Db, query: TrackerListQuery): Promise<{ rows: TrackerRow[]; pagination: Pagination }> {
  return listPage(db, trackerSource(query), query)
}

/** The log's source. */
export function trackerSource({ user, sort }: TrackerListQuery): ListSource<typeof trackerColumns> {
  return {
    table: webriskTracker,
    columns: trackerColumns,
    ...splitByIndex({ user: equals(webriskTracker.userId, user) }, sort === 'id' ? [] : [['user']]),
    sortBy: sort === 'id' ? webriskTracker.id : webriskTracker.createdAt,
  }
}
