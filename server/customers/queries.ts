import { and, arrayContains, asc, eq, or, sql } from 'drizzle-orm'
import type { Customer, CustomerListQuery, CustomerRow, FoundUser } from '../../src/contract/customers.ts'
import type { Pagination } from '../../src/contract/list.ts'
import type { Db } from '../db/connect.ts'
import { customers } from '../db/schema/customers.ts'
import { ApiError } from '../http/errors.ts'
import { idFromText, listPage } from '../list.ts'
import { foldText } from '../search-text.ts'
import { customerCondition, customerOrder, customerStrategy } from './filters.ts'

type CustomerRecord = typeof customers.$inferSelect

/** First and last name as people read them; empty when the customer gave none. */
export function fullNameOf(customer: { firstName: string; lastName: string }): string {
  return `${customer.firstName} ${customer.lastName}`.trim()
}

export function customerNotFound(id: number): ApiError {
  return new ApiError('not_found', `Customer ${id} was not found.`)
}

const rowColumns = {
  id: customers.id,
  firstName: customers.firstName,
  lastName: customers.lastName,
  companyName: customers.companyName,
  country: customers.country,
  email: customers.email,
  createdAt: customers.createdAt,
  displayedStatus: customers.displayedStatus,
  planName: customers.planName,
  referredBy: customers.referredBy,
  trialPlan: customers.trialPlan,
  banned: customers.banned,
  deleted: customers.deleted,
  version: customers.version,
}

/**
 * A page of customers.
 * @param now unix seconds
 */
export async function listCustomers(
  db: Db,
  query: CustomerListQuery,
  now: number,
): Promise<{ rows: CustomerRow[]; pagination: Pagination }> {
  const where = customerCondition(query, now)
  const { rows, pagination } = await listPage(
    db,
    {
      table: customers,
      columns: rowColumns,
      where,
      sortBy: customerOrder[query.sort],
      strategy: customerStrategy(query, where, now),
    },
    query,
  )
  return {
    rows: rows.map(({ firstName, lastName, displayedStatus, referredBy, ...row }) => ({
      ...row,
      fullName: fullNameOf({ firstName, lastName }),
      status: displayedStatus,
      isReferred: referredBy !== null,
    })),
    pagination,
  }
}

/** The country codes that customers have, in order. Jumps from code to code in the index: as quick with a million rows. */
export async function listCountries(db: Db): Promise<string[]> {
  const next = (after: ReturnType<typeof sql>) =>
    sql`select c.country collate "C" as code from ${customers} c where c.country collate "C" > ${after} order by c.country collate "C" limit 1`
  const { rows } = await db.execute<{ code: string }>(sql`
    with recursive codes as (
      (${next(sql`''`)})
      union all
      select (${next(sql`codes.code`)}) from codes where codes.code is not null
    )
    select code from codes where code is not null`)
  return rows.map(({ code }) => code)
}

/**
 * The one customer whose id, e-mail or provider id is `term`, whatever its letter case (ruling 18); null when there is none. Where
 * several fit, an id goes before an e-mail and an account in use before a deleted one.
 */
export async function findCustomer(db: Db, term: string): Promise<FoundUser | null> {
  const id = idFromText(term)
  const lowered = term.toLowerCase()
  const [found] = await db
    .select({ id: customers.id, email: customers.email, firstname: customers.firstName, lastname: customers.lastName })
    .from(customers)
    .where(
      and(
        // The index finds whoever has the term as a name or company too; the second condition leaves them out.
        arrayContains(customers.searchKeys, [foldText(term)]),
        or(
          id === null ? undefined : eq(customers.id, id),
          eq(sql`lower(${customers.email})`, lowered),
          eq(sql`lower(${customers.stripeCustomerId})`, lowered),
        ),
      ),
    )
    .orderBy(sql`${customers.id} is distinct from ${id}::int`, asc(customers.deleted), asc(customers.id))
    .limit(1)
  return found ?? null
}

/** @throws ApiError not_found */
export async function getCustomer(db: Db, id: number): Promise<Customer> {
  const [record] = await db.select().from(customers).where(eq(customers.id, id))
  if (!record) throw customerNotFound(id)
  return fromRecord(record)
}

/** The contract leaves out what is not the wire's, such as the search columns. */
function fromRecord(record: CustomerRecord): Customer {
  return {
    ...record,
    fullName: fullNameOf(record),
    archived: record.archived === 1 ? 1 : 0,
    SignupSource: record.signupSource,
    subscriptionInfo: { requiresAction: record.requiresAction, willCancel: record.willCancel },
    payment: { earlyFraud: record.paymentEarlyFraud, stripeDisputeReason: record.paymentDisputeReason },
    status: record.displayedStatus,
  }
}
