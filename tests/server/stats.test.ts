import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../server/db/connect.ts'
import { subscriptionChanges } from '../../server/db/schema/customers.ts'
import { adsCosts, dailyFigures } from '../../server/db/schema/figures.ts'
import { changes } from '../../server/db/schema/live.ts'
import { qrDailyScans } from '../../server/db/schema/qrs.ts'
import { silentLog } from '../../server/process/log.ts'
import { type JobRound, jobRounds } from '../../server/process/repeat.ts'
import { daysOf } from '../../server/resources/figures/range.ts'
import { lockFigures } from '../../server/resources/figures/rebuild.ts'
import { figuresAsOf, refreshFigures, startRefreshing } from '../../server/resources/figures/refresh.ts'
import { addDays, dayOf, endOfDay, startOfDay } from '../../src/contract/dates.ts'
import type { AnalysisRow, DailyRevenueRow, DailyRow, GeneralStats } from '../../src/contract/stats.ts'
import { dailySeries, RangeQuery } from '../../src/contract/stats.ts'
import { buildTestApp, type TestApp, testStart } from '../support/app.ts'
import { describeEngines } from '../support/database.ts'
import { insertCustomers, insertPayments, insertQrs } from '../support/rows.ts'
import { type Browser, signIn } from '../support/sign-in.ts'

const general = '/stats/general-stats'

/** A table of countries. */
interface Summed {
  asOf: number | null
  totals: { total: number; totalRevenue: number }
}

const today = dayOf(testStart)
const rangeOf = (first: string, last = first) => `?from=${startOfDay(first)}&to=${endOfDay(last)}`

test('a range covers the Madrid days it overlaps; only days from the earliest to today may have data', () => {
  const instant = fc.integer({ min: startOfDay('2022-05-01'), max: startOfDay('2027-01-01') })
  fc.assert(
    fc.property(instant, fc.integer({ min: 0, max: 40 * 86_400 }), (from, length) => {
      const { all, filled } = daysOf({ from, to: from + length }, testStart)
      const slow: string[] = []
      // No day is shorter than 23 hours.
      for (let second = from; second <= from + length; second += 23 * 3600) slow.push(dayOf(second))
      slow.push(dayOf(from + length))
      const expected = [...new Set(slow)]
      expect(all).toEqual(expected)
      const mayHold = expected.filter((day) => day >= '2022-05-20' && day <= today)
      expect(expected.filter((day) => day >= filled.first && day <= filled.last)).toEqual(mayHold)
    }),
  )
})

test.each([
  ['reversed', { from: 200, to: 100 }],
  ['50 years long', { from: startOfDay('2022-05-20'), to: startOfDay('2072-05-20') }],
  ['one end alone', { from: 100 }],
])('a range that is %s is refused', (_name, range) => {
  expect(RangeQuery.safeParse(range).success).toBe(false)
})

/** Starts the job and stops it after its first round. */
async function runJob(database: Database): Promise<void> {
  let stop = async () => {}
  await new Promise<void>((resolve) => {
    const listener = (message: unknown) => {
      if ((message as JobRound).job !== 'figures') return
      jobRounds.unsubscribe(listener)
      resolve()
    }
    jobRounds.subscribe(listener)
    stop = startRefreshing(database, silentLog)
  })
  await stop()
}

