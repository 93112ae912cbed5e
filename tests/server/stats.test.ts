import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Database } from '../../server/db/connect.ts'
import { changes } from '../../server/db/schema/live.ts'
import { qrDailyScans } from '../../server/db/schema/qrs.ts'
import { silentLog } from '../../server/process/log.ts'
import { type JobRound, jobRounds } from '../../server/process/repeat.ts'
import { daysOf } from '../../server/resources/figures/range.ts'
import { lockFigures } from '../../server/resources/figures/rebuild.ts'
import { figuresAsOf, startRefreshing } from '../../server/resources/figures/refresh.ts'
import { addDays, dayOf, endOfDay, startOfDay } from '../../src/contract/dates.ts'
import type { AnalysisRow, DailyRevenueRow, DailyRow, GeneralStats } from '../../src/contract/stats.ts'
import { dailySeries, RangeQuery } from '../../src/contract/stats.ts'
import { testStart } from '../support/app.ts'
import { describeEngines } from '../support/database.ts'
import { insertCustomers, insertPayments, insertQrs } from '../support/rows.ts'
import { rangeOf, today, useStats } from '../support/stats.ts'

const general = '/stats/general-stats'

/** A table of countries. */
interface Summed {
  asOf: number | null
  totals: { total: number; totalRevenue: number }
}

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

describeEngines('stats', (engine) => {
  const stats = useStats(engine)
  const { database, read, get } = stats

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
    const reply = await stats.browser.send('PATCH', '/payments/1/refund', { amount: 1_250 })
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

  // Who may read and what is refused is decided before any query.
  if (!engine.testsShared) return

  test.each([
    ['no range', ''],
    ['a reversed one', '?from=200&to=100'],
    ['50 years', `?from=0&to=${startOfDay('2072-05-20')}`],
    ['a word', '?from=yesterday&to=today'],
  ])('%s is rejected with 400 and the field', async (_name, query) => {
    for (const path of [general, '/stats/daily-revenue', ...Object.values(dailySeries).map((endpoint) => endpoint.path)]) {
      const reply = await stats.browser.get(path + query)
      expect(reply.statusCode).toBe(400)
      expect(Object.keys(reply.json<{ details: object }>().details).length).toBeGreaterThan(0)
    }
  })
})
