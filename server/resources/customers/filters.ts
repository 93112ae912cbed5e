import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { AccountState, CardState, CustomerListQuery, customerSorts } from '../../../src/contract/customers.ts'
import { dayOf } from '../../../src/contract/dates.ts'
import type { Db } from '../../db/connect.ts'
import { equals, inRange } from '../../db/list/conditions.ts'
import { boundOf, byBytes, splitByIndex } from '../../db/list/list.ts'
import { customers, trialEndOf } from '../../db/schema/customers.ts'
import { searchCondition } from './search-condition.ts'

/** The expression for each sort, as indexed. */
export const customerOrder: Record<(typeof customerSorts)[number], SQL | PgColumn> = {
  id: customers.id,
  fullName: byBytes(customers.nameKey),
  country: byBytes(customers.country),
  email: byBytes(customers.email),
  createdAt: customers.createdAt,
  totalRevenue: customers.totalRevenue,
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
  const { last4, status, expiryMonth, expiryYear, country, referredBy, accountState, paymentMethod, planName, cardBrand, cardState } = query
  return {
    search: await searchCondition(db, query),
    period: within(customers.createdAt, query.from, query.to),
    canceled: within(customers.canceledAt, query.canceledFrom, query.canceledTo),
    trialEnds: within(trialEndOf(customers), query.trialEndsFrom, query.trialEndsTo),
    revenue: inRange(customers.totalRevenue, query.revenueFrom, query.revenueTo),
    paymentMethod: paymentMethod && eq(customers.lastPaymentMethod, paymentMethod),
    planName: planName ? sql`lower(${customers.planName}) = lower(${planName})` : undefined,
    cardBrand: cardBrand && eq(customers.cardBrand, cardBrand),
    cardState: cardState && cardStateCondition(cardState, now),
    last4: equals(customers.last4, last4),
    status: equals(customers.displayedStatus, status),
    expiryMonth: equals(customers.expiryMonth, expiryMonth),
    expiryYear:
      expiryYear === undefined || expiryYear < Number(dayOf(now).slice(0, 4)) - 2 ? undefined : eq(customers.expiryYear, expiryYear),
    country: country === undefined ? undefined : eq(byBytes(customers.country), country),
    accountState: accountState && stateConditions[accountState],
    // A bare column, to match the partial index.
    trialPlan: query.trialPlan && sql`${customers.trialPlan}`,
    isReferred: query.isReferred && isNotNull(customers.referredBy),
    referredBy: equals(customers.referredBy, referredBy),
  }
}

const within = (time: SQL | PgColumn, from: number | undefined, to: number | undefined) =>
  and(from === undefined ? undefined : sql`${time} >= ${from}`, to === undefined ? undefined : sql`${time} <= ${to}`)

/** A card works until the end of its month in Madrid. */
function cardStateCondition(state: CardState, now: number): SQL {
  const [year = 0, month = 1] = dayOf(now).split('-').map(Number)
  const expiry = sql`(${customers.expiryYear}, ${customers.expiryMonth})`
  const thisMonth = sql`(${year}, ${month})`
  if (state === 'expired') return sql`${expiry} < ${thisMonth}`
  const next = month === 12 ? sql`(${year + 1}, 1)` : sql`(${year}, ${month + 1})`
  return sql`${expiry} between ${thisMonth} and ${next}`
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
  id: [
    ['last4'],
    ['expiryYear', 'expiryMonth'],
    ['country', 'status'],
    ['country'],
    ['status'],
    ['accountState'],
    ['trialPlan'],
    ['paymentMethod'],
    ['cardBrand'],
    ['planName'],
  ],
  createdAt: [['isReferred', 'period'], ['isReferred'], ['period']],
  country: [['country']],
  fullName: [],
  email: [],
  totalRevenue: [['revenue']],
}
