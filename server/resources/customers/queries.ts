import { type AnyColumn, and, asc, eq, getTableColumns, or, sql } from 'drizzle-orm'
import type { Customer, CustomerListQuery, CustomerRow, FoundUser } from '../../../src/contract/customers.ts'
import { emailSpellings } from '../../../src/contract/email-identity.ts'
import { foldText } from '../../../src/contract/fold.ts'
import type { Pagination } from '../../../src/contract/list.ts'
import type { Db } from '../../db/connect.ts'
import { keptStatement, preparedSelect, rowOf } from '../../db/kept-statements.ts'
import { idFromText, type ListSource, listPage, mapRows, type RowOf } from '../../db/list/list.ts'
import { customerNotes } from '../../db/schema/customer-records.ts'
import { customers } from '../../db/schema/customers.ts'
import { ApiError } from '../../http/errors.ts'
import { customerConditions, customerOrder } from './filters.ts'

type CustomerRecord = typeof customers.$inferSelect

/** First and last name; empty if the customer gave none. */
export function fullNameOf(customer: { firstName: string; lastName: string }): string {
  return `${customer.firstName} ${customer.lastName}`.trim()
}

export function customerNotFound(id: number): ApiError {
  return new ApiError('not_found', `Customer ${id} was not found.`)
}

export const rowColumns = {
  id: customers.id,
  firstName: customers.firstName,
  lastName: customers.lastName,
  companyName: customers.companyName,
  country: customers.country,
  email: customers.email,
  createdAt: customers.createdAt,
  displayedStatus: customers.displayedStatus,
  planName: customers.planName,
  totalRevenue: customers.totalRevenue,
  referredBy: customers.referredBy,
  trialPlan: customers.trialPlan,
  deleted: customers.deleted,
  erased: sql<boolean>`${customers.erasedAt} is not null`,
  banned: customers.banned,
  archived: customers.archived,
  whitelisted: customers.whitelisted,
  supportAccess: customers.supportAccess,
  is2faEnabled: customers.is2faEnabled,
  subscriptionStatus: customers.subscriptionStatus,
  requiresAction: customers.requiresAction,
  willCancel: customers.willCancel,
  stripeCustomerId: customers.stripeCustomerId,
  linkedinId: customers.linkedinId,
  facebookId: customers.facebookId,
  googleId: customers.googleId,
  discount: customers.discount,
  stripeTrialEnd: customers.stripeTrialEnd,
  triallingEndsAt: customers.triallingEndsAt,
  currentPeriodEnd: customers.currentPeriodEnd,
  // A scalar subquery: with `exists` the planner may hash all notes for a page of unknown size.
  hasNote: sql<boolean>`coalesce((select true from customer_notes where customer_notes.user_id = ${customers.id}), false)`,
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
  return mapRows(await listPage(db, await customerSource(db, query, now), query), customerRow)
}

/**
 * The list's source.
 * @param now unix seconds
 */
export async function customerSource(db: Db, query: CustomerListQuery, now: number): Promise<ListSource<typeof rowColumns>> {
  return { table: customers, columns: rowColumns, ...(await customerConditions(db, query, now)), sortBy: customerOrder[query.sort] }
}

/** A list row in wire format. */
export function customerRow(row: RowOf<typeof rowColumns>): CustomerRow {
  // The contract strips extra fields; doing it here as well would cost more than the rest.
  return {
    ...row,
    fullName: fullNameOf(row),
    archived: row.archived === 1 ? 1 : 0,
    subscriptionInfo: { requiresAction: row.requiresAction, willCancel: row.willCancel },
    status: row.displayedStatus,
    isReferred: row.referredBy !== null,
  }
}

/**
 * Country codes of customers, in order. A recursive query skips
 * from code to code in the index, whatever the number of rows.
 */
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