describeEngines('stats', (engine) => {
  const database = engine.use()
  let server: TestApp
  let browser: Browser
  beforeAll(async () => {
    server = await buildTestApp(database.current)
  })
  afterAll(() => server.app.close())
  beforeEach(async () => {
    await database.empty()
    browser = await signIn(server)
    await insertCustomers(database.current, [{ country: 'es' }, { country: null }, { country: 'fr' }])
  })
  const read = async <Reply>(path: string): Promise<Reply> => {
    const reply = await browser.get(path)
    expect({ path, status: reply.statusCode }).toEqual({ path, status: 200 })
    return reply.json<Reply>()
  }
  /** Reads after the job has run. */
  const get = async <Reply>(path: string): Promise<Reply> => {
    await refreshFigures(database.current.orm)
    return read(path)
  }

  test('the analysis rejects a reversed or overlong range and defaults to this month', async () => {
    for (const query of ['?from=200&to=100', `?from=0&to=${startOfDay('2072-05-20')}`]) {
      const reply = await browser.get(`/stats/analysis${query}`)
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

  // [R27 every day] [2.3 daily row] [R27 zeros]
  test('returns every day of a range in order, including a 23-hour day', async () => {
    await insertPayments(database.current, [{ confirmedAt: startOfDay('2026-03-29') + 3600, amount: 700 }])
    const rows = await get<DailyRevenueRow[]>(`/stats/daily-revenue${rangeOf('2026-03-27', '2026-03-31')}`)
    const nothing = { total: 0, expenses: 0, gross: 0, refunds: 0 }
    expect(rows).toEqual([
      { date: '2026-03-27', ...nothing },
      { date: '2026-03-28', ...nothing },
      { date: '2026-03-29', ...nothing, total: 700, gross: 700 },
      { date: '2026-03-30', ...nothing },
      { date: '2026-03-31', ...nothing },
    ])
  })

  test('counts nothing before the first day or after today [2.9 earliest day] [R55 before first data]', async () => {
    await insertPayments(database.current, [
      { id: 1, confirmedAt: startOfDay('2022-05-19'), amount: 1 },
      { id: 2, confirmedAt: startOfDay('2022-05-20'), amount: 10 },
      { id: 3, confirmedAt: startOfDay(addDays(today, 1)), amount: 100 },
    ])
    const whole = await get<GeneralStats>(`${general}?from=0&to=${endOfDay(addDays(today, 5))}`)
    expect(whole).toMatchObject({ successPayments: 1, total: 10 })
    // Every day of any range is present; those before the first data are zeros (rulings 27 and 55).
    const before = `from=${startOfDay('2022-05-17')}`
    expect(await get<DailyRow[]>(`/stats/daily-new-qrs?${before}&to=${startOfDay('2022-05-19')}`)).toEqual(
      ['2022-05-17', '2022-05-18', '2022-05-19'].map((date) => ({ date, total: 0 })),
    )
    const first = await get<DailyRevenueRow[]>(`/stats/daily-revenue?${before}&to=${startOfDay('2022-05-21')}`)
    expect(first.map(({ date, gross }) => [date, gross])).toEqual([
      ['2022-05-17', 0],
      ['2022-05-18', 0],
      ['2022-05-19', 0],
      ['2022-05-20', 10],
      ['2022-05-21', 0],
    ])
    const future = await get<DailyRevenueRow[]>(`/stats/daily-revenue${rangeOf(today, addDays(today, 2))}`)
    expect(future.map(({ date, gross }) => [date, gross])).toEqual([
      [today, 0],
      [addDays(today, 1), 0],
      [addDays(today, 2), 0],
    ])
  })

  test('a refund by staff shows once the job has run', async () => {
    await insertPayments(database.current, [{ amount: 5_000, country: 'es', confirmedAt: testStart - 86_400 }])
    const before = await get<GeneralStats>(general + rangeOf(today))
    expect(before).toMatchObject({ refunds: 0, refundTotal: 0, subTotal: 0 })
    const reply = await browser.send('PATCH', '/payments/1/refund', { amount: 1_250 })
    expect(reply.statusCode).toBe(200)
    expect(await get<GeneralStats>(general + rangeOf(today))).toMatchObject({ refunds: 1, refundTotal: 1_250, subTotal: -1_250 })
  })

  test('responses only show the job’s last figures and their time, even while the job runs', async () => {
    const { orm, pool } = database.current
    const shown = async () => {
      const paths = [general + rangeOf(today), '/stats/countries-mrr', `/stats/analysis${rangeOf(today)}`]
      const [stats, countries, analysis] = (await Promise.all(paths.map((path) => read(path)))) as [GeneralStats, Summed, Summed]
      return {
        asOf: [stats.asOf, countries.asOf, analysis.asOf],
        total: [stats.total, countries.totals.totalRevenue, analysis.totals.total],
      }
    }
    await insertPayments(database.current, [{ amount: 5_000, country: 'es', confirmedAt: testStart }])
    expect(await shown()).toEqual({ asOf: [0, 0, 0], total: [0, 0, 0] })
    await runJob(database.current)
    expect(await shown()).toEqual({ asOf: [null, null, null], total: [5_000, 5_000, 5_000] })
    await pool.query(`UPDATE app_state SET value = '1781510000' WHERE key = 'figures'`)
    await insertPayments(database.current, [{ id: 2, amount: 700, country: 'es', confirmedAt: testStart }])
    const stale = { asOf: [1_781_510_000, 1_781_510_000, 1_781_510_000], total: [5_000, 5_000, 5_000] }
    expect(await shown()).toEqual(stale)
    // The embedded database has one session, so nobody can read while another holds a lock.
    if (engine.kind === 'postgres')
      await orm.transaction(async (tx) => {
        await lockFigures(tx)
        expect(await shown()).toEqual(stale)
      })
    await runJob(database.current)
    expect(await shown()).toEqual({ asOf: [null, null, null], total: [5_700, 5_700, 5_700] })
  })

  test('the job notifies consoles once per run, and only if figures changed', async () => {
    const { current } = database
    const logged = () => current.orm.$count(changes, eq(changes.type, 'figures'))
    await runJob(current)
    expect(await logged()).toBe(0)
    await insertPayments(
      current,
      [1, 2, 3].map((id) => ({ id, confirmedAt: testStart - id * 86_400 })),
    )
    await runJob(current)
    expect(await logged()).toBe(1)
    await runJob(current)
    expect(await logged()).toBe(1)
  })

  test('the job records when the figures were computed, but at most once a minute without changes', async () => {
    const { current } = database
    const noted = async () => (await figuresAsOf(current.orm)) || null
    expect(await noted()).toBe(null)
    const started = Math.floor(Date.now() / 1000)
    await runJob(current)
    const first = (await noted()) ?? 0
    expect(first).toBeGreaterThanOrEqual(started)
    await current.pool.query(`UPDATE app_state SET value = to_jsonb((value::text::bigint - 30)) WHERE key = 'figures'`)
    await runJob(current)
    expect(await noted()).toBe(first - 30)
    await insertPayments(current, [{ confirmedAt: testStart }])
    await runJob(current)
    expect(await noted()).toBeGreaterThanOrEqual(first)
    await current.pool.query(`UPDATE app_state SET value = to_jsonb((value::text::bigint - 61)) WHERE key = 'figures'`)
    await runJob(current)
    expect(await noted()).toBeGreaterThanOrEqual(first)
  })

  test('ratios are 0 when the divisor is 0 [2.3 free trials rate] [R52 division by zero]', async () => {
    const stats = await get<GeneralStats>(general + rangeOf(today))
    expect(stats).toMatchObject({ conversionRate: 0, disputeRate: 0, discountsPerPercentage: {}, coupons: 0 })
    const { rows, totals } = await get<{ rows: unknown[]; totals: AnalysisRow }>(`/stats/analysis${rangeOf(today)}`)
    expect(rows).toEqual([])
    expect(totals).toMatchObject({ cpt: 0, conversionRate: 0, costPerClick: 0, freeTrialsRate: 0, mrr: 0, arr: 0 })
  })

  test('sums daily scans and visits over all QR codes [2.7 daily qrs]', async () => {
    await insertQrs(database.current, [
      { id: 1, createdAt: testStart },
      { id: 2, userId: 2, createdAt: testStart },
    ])
    await database.current.orm.insert(qrDailyScans).values([
      { qrId: 1, day: addDays(today, -1), scans: 5, visits: 3 },
      { qrId: 2, day: addDays(today, -1), scans: 2, visits: 1 },
      { qrId: 2, day: today, scans: 4, visits: 4 },
    ])
    const range = rangeOf(addDays(today, -2), today)
    const seriesOf = async (path: string) => (await get<DailyRow[]>(path + range)).map(({ total }) => total)
    expect(await seriesOf('/stats/daily-new-scans')).toEqual([0, 7, 4])
    expect(await seriesOf('/stats/daily-visits')).toEqual([0, 4, 4])
    expect(await seriesOf('/stats/daily-new-qrs')).toEqual([0, 0, 2])
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

  test('counts every dispute, but no amount for those won, refunded, prevented or closed as a warning', async () => {
    await insertCustomers(database.current, [{ id: 11 }])
    const statuses = ['needs_response', 'under_review', 'lost', 'won', 'warning_closed', 'charge_refunded', 'prevented', null]
    await insertPayments(
      database.current,
      statuses.map((stripeDisputeStatus, index) => ({
        id: index + 1,
        userId: 11,
        confirmedAt: testStart,
        amount: 10 ** index,
        stripeDisputeStatus,
      })),
    )
    expect(await get(`/stats/general-stats${rangeOf(today)}`)).toMatchObject({
      disputeCount: 7,
      disputeTotal: 111,
      total: 11_111_111,
      subTotal: 11_111_000,
    })
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
    expect((await browser.get('/stats/analysis?sort=arr')).statusCode).toBe(400)
    await insertQrs(database.current, [{ id: 1 }])
    const { pagination } = await get<{ pagination: { current_page: number } }>('/stats/countries-mrr?page=9')
    expect(pagination.current_page).toBe(1)
  })

  // Who may read and what is refused is decided before any query.
  if (!engine.testsShared) return

  // [R3 role 1 reports] [R3 role 1 alone]
  test.each(['general-stats', 'daily-revenue', 'daily-visits', 'countries-mrr', 'analysis'])('%s is only for role 1', async (name) => {
    const other = await signIn(server, { rol: 2 })
    expect((await other.get(`/stats/${name}${rangeOf(today)}`)).statusCode).toBe(403)
    expect((await browser.get(`/stats/${name}${rangeOf(today)}`)).statusCode).toBe(200)
  })

  test.each([
    ['no range', ''],
    ['a reversed one', '?from=200&to=100'],
    ['50 years', `?from=0&to=${startOfDay('2072-05-20')}`],
    ['a word', '?from=yesterday&to=today'],
  ])('%s is rejected with 400 and the field', async (_name, query) => {
    for (const path of [general, '/stats/daily-revenue', ...Object.values(dailySeries).map((endpoint) => endpoint.path)]) {
      const reply = await browser.get(path + query)
      expect(reply.statusCode).toBe(400)
      expect(Object.keys(reply.json<{ details: object }>().details).length).toBeGreaterThan(0)
    }
  })
})
