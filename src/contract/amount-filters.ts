import { z } from 'zod'
import { extra } from './extra.ts'
import { CurrencyCode } from './fields.ts'

/** A whole number of the smallest units of a currency. */
export const MinorUnits = extra(z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional())

/**
 * A list's filters by amount: exactly one, or the smallest and the largest, both included. In minor units of each row's own
 * currency, whichever that is, unless `currency` names one.
 */
export const amountFilters = {
  amount: MinorUnits,
  amountFrom: MinorUnits,
  amountTo: MinorUnits,
  currency: extra(CurrencyCode.optional()),
}
