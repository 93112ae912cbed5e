import { expect, test } from 'vitest'
import { subscriptionChanges } from '../../server/db/schema/customers.ts'
import { adsCosts, dailyFigures } from '../../server/db/schema/figures.ts'
import { addDays, startOfDay } from '../../src/contract/dates.ts'
import type { AnalysisRow } from '../../src/contract/stats.ts'
import { testStart } from '../support/app.ts'
import { describeEngines } from '../support/database.ts'
import { insertCustomers, insertPayments, insertQrs } from '../support/rows.ts'
import { signIn } from '../support/sign-in.ts'
import { rangeOf, today, useStats } from '../support/stats.ts'

describeEngines('stats by country', (engine) => {
  const stats = useStats(engine)
  const { database, get } = stats

  test('the analysis rejects a reversed or overlong range and defaults to this month', async () => {
    for (const query of ['?from=200&to=100', `?from=0&to=${startOfDay('2072-05-20')}`]) {
      const reply = await stats.browser.get(`/stats/analysis${query}`)
      expect(reply.statusCode).toBe(400)
      expect(reply.json()).toMatchObject({ details: { to: expect.any(String) as unknown } })
    }
    await insertPayments(database.current, [
      { id: 1, country: 'es', confirmedAt: startOfDay('2026-05-31'), amount: 1 },
      { id: 2, country: 'es', confirmedAt: startOfDay('2026-06-01'), amount: 10 },
      { id: 3, country: 'es', confirmedAt: testStart, amount: 100 },
    ])
    const { totals } = await get<{ totals: AnalysisRow }>('/stats/analysis')
    expect(totals.total).toBe(110)
  })

  // [2.2 countries] [2.3 country row] [2.7 countries mrr] [R52 figures]
  test('returns the MRR of running subscriptions by country', async () => {
    const plan = { planFinalPrice: 1_995, planMonths: 1, subscriptionStatus: 'active' }
    await insertCustomers(database.current, [
      { id: 11, country: 'es', ...plan },
      { id: 12, country: 'es', ...plan, discount: 50 },
      { id: 13, country: 'es', ...plan, planFinalPrice: 19_950, planMonths: 12, subscriptionStatus: 'past_due' },
      { id: 14, country: 'es', ...plan, subscriptionStatus: 'canceled' },
      { id: 15, country: 'es', ...plan, subscriptionStatus: 'trialing' },
      { id: 16, country: null, ...plan },
      { id: 17, country: 'pt', subscriptionStatus: 'active' },
    ])
    await insertPayments(database.current, [
      { id: 1, country: 'jp', confirmedAt: testStart, amount: 900 },
      { id: 2, country: 'es', confirmedAt: testStart, amount: 500 },
      { id: 3, country: 'de', confirmedAt: testStart, stripePaymentIntentStatus: 'processing' },
    ])
    const { rows, pagination } = await get<{ rows: unknown[]; pagination: { total_results: number } }>('/stats/countries-mrr')
    expect(rows).toEqual([
      { country: 'es', subscribedUsers: 3, mrr: 1_995 + 998 + 1_663, totalRevenue: 500 },
      { country: 'pt', subscribedUsers: 1, mrr: 0, totalRevenue: 0 },
      { country: '', subscribedUsers: 1, mrr: 1_995, totalRevenue: 0 },
      { country: 'jp', subscribedUsers: 0, mrr: 0, totalRevenue: 900 },
    ])
    expect(pagination.total_results).toBe(4)
    const page = await get<{ rows: { country: string }[]; totals: unknown }>('/stats/countries-mrr?sort=country&perPage=2&page=2')
    expect(page.rows.map(({ country }) => country)).toEqual(['jp', 'pt'])
    // The totals cover all pages.
    expect(page.totals).toEqual({ subscribedUsers: 5, mrr: 2 * 1_995 + 998 + 1_663, totalRevenue: 1_400 })
  })

  // [2.2 analysis country] [2.3 analysis row] [2.3 free trials rate] [2.7 analysis] [R52 figures]
  test('the analysis sums by country, including unknown ones and those without customers', async () => {
    await insertCustomers(database.current, [{ id: 11, country: 'es', subscriptionStatus: 'active', planFinalPrice: 1_000, planMonths: 1 }])
    const change = { at: testStart, fromStatus: null }
    await database.current.orm.insert(subscriptionChanges).values([
      { ...change, userId: 1, toStatus: 'trialing' },
      { ...change, userId: 1, fromStatus: 'trialing', toStatus: 'active' },
      { ...change, userId: 2, toStatus: 'trialing' },
      { ...change, userId: 3, fromStatus: 'active', toStatus: 'canceled' },
    ])
    await insertPayments(database.current, [
      { id: 1, country: 'es', confirmedAt: testStart, amount: 10_000 },
      { id: 2, country: 'jp', confirmedAt: testStart, amount: 3_000, stripeDisputeStatus: 'lost' },
    ])
    await database.current.orm.insert(adsCosts).values([
      { day: today, country: 'es', cost: 1_000, clicks: 3 },
      { day: today, country: 'au', cost: 0, clicks: 7 },
      { day: addDays(today, -1), country: 'de', cost: 50_000, clicks: 9 },
    ])
    type Reply = { rows: AnalysisRow[]; totals: AnalysisRow; pagination: { total_results: number } }
    const { rows, totals } = await get<Reply>(`/stats/analysis${rangeOf(today)}&sort=country`)
    expect(rows.map(({ country }) => country)).toEqual(['', 'au', 'es', 'fr', 'jp'])
    expect(rows[2]).toEqual({
      country: 'es',
      triallingAccounts: 1,
      upgradedFromTrial: 1,
      cpt: 1_000,
      conversionRate: 1,
      unsubscribedAccounts: 0,
      total: 10_000,
      refunds: 0,
      revenue: 10_000,
      mrr: 1_000,
      arr: 12_000,
      googleAdsCosts: 1_000,
      clicks: 3,
      costPerClick: 333,
      freeTrialsRate: 100 / 3,
      subTotal: 10_000,
    })
    expect(rows[4]).toMatchObject({ country: 'jp', total: 3_000, revenue: 3_000, subTotal: 0 })
    expect(totals).toMatchObject({
      triallingAccounts: 2,
      upgradedFromTrial: 1,
      conversionRate: 0.5,
      unsubscribedAccounts: 1,
      total: 13_000,
      subTotal: 10_000,
      googleAdsCosts: 1_000,
      clicks: 10,
      costPerClick: 100,
      freeTrialsRate: 20,
      arr: 12_000,
    })
    const second = await get<Reply>(`/stats/analysis${rangeOf(today)}&perPage=2&page=2`)
    expect(second.totals).toEqual(totals)
    expect(second.rows).toHaveLength(2)
    const one = await get<Reply>(`/stats/analysis${rangeOf(today)}&country=ES`)
    expect(one.rows).toEqual([rows[2]])
    expect(one.totals).toMatchObject({ total: 10_000, clicks: 3 })
  })

  test.each([
    'upgradedFromTrial',
    'triallingAccounts',
    'cpt',
    'conversionRate',
    'total',
    'mrr',
    'clicks',
    'freeTrialsRate',
    'subTotal',
  ] as const)('the analysis sorts by %s, then by country [2.2 analysis sort] [2.7 analysis]', async (sort) => {
    await database.current.orm.insert(dailyFigures).values(
      ['es', 'fr', 'de', 'it'].map((country, index) => ({
        day: today,
        country,
        newTrials: 10 + (index % 2),
        upgradedFromTrial: index % 2,
        gross: 100 * (index % 3),
      })),
    )
    await database.current.orm.insert(adsCosts).values([{ day: today, country: 'it', cost: 500, clicks: 5 }])
    for (const [direction, sign] of [['asc', 1] as const, ['desc', -1] as const]) {
      const { rows } = await get<{ rows: AnalysisRow[] }>(`/stats/analysis${rangeOf(today)}&sort=${sort}&sortDirection=${direction}`)
      const sorted = rows.toSorted((a, b) => sign * (a[sort] - b[sort] || (a.country < b.country ? -1 : 1)))
      expect(rows.map(({ country }) => country)).toEqual(sorted.map(({ country }) => country))
      expect(rows).toHaveLength(4)
    }
  })

  test('rejects unknown sorts and moves back to the last page', async () => {
    expect((await stats.browser.get('/stats/analysis?sort=arr')).statusCode).toBe(400)
    await insertQrs(database.current, [{ id: 1 }])
    const { pagination } = await get<{ pagination: { current_page: number } }>('/stats/countries-mrr?page=9')
    expect(pagination.current_page).toBe(1)
  })

  if (!engine.testsShared) return

  // [R3 role 1 reports] [R3 role 1 alone]
  test.each(['general-stats', 'daily-revenue', 'daily-visits', 'countries-mrr', 'analysis'])('%s is only for role 1', async (name) => {
    const other = await signIn(stats.server, { rol: 2 })
    expect((await other.get(`/stats/${name}${rangeOf(today)}`)).statusCode).toBe(403)
    expect((await stats.browser.get(`/stats/${name}${rangeOf(today)}`)).statusCode).toBe(200)
  })
})
