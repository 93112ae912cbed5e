import { and, or, type SQL, sql } from 'drizzle-orm'
import { emailSpellings } from '../../../src/contract/email-identity.ts'
import { equals, inRange } from '../../db/list/conditions.ts'
import { escapeLike } from '../../db/list/escape-like.ts'
import type { ReviewKind } from './kinds.ts'

/** Filters of both lists. */
export interface ReviewFilters {
  searchTerm?: string | undefined
  whole?: string | undefined
  id?: number | undefined
  status?: number | undefined
  from?: number | undefined
  to?: number | undefined
}

/** Searches url and e-mail for a substring, or for a whole value, ignoring case. */
export function filtersOf(table: ReviewKind['table'], { searchTerm, whole, id, status, from, to }: ReviewFilters) {
  const lowered = (searchTerm ?? '').toLowerCase()
  const has = (column: typeof table.url | typeof table.email, text: string) => sql`lower(${column}) like ${`%${escapeLike(text)}%`}`
  const spellings = new Set([lowered, ...emailSpellings(searchTerm ?? '')])
  return {
    status: status === undefined ? undefined : sql`${table.status} = ${status}`,
    id: equals(table.id, id),
    period: inRange(table.createdAt, from, to),
    whole: whole ? sql`(lower(${table.url}) = ${whole.toLowerCase()} or lower(${table.email}) in ${emailSpellings(whole)})` : undefined,
    search: searchTerm ? or(has(table.url, lowered), ...Array.from(spellings, (text) => has(table.email, text))) : undefined,
  }
}

/** The filters that an index of both lists covers, by when a row was created. */
export const reviewIndexes = [['status', 'period'], ['status'], ['period']] as const

/** The condition of both together. */
export const filterOf = (table: ReviewKind['table'], filters: ReviewFilters): SQL | undefined =>
  and(...Object.values(filtersOf(table, filters)))
