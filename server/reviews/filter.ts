import { and, type SQL, sql } from 'drizzle-orm'
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
