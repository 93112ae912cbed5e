import { and, type SQL, sql } from 'drizzle-orm'
import { escapeLike } from '../escape-like.ts'
import type { ReviewKind } from './kinds.ts'

/** Filters of both lists. */
export interface ReviewFilters {
  searchTerm?: string | undefined
  status?: number | undefined
}

/** Searches url and e-mail for a substring, ignoring case. */
export function filtersOf(table: ReviewKind['table'], { searchTerm, status }: ReviewFilters) {
  const part = `%${escapeLike((searchTerm ?? '').toLowerCase())}%`
  return {
    status: status === undefined ? undefined : sql`${table.status} = ${status}`,
    search: searchTerm ? sql`(lower(${table.url}) like ${part} or lower(${table.email}) like ${part})` : undefined,
  }
}

/** The condition of both together. */
export const filterOf = (table: ReviewKind['table'], filters: ReviewFilters): SQL | undefined =>
  and(...Object.values(filtersOf(table, filters)))
