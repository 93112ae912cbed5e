import { and, eq, type SQL, sql } from 'drizzle-orm'
import { emailSpellings } from '../customers/email.ts'
import { escapeLike } from '../../db/list/escape-like.ts'
import type { ReviewKind } from './kinds.ts'

/** Filters of both lists. */
export interface ReviewFilters {
  searchTerm?: string | undefined
  whole?: string | undefined
  id?: number | undefined
  status?: number | undefined
}

/** Searches url and e-mail for a substring, or for a whole value, ignoring case. */
export function filtersOf(table: ReviewKind['table'], { searchTerm, whole, id, status }: ReviewFilters) {
  const part = `%${escapeLike((searchTerm ?? '').toLowerCase())}%`
  return {
    status: status === undefined ? undefined : sql`${table.status} = ${status}`,
    id: id === undefined ? undefined : eq(table.id, id),
    whole: whole ? sql`(lower(${table.url}) = ${whole.toLowerCase()} or lower(${table.email}) in ${emailSpellings(whole)})` : undefined,
    search: searchTerm ? sql`(lower(${table.url}) like ${part} or lower(${table.email}) like ${part})` : undefined,
  }
}

/** The condition of both together. */
export const filterOf = (table: ReviewKind['table'], filters: ReviewFilters): SQL | undefined =>
  and(...Object.values(filtersOf(table, filters)))