/** Names of the plans that customers have or had, whatever the number of rows: as above. */
export async function listPlanNames(db: Db): Promise<string[]> {
  const next = (after: ReturnType<typeof sql>) =>
    sql`select c.plan_name as name from ${customers} c where lower(c.plan_name) > ${after} order by lower(c.plan_name) limit 1`
  const { rows } = await db.execute<{ name: string }>(sql`
    with recursive names as (
      (${next(sql`''`)})
      union all
      select (${next(sql`lower(names.name)`)}) from names where names.name is not null
    )
    select name from names where name is not null`)
  return rows.map(({ name }) => name)
}

/**
 * The customer with this id, e-mail or provider id, ignoring case (ruling 18), or with this subscription at the provider; null
 * if there is none. An id beats an e-mail, and an active account a deleted one.
 */
export async function findCustomer(db: Db, term: string): Promise<FoundUser | null> {
  if (/^sub_[a-z\d]+$/i.test(term)) return findSubscriber(db, `sub_${term.slice(4)}`)
  const statement = keptStatement(db, customers, 'find', () => findStatement(db))
  const spellings = emailSpellings(term)
  const keys = JSON.stringify(spellings.map(foldText))
  const [found] = await statement.execute({ keys, id: idFromText(term), spellings: JSON.stringify(spellings) })
  return found ?? null
}

const foundColumns = { id: customers.id, email: customers.email, firstname: customers.firstName, lastname: customers.lastName }

async function findSubscriber(db: Db, subscriptionId: string): Promise<FoundUser | null> {
  const ofSubscription = db.select(foundColumns).from(customers).where(eq(customers.stripeSubscriptionId, subscriptionId))
  const [found] = await ofSubscription.orderBy(asc(customers.deleted), asc(customers.id)).limit(1)
  return found ?? null
}

function findStatement(db: Db) {
  const id = sql`${sql.placeholder('id')}::int`
  const keys = sql`array(select json_array_elements_text(${sql.placeholder('keys')}::json))`
  const spellings = sql`(select json_array_elements_text(${sql.placeholder('spellings')}::json))`
  const lower = (column: AnyColumn) => sql`lower(${column} collate "C")`
  return db
    .select(foundColumns)
    .from(customers)
    .where(
      and(
        // The index also matches names and companies; the second condition drops those.
        sql`${customers.searchKeys} && ${keys}`,
        or(eq(customers.id, id), sql`${lower(customers.email)} in ${spellings}`, sql`${lower(customers.stripeCustomerId)} in ${spellings}`),
      ),
    )
    .orderBy(sql`${customers.id} is distinct from ${id}`, asc(customers.deleted), asc(customers.id))
    .limit(1)
    .prepare('find_customer')
}

/** @throws ApiError not_found */
export async function getCustomer(db: Db, id: number): Promise<Customer> {
  const [found] = await keptStatement(db, customers, 'get', () => getStatement(db)).execute({ id })
  if (!found) throw customerNotFound(id)
  return fromRecord(found, found.hasNote)
}

const { searchKeys: _keys, searchText: _text, nameKey: _name, ...detailColumns } = getTableColumns(customers)
type Detail = Omit<CustomerRecord, 'searchKeys' | 'searchText' | 'nameKey'>

function getStatement(db: Db) {
  const columns = { ...detailColumns, hasNote: sql<boolean>`${customerNotes.userId} is not null` }
  const select = db.select(columns).from(customers).leftJoin(customerNotes, eq(customerNotes.userId, customers.id))
  return preparedSelect(db, select.where(eq(customers.id, sql.placeholder('id'))), 'get_customer', rowOf(columns))
}

/** The contract strips columns that aren't on the wire. */
export function fromRecord(record: Detail, hasNote: boolean): Customer {
  return {
    ...record,
    fullName: fullNameOf(record),
    archived: record.archived === 1 ? 1 : 0,
    SignupSource: record.signupSource,
    subscriptionInfo: { requiresAction: record.requiresAction, willCancel: record.willCancel },
    payment: { earlyFraud: record.paymentEarlyFraud, stripeDisputeReason: record.paymentDisputeReason },
    status: record.displayedStatus,
    erased: record.erasedAt !== null,
    hasNote,
  }
}
