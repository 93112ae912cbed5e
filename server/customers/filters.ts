import { and, arrayContains, eq, gte, isNotNull, like, lte, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { CustomerListQuery, customerSorts } from '../../src/contract/customers.ts'
import { dayOf } from '../../src/contract/dates.ts'
import { customers } from '../db/schema/customers.ts'
import { byBytes, evenly, idFromText, isSubstringSearchable, type ListStrategy } from '../list.ts'
import { escapeLike, foldText } from '../search-text.ts'

/** What each sort reads, as the indexes have it. */
export const customerOrder: Record<(typeof customerSorts)[number], SQL | PgColumn> = {
  id: customers.id,
  fullName: byBytes(customers.nameKey),
  country: byBytes(customers.country),
  email: byBytes(customers.email),
  createdAt: customers.createdAt,
}

/**
 * The condition of a list request; undefined when it names no filter.
 * @param now unix seconds: the card's year counts from two years ago (ruling 34)
 */
export function customerCondition(query: CustomerListQuery, now: number): SQL | undefined {
  const { searchTerm, from, to, last4, status, expiryMonth, expiryYear, country, referredBy } = query
  return and(
    searchTerm ? searchCondition(searchTerm, query.exactSearch) : undefined,
    from === undefined ? undefined : gte(customers.createdAt, from),
    to === undefined ? undefined : lte(customers.createdAt, to),
    last4 === undefined ? undefined : eq(customers.last4, last4),
    status === undefined ? undefined : eq(customers.displayedStatus, status),
    expiryMonth === undefined ? undefined : eq(customers.expiryMonth, expiryMonth),
    expiryYear === undefined || expiryYear < Number(dayOf(now).slice(0, 4)) - 2 ? undefined : eq(customers.expiryYear, expiryYear),
    country === undefined ? undefined : eq(byBytes(customers.country), country),
    // Bare, as the partial index says it.
    query.trialPlan && sql`${customers.trialPlan}`,
    query.isReferred && isNotNull(customers.referredBy),
    referredBy === undefined ? undefined : eq(customers.referredBy, referredBy),
  )
}

/** Exact: one of id, e-mail, full name, company and provider id as a whole; normal: a part of one of them (ruling 18). */
function searchCondition(term: string, exact: boolean): SQL | undefined {
  const folded = foldText(term)
  if (folded === '') return sql`false`
  if (exact) return arrayContains(customers.searchKeys, [folded])
  const pattern = escapeLike(folded)
  if (isSubstringSearchable(folded)) return like(customers.searchText, `%${pattern}%`)
  // Too short for the trigram index: what a name or an e-mail begins with, or the id.
  const id = idFromText(folded)
  return or(
    like(byBytes(customers.nameKey), `${pattern}%`),
    like(byBytes(customers.email), `${pattern}%`),
    id === null ? undefined : eq(customers.id, id),
  )
}

/** How to find a page of a request: see `ListStrategy`. */
export function customerStrategy(query: CustomerListQuery, where: SQL | undefined, now: number): ListStrategy {
  if (where === undefined) return 'walk'
  if (query.searchTerm && query.exactSearch) return 'look-up'
  // Ids grow with time: a walk from the newest would first pass everything after `to`, one from the oldest all before `from`.
  const startsBeside = query.sortDirection === 'desc' ? query.to !== undefined && query.to < now : query.from !== undefined
  if (query.sort === 'id' && startsBeside) return hasOtherFilters(query) ? together : 'sort'
  // Whoever has a name in common stands together by name, and often by e-mail.
  if (query.searchTerm && (query.sort === 'fullName' || query.sort === 'email')) return together
  return evenly
}

/** Where matches lie together in the order. */
const together: ListStrategy = { collect: 50_000 }

const notFilters = new Set<keyof CustomerListQuery>(['page', 'perPage', 'sort', 'sortDirection', 'exactSearch', 'from', 'to'])

/** Whether anything but days is asked for: then the index of days alone doesn't answer. */
function hasOtherFilters(query: CustomerListQuery): boolean {
  return (Object.keys(query) as (keyof CustomerListQuery)[]).some((name) => !notFilters.has(name) && query[name] !== undefined)
}
