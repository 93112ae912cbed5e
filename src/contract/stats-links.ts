import { dayOf, earliestDay, endOfDay, startOfDay } from './dates.ts'
import type { DailySeries, GeneralStats } from './stats.ts'

/** A figure of the general dashboard: on the stats card, or a chart tab's total. */
export type StatsFigure = Exclude<keyof GeneralStats, 'asOf'> | 'revenue' | DailySeries

interface Range {
  from: number
  to: number
}

/** Sets filters the browser may remember to 'any'; otherwise the list could show less than was counted. */
const anyPayment = {
  country: 'any',
  stripePaymentIntentStatus: 'any',
  stripeInvoiceStatus: 'any',
  refunded: 'any',
  disputed: 'any',
  stripePaymentMethodType: 'any',
  trialPlan: 'any',
  user: 'any',
}

const list =
  (path: string, filters: Record<string, string>) =>
  ({ from, to }: Range) =>
    `${path}?${new URLSearchParams({ ...filters, from: String(from), to: String(to) }).toString()}`

/** Payments confirmed in the range: the count and the sum of final amounts match the figures. */
const paid = list('/payments', { ...anyPayment, stripePaymentIntentStatus: 'succeeded' })
const disputed = list('/payments', { ...anyPayment, stripePaymentIntentStatus: 'succeeded', disputed: 'all' })
const referred = list('/customers', { status: 'any', isReferred: 'true' })
const made = list('/qrs', {})

/**
 * The list of rows a figure counts, if one fits: trials, subscriptions, cancelations, refunds, scans and visits have no
 * such list, rates and differences count no rows, and not every dispute took money.
 */
const links: Partial<Record<StatsFigure, (range: Range) => string>> = {
  successPayments: paid,
  disputeCount: disputed,
  total: paid,
  gross: paid,
  qrs: made,
  referred,
}

/**
 * Where the console lists the rows a figure counts: a path with query, or null. Covers the figure's range in whole
 * Madrid days from the earliest on (ruling 27). Lists stop counting at `countLimit` and say so.
 */
export function statsLink(figure: StatsFigure, { from, to }: Range): string | null {
  const earliest = startOfDay(earliestDay)
  if (to < earliest) return null
  return links[figure]?.({ from: startOfDay(dayOf(Math.max(from, earliest))), to: endOfDay(dayOf(to)) }) ?? null
}
