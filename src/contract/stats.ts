import { z } from 'zod'
import { earliestDay, startOfDay } from './dates.ts'
import { endpoint, rangeParams, UnixSecondsParam } from './endpoint.ts'
import { extra } from './extra.ts'
import { Integer, NullableInteger } from './fields.ts'
import { lazyObject } from './lazy.ts'
import { listQuery, listReply } from './list.ts'

/**
 * Dashboard and analysis figures (document 2, sections 3 and 7; rulings 27 and 52). Amounts are EUR cents, rates are
 * ratios unless they say percent, days are Madrid's. A ratio with a zero denominator is 0.
 */

const Count = Integer
const Cents = Integer

/** Longest range answered, in days: ten years. */
export const maxDays = 3660

/** A range of Madrid days; days before the earliest or after today count zero. 400 if reversed or too long. */
export const RangeQuery = z
  .object({ from: UnixSecondsParam, to: UnixSecondsParam })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'The range ends before it begins.' })
  .refine(({ from, to }) => to - Math.max(from, startOfDay(earliestDay)) < maxDays * 86_400, {
    path: ['to'],
    message: 'The range is longer than ten years.',
  })
export type RangeQuery = z.infer<typeof RangeQuery>

/**
 * When the figures date from, in unix seconds, if later changes are not
 * in them yet; 0 if unknown, null if they are current.
 */
const AsOf = extra(NullableInteger, null)

const sumOf = (counts: unknown) => Object.values((counts ?? {}) as Record<string, number>).reduce((sum, count) => sum + count, 0)

const CountAndAmount = z.object({ total: Count, amount: Cents })

export const GeneralStats = lazyObject(() => ({
  asOf: AsOf,
  /** Trials started. */
  newTrialUsers: Count,
  /** Trials that ended without a subscription. */
  canceledTriallingUsers: Count,
  /** Subscriptions started, with or without a trial. */
  newSubscribedUsers: Count,
  /** Subscriptions that ended. */
  canceledSubscribedUsers: Count,
  /** Subscriptions from a trial ÷ trials started. */
  conversionRate: z.number(),
  /** New subscriptions with a discount, by percent: `{"50": 12, "75": 3}`. */
  discountsPerPercentage: z.record(z.string(), Count),
  /** Subscribers who canceled, immediately or at period end. */
  newSubscriptionCancelations: Count,
  /** Successful payments: the sum of `newTransactions` and `subscriptions`. */
  successPayments: Count,
  /** First payments of customers. */
  newTransactions: CountAndAmount,
  /** Later payments: renewals. */
  subscriptions: CountAndAmount,
  refunds: Count,
  refundTotal: Cents,
  disputeCount: Count,
  /** Only disputes that took money: open or lost ones. */
  disputeTotal: Cents,
  /** Disputes ÷ successful payments. */
  disputeRate: z.number(),
  /** Total revenue; `gross` is the same figure. */
  total: Cents,
  gross: extra(Cents, ({ total }) => total),
  /** total − refunds − disputes (ruling 52). */
  subTotal: Cents,
  googleAdsCosts: Cents,
  /** All spending, which is the ads costs. */
  expenses: extra(Cents, ({ googleAdsCosts }) => googleAdsCosts),
  /** New subscriptions with a discount: the sum of `discountsPerPercentage`. */
  coupons: extra(Count, ({ discountsPerPercentage }) => sumOf(discountsPerPercentage)),
  /** Referred customers with a first payment. */
  referredPaid: extra(Count.nullable(), null),
}))
export type GeneralStats = z.infer<typeof GeneralStats>

export const getGeneralStats = endpoint({ path: '/stats/general-stats', access: 'dashboard.read', query: RangeQuery, reply: GeneralStats })

/** One day of a series; every day of the range is present, zeros included (ruling 27). */
export const DailyRow = lazyObject(() => ({ date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/), total: Integer }))
export type DailyRow = z.infer<typeof DailyRow>

/** In cents. `total` is gross − refunds − disputes; `expenses` are the ads costs. */
export const DailyRevenueRow = lazyObject(() => ({ ...DailyRow.shape, expenses: Cents, gross: Cents, refunds: Cents }))
export type DailyRevenueRow = z.infer<typeof DailyRevenueRow>

const series = <Row extends z.ZodType>(path: string, row: Row) =>
  endpoint({ path: `/stats/${path}`, access: 'dashboard.read', query: RangeQuery, reply: z.array(row) })

export const getDailyRevenue = series('daily-revenue', DailyRevenueRow)

