import { desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Pagination } from '../../../src/contract/list.ts'
import type {
  ArchivedQrRow,
  BlockedQrRow,
  listBlockedQrs as blockedEndpoint,
  InfectedQrRow,
  listInfectedQrs as infectedEndpoint,
} from '../../../src/contract/qr-lists.ts'
import type { Db } from '../../db/connect.ts'
import { escapeLike } from '../../db/list/escape-like.ts'
import { byBytes, isSubstringSearchable, type ListSource, listPage, mapRows, type RowOf } from '../../db/list/list.ts'
import { infectedQrs, qrs } from '../../db/schema/qrs.ts'

type BlockedQuery = z.output<(typeof blockedEndpoint)['query']>
type InfectedQuery = z.output<(typeof infectedEndpoint)['query']>

const emailOf = (user: PgColumn) => sql<string>`(select c.email from customers c where c.id = ${user})`

const blockedOrder: Record<BlockedQuery['sort'], PgColumn> = { createdAt: qrs.createdAt, updatedAt: qrs.updatedAt, id: qrs.id }

const blockedColumns = {
  id: qrs.id,
  name: qrs.name,
  uri: qrs.uri,
  url: sql<string | null>`${qrs.content} ->> 'url'`,
  email: emailOf(qrs.userId),
  userId: qrs.userId,
  createdAt: qrs.createdAt,
  updatedAt: qrs.updatedAt,
  type: qrs.type,
  stopped: qrs.stopped,
  whitelisted: qrs.whitelisted,
  version: qrs.version,
}

/** A page of blocked QRs that aren't whitelisted (document 2, section 2). */
export async function listBlockedQrs(db: Db, query: BlockedQuery): Promise<{ rows: BlockedQrRow[]; pagination: Pagination }> {
  return mapRows(await listPage(db, blockedQrSource(query), query), blockedQrRow)
}

/** Source of the blocked QRs. */
export function blockedQrSource({ sort }: BlockedQuery): ListSource<typeof blockedColumns> {
  // Literal, to match the partial indexes.
  const blocked = sql`${qrs.status} = 2 and not ${qrs.whitelisted}`
  return { table: qrs, columns: blockedColumns, ...(sort === 'id' ? { where: blocked } : { within: blocked }), sortBy: blockedOrder[sort] }
}

/** A blocked QR in wire format. */
export function blockedQrRow(row: RowOf<typeof blockedColumns>): BlockedQrRow {
  return { ...row, qrId: row.id, stopped: row.stopped === 1 ? 1 : 0 }
}

const infectedOrder: Record<InfectedQuery['sort'], PgColumn | SQL> = {
  id: infectedQrs.id,
  uri: byBytes(sql`left(${infectedQrs.uri}, 200)`),
  vendors: byBytes(sql`left(${infectedQrs.vendors}, 200)`),
}

const infectedColumns = {
  id: infectedQrs.id,
  uri: infectedQrs.uri,
  vendors: infectedQrs.vendors,
  user: sql<number>`(select q.user_id from qrs q where q.id = ${infectedQrs.qrId})`,
}

/** A page of QRs that scanners flagged as harmful. */
export async function listInfectedQrs(db: Db, query: InfectedQuery): Promise<{ rows: InfectedQrRow[]; pagination: Pagination }> {
  return listPage(db, infectedQrSource(query), query)
}

/** Source of the infected QRs. */
export function infectedQrSource({ sort }: InfectedQuery): ListSource<typeof infectedColumns> {
  return { table: infectedQrs, columns: infectedColumns, sortBy: infectedOrder[sort] }
}

const maxArchived = 50

/**
 * Finds archived QRs by part of the uri, ignoring case; terms shorter than three characters match the start.
 * Newest first, at most 50.
 */
export async function searchArchivedQrs(db: Db, uri: string): Promise<ArchivedQrRow[]> {
  const text = escapeLike(uri.toLowerCase())
  const lowered = sql`lower(${qrs.uri})`
  const matches = isSubstringSearchable(uri) ? sql`${lowered} like ${`%${text}%`}` : sql`${byBytes(lowered)} like ${`${text}%`}`
  return db
    .select({ id: qrs.id, email: emailOf(qrs.userId), uri: qrs.uri, userId: qrs.userId })
    .from(qrs)
    .where(sql`${qrs.archived} and ${matches}`)
    .orderBy(desc(qrs.createdAt), desc(qrs.id))
    .limit(maxArchived)
}
