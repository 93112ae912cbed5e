import { asc, between, type SQL, sql, sum } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { DailyRevenueRow, DailyRow, DailySeries, GeneralStats } from '../../../src/contract/stats.ts'
import type { Database, Db } from '../../db/connect.ts'
import { adsCosts, dailyDiscounts, dailyTotals } from '../../db/schema/figures.ts'
import { areMarked, type Days } from '../figures/marks.ts'
import { figuresAsOf } from '../figures/refresh.ts'
import type { StatsDays } from './range.ts'

/** Casts sums to numbers: amounts and counts stay below 2^53. */
export const total = (column: PgColumn) => sql<number>`coalesce(${sum(column)}, 0)::bigint`

export const inDays = (day: PgColumn, { first, last }: Days): SQL => between(day, first, last)

/** Part ÷ whole; 0 if the whole is 0 (ruling 52). */
export const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

/** Read-only: `startRefreshing` computes the figures. */
export type FigureReads = Pick<Database, 'reading'>

/**
 * Reads the stored figures in one snapshot.
 * @param read gets `asOf`: null if they are current, else when they were last known to be (unix seconds; 0 if unknown)
 */
export function readFigures<Result>(
  { reading }: FigureReads,
  days: Days,
  read: (tx: Db, asOf: number | null) => Promise<Result>,
): Promise<Result> {
  const oneMoment = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const
  return reading((orm) => orm.transaction(async (tx) => read(tx, (await areMarked(tx, days)) ? await figuresAsOf(tx) : null), oneMoment))
}

/** All figures of the stats card (document 2, section 3; ruling 52). */
export function getGeneralStats(database: FigureReads, { filled }: StatsDays): Promise<GeneralStats> {
  return readFigures(database, filled, async (tx, asOf) => {
    const [days] = await tx
      .select({
        newTrials: total(dailyTotals.newTrials),
        canceledTrials: total(dailyTotals.canceledTrials),
        newSubscriptions: total(dailyTotals.newSubscriptions),
        upgradedFromTrial: total(dailyTotals.upgradedFromTrial),
        canceledSubscriptions: total(dailyTotals.canceledSubscriptions),
        cancelationRequests: total(dailyTotals.cancelationRequests),
        discounted: total(dailyTotals.discountedSubscriptions),
        payments: total(dailyTotals.payments),
        gross: total(dailyTotals.gross),
        firstPayments: total(dailyTotals.firstPayments),
        firstGross: total(dailyTotals.firstGross),
        referredPaid: total(dailyTotals.referredPaid),
        refundCount: total(dailyTotals.refundCount),
        refunds: total(dailyTotals.refunds),
        disputeCount: total(dailyTotals.disputeCount),
        disputes: total(dailyTotals.disputes),
      })
      .from(dailyTotals)
      .where(inDays(dailyTotals.day, filled))
    const discounts = await tx
      .select({ percent: dailyDiscounts.percent, count: total(dailyDiscounts.count) })
      .from(dailyDiscounts)
      .where(inDays(dailyDiscounts.day, filled))
      .groupBy(dailyDiscounts.percent)
      .orderBy(asc(dailyDiscounts.percent))
    const [ads] = await tx
      .select({ cost: total(adsCosts.cost) })
      .from(adsCosts)
      .where(inDays(adsCosts.day, filled))
    if (!days || !ads) throw new Error('a sum over no rows is still a row')
    return {
      asOf,
      newTrialUsers: days.newTrials,
      canceledTriallingUsers: days.canceledTrials,
      newSubscribedUsers: days.newSubscriptions,
      canceledSubscribedUsers: days.canceledSubscriptions,
      conversionRate: ratio(days.upgradedFromTrial, days.newTrials),
      discountsPerPercentage: Object.fromEntries(discounts.map(({ percent, count }) => [String(percent), count])),
      newSubscriptionCancelations: days.cancelationRequests,
      successPayments: days.payments,
      newTransactions: { total: days.firstPayments, amount: days.firstGross },
      subscriptions: { total: days.payments - days.firstPayments, amount: days.gross - days.firstGross },
      refunds: days.refundCount,
      refundTotal: days.refunds,
      disputeCount: days.disputeCount,
      disputeTotal: days.disputes,
      disputeRate: ratio(days.disputeCount, days.payments),
      total: days.gross,
      gross: days.gross,
      subTotal: days.gross - days.refunds - days.disputes,
      googleAdsCosts: ads.cost,
      expenses: ads.cost,
      coupons: days.discounted,
      referredPaid: days.referredPaid,
    }
  })
}

const seriesColumn: Record<DailySeries, PgColumn> = {
  trials: dailyTotals.newTrials,
  subscriptions: dailyTotals.newSubscriptions,
  cancelations: dailyTotals.canceledSubscriptions,
  qrs: dailyTotals.newQrs,
  scans: dailyTotals.scans,
  visits: dailyTotals.visits,
  discountedSubscriptions: dailyTotals.discountedSubscriptions,
  referred: dailyTotals.referredUsers,
}

/** A figure by day, every day present (ruling 27). */
export function getDailySeries(database: FigureReads, series: DailySeries, { all, filled }: StatsDays): Promise<DailyRow[]> {
  return readFigures(database, filled, async (tx) => {
    const rows = await tx
      .select({ day: dailyTotals.day, total: sql<number>`${seriesColumn[series]}` })
      .from(dailyTotals)
      .where(inDays(dailyTotals.day, filled))
    const byDay = new Map(rows.map((row) => [row.day, row.total]))
    return all.map((date) => ({ date, total: byDay.get(date) ?? 0 }))
  })
}

/** Revenue and its parts by day, every day present. Cents. */
export function getDailyRevenue(database: FigureReads, { all, filled }: StatsDays): Promise<DailyRevenueRow[]> {
  return readFigures(database, filled, async (tx) => {
    const money = await tx
      .select({ day: dailyTotals.day, gross: dailyTotals.gross, refunds: dailyTotals.refunds, disputes: dailyTotals.disputes })
      .from(dailyTotals)
      .where(inDays(dailyTotals.day, filled))
    const ads = await tx
      .select({ day: adsCosts.day, cost: total(adsCosts.cost) })
      .from(adsCosts)
      .where(inDays(adsCosts.day, filled))
      .groupBy(adsCosts.day)
    const moneyOf = new Map(money.map((row) => [row.day, row]))
    const costOf = new Map(ads.map((row) => [row.day, row.cost]))
    return all.map((date) => {
      const { gross, refunds, disputes } = moneyOf.get(date) ?? { gross: 0, refunds: 0, disputes: 0 }
      return { date, total: gross - refunds - disputes, expenses: costOf.get(date) ?? 0, gross, refunds }
    })
  })
}