/** Chart tabs other than revenue, in order, with their endpoints (document 2, section 7). */
export const dailySeries = {
  trials: series('daily-trials', DailyRow),
  subscriptions: series('daily-subscriptions', DailyRow),
  cancelations: series('daily-cancelations', DailyRow),
  qrs: series('daily-new-qrs', DailyRow),
  scans: series('daily-new-scans', DailyRow),
  visits: series('daily-visits', DailyRow),
  discountedSubscriptions: series('daily-discount-subscribers', DailyRow),
  referred: series('daily-referred-users', DailyRow),
}
export type DailySeries = keyof typeof dailySeries

const CountryMrrFigures = lazyObject(() => ({
  /** Customers with a live subscription. */
  subscribedUsers: Count,
  /** Monthly value of their subscriptions. */
  mrr: Cents,
  totalRevenue: Cents,
}))
export type CountryMrrFigures = z.infer<typeof CountryMrrFigures>

export const CountryMrrRow = lazyObject(() => ({
  ...CountryMrrFigures.shape,
  /** Lower-case ISO code; '' if unknown. */
  country: z.string(),
}))
export type CountryMrrRow = z.infer<typeof CountryMrrRow>

export const CountriesMrrQuery = listQuery({
  sorts: ['subscribedUsers', 'country', 'mrr', 'totalRevenue'],
  defaultSort: { field: 'subscribedUsers', direction: 'desc' },
  filters: () => ({}),
})
export type CountriesMrrQuery = z.output<typeof CountriesMrrQuery>

/** Live subscribers by country, with totals over all pages. */
export const listCountriesMrr = endpoint({
  path: '/stats/countries-mrr',
  access: 'dashboard.read',
  query: CountriesMrrQuery,
  reply: lazyObject(() => ({ ...listReply(CountryMrrRow).shape, totals: extra(CountryMrrFigures.nullable(), null), asOf: AsOf })),
})

const freeTrialsRateOf = ({ triallingAccounts, clicks }: Readonly<Record<string, unknown>>) =>
  Number(clicks) > 0 ? (100 * Number(triallingAccounts)) / Number(clicks) : 0

/** Figures of one country, or all of them, in a range (ruling 52). */
const AnalysisFigures = lazyObject(() => ({
  triallingAccounts: Count,
  upgradedFromTrial: Count,
  /** Ads costs ÷ upgradedFromTrial, in whole cents. */
  cpt: Cents,
  /** upgradedFromTrial ÷ triallingAccounts. */
  conversionRate: z.number(),
  unsubscribedAccounts: Count,
  total: Cents,
  refunds: Cents,
  /** total − refunds. */
  revenue: Cents,
  /** As of today, whatever the range; arr is 12 × mrr. */
  mrr: Cents,
  arr: Cents,
  googleAdsCosts: Cents,
  clicks: Count,
  /** Ads costs ÷ clicks, in whole cents. */
  costPerClick: Cents,
  /** Percent: 100 × triallingAccounts ÷ clicks (document 2, section 3). */
  freeTrialsRate: extra(z.number(), freeTrialsRateOf),
  /** total − refunds − disputes. */
  subTotal: Cents,
}))
export type AnalysisFigures = z.infer<typeof AnalysisFigures>

export const AnalysisRow = lazyObject(() => ({ ...AnalysisFigures.shape, country: z.string() }))
export type AnalysisRow = z.infer<typeof AnalysisRow>

export const analysisSorts = [
  'upgradedFromTrial',
  'country',
  'triallingAccounts',
  'cpt',
  'conversionRate',
  'unsubscribedAccounts',
  'total',
  'refunds',
  'revenue',
  'mrr',
  'googleAdsCosts',
  'clicks',
  'costPerClick',
  'freeTrialsRate',
  'subTotal',
] as const

export const analysisPageSizes = [50, 100, 150] as const

export const AnalysisQuery = listQuery({
  sorts: analysisSorts,
  defaultSort: { field: 'upgradedFromTrial', direction: 'desc' },
  perPage: 50,
  filters: () => ({
    country: z.string().max(2).toLowerCase().optional(),
    ...rangeParams,
  }),
})
export type AnalysisQuery = z.output<typeof AnalysisQuery>

/**
 * Figures by country for a range, with totals over all pages.
 * Without dates: this month to date. 400 if the range is reversed.
 */
export const listAnalysis = endpoint({
  path: '/stats/analysis',
  access: 'analysis.read',
  query: AnalysisQuery,
  reply: lazyObject(() => ({ ...listReply(AnalysisRow).shape, totals: extra(AnalysisFigures.nullable(), null), asOf: AsOf })),
})
