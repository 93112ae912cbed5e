import { and, between, eq, gte, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillDemo } from '../../demo/data/fill.ts'
import { customers, subscriptionChanges } from '../../server/db/schema/customers.ts'
import { adsCosts } from '../../server/db/schema/figures.ts'
import { payments, refunds } from '../../server/db/schema/payments.ts'
import { qrs } from '../../server/db/schema/qrs.ts'
import { silentLog } from '../../server/process/log.ts'
import { endOfDay, startOfDay } from '../../src/contract/dates.ts'
import type { AnalysisRow, DailyRevenueRow, DailyRow, GeneralStats } from '../../src/contract/stats.ts'
import { type DailySeries, dailySeries } from '../../src/contract/stats.ts'
import { type StatsFigure, statsLink } from '../../src/contract/stats-links.ts'
import { buildTestApp, type TestApp, testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { type Browser, signIn } from '../support/sign-in.ts'

const general = '/stats/general-stats'
const demoNow = 1_795_000_000 // Wednesday, 18 November 2026, at noon in Madrid

/** Two ranges cross a clock change. Others are the first day, month ends, a single day and years. */
const ranges: [string, string][] = [
  ['2026-11-18', '2026-11-18'],
  ['2026-11-17', '2026-11-17'],
  ['2026-11-12', '2026-11-18'],
  ['2026-11-01', '2026-11-18'],
  ['2026-10-01', '2026-10-31'],
  ['2026-10-24', '2026-10-26'],
  ['2026-03-28', '2026-03-30'],
  ['2025-12-31', '2026-01-01'],
  ['2022-05-20', '2022-06-30'],
  ['2024-11-19', '2026-11-18'],
]

describeDatabase('stats of demo data', (engine) => {
  const database = engine.use()
  let server: TestApp
  let browser: Browser
  beforeAll(async () => {
    await fillDemo(database.current, { customers: 120, now: demoNow, config: { secretKey: Buffer.alloc(32, 7) }, log: silentLog })
    server = await buildTestApp(database.current)
    server.clock.advance(demoNow - testStart)
    browser = await signIn(server)
  })
  afterAll(() => server.app.close())
  const get = async <Reply>(path: string): Promise<Reply> => {
    const reply = await browser.get(path)
    expect({ path, status: reply.statusCode }).toEqual({ path, status: 200 })
    return reply.json<Reply>()
  }

  describe.each(ranges)('%s to %s', (first, last) => {
    const [from, to] = [startOfDay(first), endOfDay(last)]
    const range = `?from=${from}&to=${to}`
    const sumOf = (rows: DailyRow[]) => rows.reduce((sum, row) => sum + row.total, 0)
    const seriesOf = (series: DailySeries) => get<DailyRow[]>(dailySeries[series].path + range)

    // [2.3 general stats] [2.3 dashboard extras] [2.7 general stats] [R52 dispute rate]
    test('every figure equals the sum of its rows', async () => {
      const { orm } = database.current
      const isPaid = and(eq(payments.stripePaymentIntentStatus, 'succeeded'), between(payments.confirmedAt, from, to))
      const sumPaid = async (where?: SQL) => {
        const [row] = await orm
          .select({ total: sql<number>`count(*)`, amount: sql<number>`coalesce(sum(final_amount), 0)::bigint` })
          .from(payments)
          .where(and(isPaid, where))
        return { total: Number(row?.total), amount: Number(row?.amount) }
      }
      const changed = (where: SQL) => orm.$count(subscriptionChanges, and(between(subscriptionChanges.at, from, to), where))
      const isNew = sql`to_status = 'active' and coalesce(from_status, '') not in ('active', 'past_due')`
      const [all, disputes] = [await sumPaid(), await sumPaid(isNotNull(payments.stripeDisputeStatus))]
      const firstOnes = sql`payments.id in (select distinct on (user_id) id from payments where stripe_payment_intent_status = 'succeeded' order by user_id, confirmed_at, id)`
      const newTransactions = await sumPaid(firstOnes)
      const referredPaid = await sumPaid(
        and(firstOnes, inArray(payments.userId, sql`(select id from customers where referred_by is not null)`)),
      )
      const [refunded] = await orm
        .select({ count: sql<number>`count(*)`, amount: sql<number>`coalesce(sum(final_amount), 0)::bigint` })
        .from(refunds)
        .where(and(eq(refunds.state, 'succeeded'), between(refunds.settledAt, from, to)))
      const [ads] = await orm
        .select({ cost: sql<number>`coalesce(sum(cost), 0)::bigint` })
        .from(adsCosts)
        .where(and(gte(adsCosts.day, first), lte(adsCosts.day, last)))
      const newTrialUsers = await changed(sql`to_status = 'trialing'`)
      const upgraded = await changed(sql`${isNew} and from_status = 'trialing'`)
      const stats = await get<GeneralStats>(general + range)
      // There are rows of each kind to count.
      if (first === '2024-11-19') expect(Object.entries(stats).filter(([, figure]) => figure === 0)).toEqual([])
      expect(stats).toMatchObject({
        newTrialUsers,
        canceledTriallingUsers: await changed(sql`from_status = 'trialing' and to_status in ('canceled', 'trial_ended')`),
        newSubscribedUsers: await changed(isNew),
        canceledSubscribedUsers: await changed(sql`from_status in ('active', 'past_due') and to_status in ('canceled', 'unpaid')`),
        conversionRate: newTrialUsers === 0 ? 0 : upgraded / newTrialUsers,
        successPayments: all.total,
        newTransactions,
        subscriptions: { total: all.total - newTransactions.total, amount: all.amount - newTransactions.amount },
        refunds: refunded?.count,
        refundTotal: refunded?.amount,
        disputeCount: disputes.total,
        disputeTotal: disputes.amount,
        disputeRate: all.total === 0 ? 0 : disputes.total / all.total,
        total: all.amount,
        gross: all.amount,
        subTotal: all.amount - Number(refunded?.amount) - disputes.amount,
        googleAdsCosts: ads?.cost,
        expenses: ads?.cost,
        referredPaid: referredPaid.total,
      })
      expect(stats.newSubscriptionCancelations).toBeLessThanOrEqual(
        await orm.$count(customers, and(between(customers.canceledAt, from, to), sql`subscription_canceled_by is distinct from 'system'`)),
      )
      expect(Object.values(stats.discountsPerPercentage).reduce((sum, count) => sum + count, 0)).toBe(stats.coupons)
    })

    // [2.3 daily row] [2.7 daily revenue] [2.7 daily subscriptions] [2.7 daily discounts]
    test('the series add up to the figures', async () => {
      const stats = await get<GeneralStats>(general + range)
      const revenue = await get<DailyRevenueRow[]>(`/stats/daily-revenue${range}`)
      const sum = (name: 'gross' | 'refunds' | 'expenses' | 'total') => revenue.reduce((before, row) => before + row[name], 0)
      expect([sum('gross'), sum('refunds'), sum('expenses'), sum('total')]).toEqual([
        stats.gross,
        stats.refundTotal,
        stats.expenses,
        stats.subTotal,
      ])
      expect(sumOf(await seriesOf('trials'))).toBe(stats.newTrialUsers)
      expect(sumOf(await seriesOf('subscriptions'))).toBe(stats.newSubscribedUsers)
      expect(sumOf(await seriesOf('cancelations'))).toBe(stats.canceledSubscribedUsers)
      expect(sumOf(await seriesOf('discountedSubscriptions'))).toBe(stats.coupons)
      const { totals } = await get<{ totals: AnalysisRow }>(`/stats/analysis${range}`)
      expect(totals).toMatchObject({
        triallingAccounts: stats.newTrialUsers,
        total: stats.total,
        refunds: stats.refundTotal,
        subTotal: stats.subTotal,
      })
    })

    test('lists linked from figures have matching row counts and amounts [2.7 daily referred]', async () => {
      const stats = await get<GeneralStats>(general + range)
      const made = sumOf(await seriesOf('qrs'))
      expect(made).toBe(await database.current.orm.$count(qrs, and(between(qrs.createdAt, from, to), eq(qrs.archived, false))))
      const expected: Partial<Record<StatsFigure, { rows: number; amount?: number }>> = {
        successPayments: { rows: stats.successPayments, amount: stats.gross },
        total: { rows: stats.successPayments, amount: stats.total },
        gross: { rows: stats.successPayments, amount: stats.gross },
        disputeCount: { rows: stats.disputeCount },
        qrs: { rows: made },
        referred: { rows: sumOf(await seriesOf('referred')) },
      }
      const linked = ([...Object.keys(stats), 'revenue', ...Object.keys(dailySeries)] as StatsFigure[]).filter(
        (figure) => statsLink(figure, { from, to }) !== null,
      )
      expect(linked.sort()).toEqual(Object.keys(expected).sort())
      const counted = new Map<string, { rows: number; amount: number }>()
      for (const figure of linked) {
        const link = statsLink(figure, { from, to }) ?? ''
        if (counted.has(link)) continue
        const href = new URL(link, 'https://console.example')
        const filters = [...href.searchParams].filter(([, value]) => value !== 'any')
        let rows = 0
        let amount = 0
        for (let page = 1, pages = 1; page <= pages; page++) {
          const query = new URLSearchParams([...filters, ['page', String(page)], ['perPage', '150']])
          const reply = await get<{ rows: { finalAmount?: number }[]; pagination: { total_pages: number } }>(
            `${href.pathname}?${query.toString()}`,
          )
          pages = reply.pagination.total_pages
          rows += reply.rows.length
          amount += reply.rows.reduce((sum, row) => sum + (row.finalAmount ?? 0), 0)
        }
        counted.set(link, { rows, amount })
      }
      for (const figure of linked)
        expect({ figure, ...expected[figure] }).toEqual({
          figure,
          ...counted.get(statsLink(figure, { from, to }) ?? ''),
          ...(expected[figure]?.amount === undefined ? { amount: undefined } : {}),
        })
    })
  })
})
