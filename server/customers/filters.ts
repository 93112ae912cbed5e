import { and, eq, gte, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { AccountState, CustomerListQuery, customerSorts } from '../../src/contract/customers.ts'
import { dayOf } from '../../src/contract/dates.ts'
import type { Db } from '../db/connect.ts'
import { customers } from '../db/schema/customers.ts'
import { boundOf, byBytes, splitByIndex } from '../list.ts'
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
 * A list request's conditions.
 * @param now unix seconds; the card year counts from two years ago (ruling 34)
 */
export async function customerConditions(db: Db, query: CustomerListQuery, now: number) {
  const { sort, sortDirection } = query
  const bound =
    sort === 'id' ? boundOf({ table: customers, key: customers.id, time: customers.createdAt }, query, sortDirection) : undefined
  return { ...splitByIndex(await conditionsOf(db, query, now), indexed[sort]), isSearched: Boolean(query.searchTerm), bound }
}

type Filters = Omit<CustomerListQuery, 'page' | 'perPage' | 'sort' | 'sortDirection'>

/** The condition of all filters together. */
export async function customerCondition(db: Db, query: Filters, now: number): Promise<SQL | undefined> {
  return and(...Object.values(await conditionsOf(db, query, now)))
}

async function conditionsOf(db: Db, query: Filters, now: number) {
  const { from, to, last4, status, expiryMonth, expiryYear, country, referredBy, accountState } = query
  return {
    search: await searchCondition(db, query),
    period: and(
      from === undefined ? undefined : gte(customers.createdAt, from),
      to === undefined ? undefined : lte(customers.createdAt, to),
    ),
    last4: last4 === undefined ? undefined : eq(customers.last4, last4),
    status: status === undefined ? undefined : eq(customers.displayedStatus, status),
    expiryMonth: expiryMonth === undefined ? undefined : eq(customers.expiryMonth, expiryMonth),
    expiryYear:
      expiryYear === undefined || expiryYear < Number(dayOf(now).slice(0, 4)) - 2 ? undefined : eq(customers.expiryYear, expiryYear),
    country: country === undefined ? undefined : eq(byBytes(customers.country), country),
    accountState: accountState && stateConditions[accountState],
    // A bare column, to match the partial index.
    trialPlan: query.trialPlan && sql`${customers.trialPlan}`,
    isReferred: query.isReferred && isNotNull(customers.referredBy),
    referredBy: referredBy === undefined ? undefined : eq(customers.referredBy, referredBy),
  }
}

/** Bare, to match the partial indexes. */
const stateConditions: Record<AccountState, SQL> = {
  banned: sql`${customers.banned}`,
  deleted: sql`${customers.deleted}`,
  whitelisted: sql`${customers.whitelisted}`,
  archived: sql`${customers.archived} = 1`,
}

/** Conditions that an index answers in each order. */
const indexed: Record<(typeof customerSorts)[number], readonly (readonly (keyof Awaited<ReturnType<typeof conditionsOf>>)[])[]> = {
  id: [['last4'], ['expiryYear', 'expiryMonth'], ['country', 'status'], ['country'], ['status'], ['accountState'], ['trialPlan']],
  createdAt: [['isReferred', 'period'], ['isReferred'], ['period']],
  country: [['country']],
  fullName: [],
  email: [],
}
