import { and, type SQL, sql } from 'drizzle-orm'
import { bulkLimit } from '../../src/contract/bulk.ts'
import type { Db } from '../db/connect.ts'
import { escapeLike } from '../escape-like.ts'
import type { ReviewKind } from './kinds.ts'

/** Filters of both lists. */
export interface ReviewFilters {
  searchTerm?: string | undefined
  status?: number | undefined
}

/** Searches url and e-mail for a substring, ignoring case. */
export function filterOf(table: ReviewKind['table'], { searchTerm, status }: ReviewFilters): SQL | undefined {
  const part = `%${escapeLike((searchTerm ?? '').toLowerCase())}%`
  return and(
    status === undefined ? undefined : sql`${table.status} = ${status}`,
    searchTerm ? sql`(lower(${table.url}) like ${part} or lower(${table.email}) like ${part})` : undefined,
  )
}

/** Ids of all matching rows, highest first: at most `bulkLimit`, an arbitrary subset if there are more. */
export async function matchingIds(db: Db, table: ReviewKind['table'], filters: ReviewFilters): Promise<{ ids: number[]; total: number }> {
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(filterOf(table, filters))
    .limit(bulkLimit + 1)
  const ids = rows.map(({ id }) => id).sort((a, b) => b - a)
  return { ids: ids.slice(0, bulkLimit), total: rows.length }
}
