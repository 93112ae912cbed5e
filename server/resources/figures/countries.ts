import { sql } from 'drizzle-orm'
import { addDays, dayOf } from '../../../src/contract/dates.ts'
import { type ListRequest, type Pagination, paginate } from '../../../src/contract/list.ts'
import type {
  AnalysisFigures,
  AnalysisQuery,
  AnalysisRow,
  CountriesMrrQuery,
  CountryMrrFigures,
  CountryMrrRow,
} from '../../../src/contract/stats.ts'
import type { Db } from '../../db/connect.ts'
import { adsCosts, dailyFigures } from '../../db/schema/figures.ts'
import type { Days } from '../figures/marks.ts'
import { type FigureReads, inDays, ratio, readFigures, total } from './queries.ts'

interface Running {
  country: string
  subscribedUsers: number
  mrr: number
}

/**
 * Today's live subscriptions (active or past due) by country, with their monthly value after discount in whole EUR
 * cents. Index-only. Equal ones are counted first because computing a value takes longer than reading it.
 */
async function runningSubscriptions(tx: Db): Promise<Running[]> {
  const { rows } = await tx.execute<Running & Record<string, unknown>>(sql`
    with alike as (
      select country, plan_final_price, plan_months, discount, count(*) as n
      from customers where subscription_status in ('active', 'past_due') group by 1, 2, 3, 4
    )
    select coalesce(country, '') as country, sum(n)::bigint as "subscribedUsers",
      coalesce(sum(n * round(plan_final_price * (100 - coalesce(discount, 0)) / (100.0 * plan_months))), 0)::bigint as mrr
    from alike group by 1`)
  return rows
}

/** Sorts and pages a few rows; ties by country, in the same direction. */
function pageOf<Row extends { country: string }>(
  rows: Row[],
  { sort, sortDirection, page, perPage }: ListRequest<keyof Row & string>,
): { rows: Row[]; pagination: Pagination } {
  const compare = (a: Row, b: Row, field: keyof Row) => (a[field] < b[field] ? -1 : a[field] > b[field] ? 1 : 0)
  const sign = sortDirection === 'asc' ? 1 : -1
  const sorted = rows.toSorted((a, b) => sign * (compare(a, b, sort) || compare(a, b, 'country')))
  const pagination = paginate({ page, perPage }, rows.length)
  const first = (pagination.current_page - 1) * perPage
  return { rows: sorted.slice(first, first + perPage), pagination }
}

/**
 * Days before today that are updated before summing all revenue; the background job handles older ones within a minute.
 */
const recentDays = 31

/**
 * Countries with subscribers today or any revenue ever (successful payments minus refunds), and totals over all pages.
 * @param now unix seconds
 */
export function listCountriesMrr(
  database: FigureReads,
  query: CountriesMrrQuery,
  now: number,
): Promise<{ rows: CountryMrrRow[]; pagination: Pagination; totals: CountryMrrFigures; asOf: number | null }> {
  const today = dayOf(now)
  return readFigures(database, { first: addDays(today, -recentDays), last: today }, async (tx, asOf) => {
    const money = await tx
      .select({ country: dailyFigures.country, gross: total(dailyFigures.gross), refunds: total(dailyFigures.refunds) })
      .from(dailyFigures)
      .groupBy(dailyFigures.country)
    const rows = new Map<string, CountryMrrRow>()
    for (const running of await runningSubscriptions(tx)) rows.set(running.country, { ...running, totalRevenue: 0 })
    for (const { country, gross, refunds } of money) {
      if (gross === 0 && refunds === 0) continue
      rows.set(country, { country, subscribedUsers: 0, mrr: 0, ...rows.get(country), totalRevenue: gross - refunds })
    }
    const all = [...rows.values()]
    const sumOf = (figure: keyof CountryMrrFigures) => all.reduce((sum, row) => sum + row[figure], 0)
    const totals = { subscribedUsers: sumOf('subscribedUsers'), mrr: sumOf('mrr'), totalRevenue: sumOf('totalRevenue') }
    return { ...pageOf(all, query), totals, asOf }
  })
}

/** Sums from which all other figures follow. */
const noSums = {
  triallingAccounts: 0,
  upgradedFromTrial: 0,
  unsubscribedAccounts: 0,
  total: 0,
  refunds: 0,
  disputes: 0,
  mrr: 0,
  googleAdsCosts: 0,
  clicks: 0,
}
type Sums = typeof noSums

/** Ruling 52; `freeTrialsRate` by document 2, section 3. */
function figuresOf({ disputes, ...sums }: Sums): AnalysisFigures {
  return {
    ...sums,
    cpt: Math.round(ratio(sums.googleAdsCosts, sums.upgradedFromTrial)),
    conversionRate: ratio(sums.upgradedFromTrial, sums.triallingAccounts),
    revenue: sums.total - sums.refunds,
    arr: sums.mrr * 12,
    costPerClick: Math.round(ratio(sums.googleAdsCosts, sums.clicks)),
    freeTrialsRate: ratio(100 * sums.triallingAccounts, sums.clicks),
    subTotal: sums.total - sums.refunds - disputes,
  }
}

/** A page of countries with any activity in these days or live subscriptions today, and totals over all pages. */
export function listAnalysis(
  database: FigureReads,
  query: AnalysisQuery,
  days: Days,
): Promise<{ rows: AnalysisRow[]; pagination: Pagination; totals: AnalysisFigures; asOf: number | null }> {
  return readFigures(database, days, async (tx, asOf) => {
    const rows = new Map<string, Sums>()
    const add = (country: string, sums: Partial<Sums>) => {
      if (query.country === undefined || query.country === country) rows.set(country, { ...noSums, ...rows.get(country), ...sums })
    }
    const figures = await tx
      .select({
        country: dailyFigures.country,
        triallingAccounts: total(dailyFigures.newTrials),
        upgradedFromTrial: total(dailyFigures.upgradedFromTrial),
        unsubscribedAccounts: total(dailyFigures.canceledSubscriptions),
        total: total(dailyFigures.gross),
        refunds: total(dailyFigures.refunds),
        disputes: total(dailyFigures.disputes),
      })
      .from(dailyFigures)
      .where(inDays(dailyFigures.day, days))
      .groupBy(dailyFigures.country)
    for (const { country, ...sums } of figures) if (Object.values(sums).some((sum) => sum !== 0)) add(country, sums)
    const ads = await tx
      .select({ country: adsCosts.country, googleAdsCosts: total(adsCosts.cost), clicks: total(adsCosts.clicks) })
      .from(adsCosts)
      .where(inDays(adsCosts.day, days))
      .groupBy(adsCosts.country)
    for (const { country, ...sums } of ads) if (Object.values(sums).some((sum) => sum !== 0)) add(country, sums)
    for (const { country, mrr } of await runningSubscriptions(tx)) add(country, { mrr })
    const totals = { ...noSums }
    for (const sums of rows.values()) for (const name of Object.keys(totals) as (keyof Sums)[]) totals[name] += sums[name]
    const listed = [...rows].map(([country, sums]) => ({ country, ...figuresOf(sums) }))
    return { ...pageOf(listed, query), totals: figuresOf(totals), asOf }
  })
}
