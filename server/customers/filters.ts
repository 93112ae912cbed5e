import { and, eq, gte, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { CustomerListQuery, customerSorts } from '../../src/contract/customers.ts'
import { dayOf } from '../../src/contract/dates.ts'
import type { Db } from '../db/connect.ts'
import { customers } from '../db/schema/customers.ts'
import { byBytes, evenly, type ListStrategy } from '../list.ts'
import { searchCondition } from './search-condition.ts'

/** The expression for each sort, as indexed. */
export const customerOrder: Record<(typeof customerSorts)[number], SQL | PgColumn> = {
  id: customers.id,
  fullName: byBytes(customers.nameKey),
  country: byBytes(customers.country),
  email: byBytes(customers.email),
  createdAt: customers.createdAt,
}

/**
 * A list request's condition; undefined without filters.
 * @param now unix seconds; the card year counts from two years ago (ruling 34)
 */
export async function customerCondition(db: Db, query: CustomerListQuery, now: number): Promise<SQL | undefined> {
  const { from, to, last4, status, expiryMonth, expiryYear, country, referredBy } = query
  return and(
    await searchCondition(db, query),
    from === undefined ? undefined : gte(customers.createdAt, from),
    to === undefined ? undefined : lte(customers.createdAt, to),
    last4 === undefined ? undefined : eq(customers.last4, last4),
    status === undefined ? undefined : eq(customers.displayedStatus, status),
    expiryMonth === undefined ? undefined : eq(customers.expiryMonth, expiryMonth),
    expiryYear === undefined || expiryYear < Number(dayOf(now).slice(0, 4)) - 2 ? undefined : eq(customers.expiryYear, expiryYear),
    country === undefined ? undefined : eq(byBytes(customers.country), country),
    // A bare column, to match the partial index.
    query.trialPlan && sql`${customers.trialPlan}`,
    query.isReferred && isNotNull(customers.referredBy),
    referredBy === undefined ? undefined : eq(customers.referredBy, referredBy),
  )
}

/** How to find a page: see `ListStrategy`. */
export function customerStrategy(query: CustomerListQuery, where: SQL | undefined, now: number): ListStrategy {
  if (where === undefined) return 'walk'
  if (query.searchTerm && query.exactSearch) return 'look-up'
  // Ids grow with time: a walk would first have to skip everything after `to`, or before `from`.
  const startsBeside = query.sortDirection === 'desc' ? query.to !== undefined && query.to < now : query.from !== undefined
  if (query.sort === 'id' && startsBeside) return hasOtherFilters(query) ? together : 'sort'
  // Customers with the same name are adjacent by name, and often by e-mail.
  if (query.searchTerm && (query.sort === 'fullName' || query.sort === 'email')) return together
  return evenly
}

/** For matches that are adjacent in sort order. */
const together: ListStrategy = { collect: 50_000 }

const notFilters = new Set<keyof CustomerListQuery>(['page', 'perPage', 'sort', 'sortDirection', 'exactSearch', 'from', 'to'])

/** Whether there are filters besides dates, which the date index alone can't answer. */
function hasOtherFilters(query: CustomerListQuery): boolean {
  return (Object.keys(query) as (keyof CustomerListQuery)[]).some((name) => !notFilters.has(name) && query[name] !== undefined)
}
