import { dayOf, earliestDay, endOfDay, startOfDay } from './dates.ts'
import type { DailySeries, GeneralStats } from './stats.ts'

/** A number of the general dashboard: of the stats card, or the total of a tab of the chart card. */
export type StatsFigure = Exclude<keyof GeneralStats, 'asOf'> | 'revenue' | DailySeries

interface Range {
  from: number
  to: number
}

/** Each filter that a browser may remember says 'any', or the list would show less than what was counted. */
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

/** Payments that were confirmed in the range: as many as were counted, and their final amounts add up to what came in. */
const paid = list('/payments', { ...anyPayment, stripePaymentIntentStatus: 'succeeded' })
const disputed = list('/payments', { ...anyPayment, stripePaymentIntentStatus: 'succeeded', disputed: 'all' })
const referred = list('/customers', { status: 'any', isReferred: 'true' })
const made = list('/qrs', {})

/**
 * The list of the rows that a figure counts, or null where there is none: of trials, subscriptions, cancelations, refunds, scans and
 * visits no list shows one row for each, rates and differences count no rows, and of the disputes not all took their amount.
 */
const links: Record<StatsFigure, ((range: Range) => string) | null> = {
  newTrialUsers: null,
  canceledTriallingUsers: null,
  newSubscribedUsers: null,
  canceledSubscribedUsers: null,
  conversionRate: null,
  discountsPerPercentage: null,
  newSubscriptionCancelations: null,
  successPayments: paid,
  newTransactions: null,
  subscriptions: null,
  refunds: null,
  refundTotal: null,
  disputeCount: disputed,
  disputeTotal: null,
  disputeRate: null,
  total: paid,
  gross: paid,
  subTotal: null,
  googleAdsCosts: null,
  expenses: null,
  coupons: null,
  referredPaid: null,
  revenue: null,
  trials: null,
  cancelations: null,
  qrs: made,
  scans: null,
  visits: null,
  discountedSubscriptions: null,
  referred,
}

/**
 * Where the console shows the rows that a figure of a range counts: a path with query, or null. The range is that of the figure; like
 * it, the list has whole Madrid days from the earliest on (ruling 27). Lists count up to `countLimit` rows, and say so beyond.
 */
export function statsLink(figure: StatsFigure, { from, to }: Range): string | null {
  const earliest = startOfDay(earliestDay)
  if (to < earliest) return null
  return links[figure]?.({ from: startOfDay(dayOf(Math.max(from, earliest))), to: endOfDay(dayOf(to)) }) ?? null
}
