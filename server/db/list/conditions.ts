import { and, eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { PaymentListQuery } from '../../../src/contract/payments.ts'
import { escapeLike } from './escape-like.ts'

/** The condition of a filter; undefined if it is not set. */
export const equals = <Column extends PgColumn>(column: Column, value: Column['_']['data'] | undefined): SQL | undefined =>
  value === undefined ? undefined : eq(column, value)

/** Part of a text in lower case; undefined if it is empty. */
export const hasText = (text: SQL, term: string): SQL | undefined =>
  term === '' ? undefined : sql`${text} like ${`%${escapeLike(term.toLowerCase())}%`}`

/** Between two values, either of which may be open; undefined if both are. */
export const inRange = (column: PgColumn, from: number | undefined, to: number | undefined): SQL | undefined =>
  and(from === undefined ? undefined : gte(column, from), to === undefined ? undefined : lte(column, to))

/** What a list's filters by amount ask of its amounts and their currencies. */
export function amountConditions(
  column: PgColumn,
  currencyColumn: PgColumn,
  { amount, amountFrom, amountTo, currency }: Pick<PaymentListQuery, 'amount' | 'amountFrom' | 'amountTo' | 'currency'>,
) {
  return {
    amount: equals(column, amount),
    amounts: inRange(column, amountFrom, amountTo),
    currency: equals(currencyColumn, currency),
  }
}
