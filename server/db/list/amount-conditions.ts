import { and, eq, gte, lte } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { PaymentListQuery } from '../../../src/contract/payments.ts'

/** What a list's filters by amount ask of its amounts and their currencies. */
export function amountConditions(
  column: PgColumn,
  currencyColumn: PgColumn,
  { amount, amountFrom, amountTo, currency }: Pick<PaymentListQuery, 'amount' | 'amountFrom' | 'amountTo' | 'currency'>,
) {
  return {
    amount: amount === undefined ? undefined : eq(column, amount),
    amounts: and(
      amountFrom === undefined ? undefined : gte(column, amountFrom),
      amountTo === undefined ? undefined : lte(column, amountTo),
    ),
    currency: currency === undefined ? undefined : eq(currencyColumn, currency),
  }
}
