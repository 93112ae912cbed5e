import { and, between, count, eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import { dayOf, monthBounds } from '../../../src/contract/dates.ts'
import type { InvoiceListQuery, InvoiceRow, InvoiceZipScope } from '../../../src/contract/invoices.ts'
import type { Pagination } from '../../../src/contract/list.ts'
import type { Db } from '../../db/connect.ts'
import { amountConditions, equals } from '../../db/list/conditions.ts'
import { boundOf, type ListSource, listPage, splitByIndex } from '../../db/list/list.ts'
import { invoices } from '../../db/schema/payments.ts'
import { holderOf } from '../customers/holder.ts'

const rowColumns = {
  id: invoices.id,
  createdAt: invoices.createdAt,
  link: invoices.link,
  customer: invoices.userId,
  holder: holderOf(sql`invoices.user_id`),
  number: invoices.number,
  total: invoices.total,
  currency: invoices.currency,
  paymentId: invoices.paymentId,
}

/**
 * A page of invoices. Month and year count only without a user.
 * @param now unix seconds
 */
export async function listInvoices(db: Db, query: InvoiceListQuery, now: number): Promise<{ rows: InvoiceRow[]; pagination: Pagination }> {
  return listPage(db, invoiceSource(query, now), query)
}

/**
 * The list's source.
 * @param now unix seconds
 */
export function invoiceSource(query: InvoiceListQuery, now: number): ListSource<typeof rowColumns> {
  const { user, invoiceId, sort, sortDirection } = query
  const period = user === undefined ? periodOf(query, now) : null
  const conditions = {
    user: equals(invoices.userId, user),
    id: equals(invoices.id, invoiceId),
    ...amountConditions(invoices.total, invoices.currency, query),
    number: equals(invoices.number, query.number),
    period: and(
      period === null ? undefined : between(invoices.createdAt, period.from, period.to),
      query.from === undefined ? undefined : gte(invoices.createdAt, query.from),
      query.to === undefined ? undefined : lte(invoices.createdAt, query.to),
    ),
  }
  return {
    table: invoices,
    columns: rowColumns,
    ...splitByIndex(conditions, [['id'], ['number'], ...(sort === 'id' ? ([['user'], ['amount']] as const) : ([['period']] as const))]),
    bound:
      user === undefined && sort === 'id'
        ? boundOf({ table: invoices, key: invoices.id, time: invoices.createdAt }, period ?? query, sortDirection)
        : undefined,
    sortBy: sort === 'id' ? invoices.id : invoices.createdAt,
  }
}

/** Madrid bounds of a month (this year by default) or a whole year; null for neither. */
function periodOf({ month, year }: InvoiceListQuery, now: number): { from: number; to: number } | null {
  if (month !== undefined) return monthBounds(year ?? Number(dayOf(now).slice(0, 4)), month)
  if (year !== undefined) return { from: monthBounds(year, 1).from, to: monthBounds(year, 12).to }
  return null
}

/** The condition for a zip's invoices. */
export function zipCondition(scope: InvoiceZipScope): SQL {
  if ('user' in scope) return eq(invoices.userId, scope.user)
  const { from } = monthBounds(scope.year, scope.month ?? 1)
  return between(invoices.createdAt, from, monthBounds(scope.year, scope.month ?? 12).to)
}

/** The exact count. */
export async function countInvoices(db: Db, where: SQL): Promise<number> {
  const [counted] = await db.select({ count: count() }).from(invoices).where(where)
  return counted?.count ?? 0
}
