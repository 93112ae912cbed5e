import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Pagination } from '../../../src/contract/list.ts'
import type { listUriHistory as endpoint, UriChangeRow } from '../../../src/contract/qr-lists.ts'
import type { Db } from '../../db/connect.ts'
import { escapeLike } from '../../db/list/escape-like.ts'
import { byBytes, isSubstringSearchable, type ListSource, listPage } from '../../db/list/list.ts'
import { uriHistory } from '../../db/schema/qrs.ts'

type Query = z.output<(typeof endpoint)['query']>

const owner = (column: SQL) => sql`(select ${column} from qrs q join customers c on c.id = q.user_id where q.id = ${uriHistory.qrId})`

const rowColumns = {
  id: uriHistory.id,
  uri: uriHistory.uri,
  qrUri: uriHistory.qrUri,
  updatedAt: uriHistory.updatedAt,
  email: sql<string>`${owner(sql`c.email`)}`,
  qrId: uriHistory.qrId,
  userId: sql<number>`${owner(sql`c.id`)}`,
}

/** A page of uri changes, searched by part of the old or new uri, ignoring case. */
export async function listUriHistory(db: Db, query: Query): Promise<{ rows: UriChangeRow[]; pagination: Pagination }> {
  return listPage(db, uriHistorySource(query), query)
}

/** The list's source. */
export function uriHistorySource({ searchTerm, sort }: Query): ListSource<typeof rowColumns> {
  const where = searchTerm ? condition(searchTerm) : undefined
  return {
    table: uriHistory,
    columns: rowColumns,
    where,
    isSearched: where !== undefined,
    sortBy: sort === 'id' ? uriHistory.id : uriHistory.updatedAt,
  }
}

function condition(term: string): SQL {
  const text = escapeLike(term.toLowerCase())
  const matches = (column: PgColumn) =>
    isSubstringSearchable(term) ? sql`lower(${column}) like ${`%${text}%`}` : sql`${byBytes(sql`lower(${column})`)} like ${`${text}%`}`
  return sql`(${matches(uriHistory.uri)} or ${matches(uriHistory.qrUri)})`
}
