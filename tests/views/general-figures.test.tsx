import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { rangeOfDays } from '../../src/layout/kit/date-range/range.ts'
import { changeText } from '../../src/views/general/change.tsx'
import { chartOf, chartTabs, defaultChartPreset, hrefWith, readGeneralSearch, statsOf } from '../../src/views/general/search.ts'
import { netProfitOf, statsGroups } from '../../src/views/general/stats-groups.ts'
import { now, stats } from './support/general.ts'

/** The simulated window has no canvas, but the chart's table has the same data. */
beforeAll(() =>
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  ),
)
beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] })
})

describe('the dashboard URL', () => {
  const read = (raw: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(readGeneralSearch(raw)).filter(([, value]) => value !== undefined))

  test('omits defaults and drops unknown values', () => {
    expect(read({ tab: 'revenue', stats: 'today', page: '1', sort: 'subscribedUsers' })).toEqual({})
    expect(read({ tab: 'losses', range: 'decade', stats: 'century', from: '5', statsTo: '7', perPage: '33' })).toEqual({})
    expect(read({ tab: 'qrs', range: 'lm', stats: 'mtd', page: '2' })).toEqual({ tab: 'qrs', range: 'lm', stats: 'mtd', page: '2' })
  })

  test('accepts dates instead of preset names, unless they are reversed or too far apart', () => {
    expect(
      read({ range: 'lm', from: '1774738800', to: '1774821599', stats: 'lm', statsFrom: '1774738800', statsTo: '1774821599' }),
    ).toEqual({
      from: '1774738800',
      to: '1774821599',
      statsFrom: '1774738800',
      statsTo: '1774821599',
    })
    expect(read({ from: '1774821599', to: '1774738800' })).toEqual({})
    expect(read({ from: '0', to: '99999999999' })).toEqual({})
  })

  test('has one canonical form per state', () => {
    const search = readGeneralSearch({ page: '2', stats: 'lm', tab: 'scans' })
    expect(hrefWith(search, { range: 'ytd' })).toBe('/general?tab=scans&range=ytd&stats=lm&page=2')
    expect(hrefWith(readGeneralSearch({}), {})).toBe('/general')
  })

  test('defaults to 30 days, and to 7 for revenue on a phone [2.9 chart days]', () => {
    expect(chartTabs.map((tab) => defaultChartPreset(tab, false))).toEqual(chartTabs.map(() => 'last30'))
    expect(chartTabs.filter((tab) => defaultChartPreset(tab, true) === 'week')).toEqual(['revenue'])
    expect(chartOf({}, true)).toEqual({ tab: 'revenue', preset: 'week', range: rangeOfDays('2026-03-23', '2026-03-29') })
    expect(statsOf({})).toEqual({ period: 'today', range: rangeOfDays('2026-03-29', '2026-03-29') })
  })
})

describe('the figures', () => {
  // [2.3 conversion rate] [2.3 discounts] [2.3 net profit] [2.3 dashboard extras]
  test('are all listed once, with money, counts and rates formatted', () => {
    const said = statsGroups(stats).flatMap(({ title, lines }) =>
      lines.map((line) => `${title} | ${line.label} | ${[line.count?.text, line.amount?.text].filter(Boolean).join(' ')}`),
    )
    expect(said).toEqual([
      'Money | Total (gross) | 14.000,17\u00a0€',
      'Money | Subtotal | 13.730,92\u00a0€',
      'Money | Expenses | 3.000,14\u00a0€',
      'Payments | Succeeded | 706 14.000,17\u00a0€',
      'Payments | New | 207 4.100,08\u00a0€',
      'Payments | Subscriptions | 499 9.900,09\u00a0€',
      'Payments | Refunds | 11 210,12\u00a0€',
      'Payments | Disputes | 3 59,13\u00a0€',
      'Payments | Dispute rate | 0,42 %',
      'Acquisition | New trials | 1.201',
      'Acquisition | New subscribers | 403',
      'Acquisition | Conversion rate | 25,67 %',
      'Acquisition | Referred, paid | 8',
      'Churn | Trials ended unpaid | 302',
      'Churn | Cancelations | 65',
      'Churn | Subscriptions ended | 54',
      'Discounts | 50 % off | 12',
      'Discounts | 75 % off | 3',
      'Discounts | All discounts | 20',
    ])
    expect(netProfitOf(stats)).toBe(1_073_078)
  })

  test('show 0 for discounts that nobody used [2.3 discounts]', () => {
    const discounts = statsGroups({ ...stats, discountsPerPercentage: {}, coupons: 0 }).at(-1)
    expect(discounts?.lines.map(({ count }) => count?.text)).toEqual(['0', '0', '0'])
  })
})

describe('a change', () => {
  test.each([
    [112, 100, '↑ 12 %'],
    [88, 100, '↓ 12 %'],
    [100, 100, '= 0 %'],
    [0, 0, '= 0 %'],
    [5, 0, '↑ new'],
    [0, 5, '↓ 100 %'],
    [1001, 1000, '↑ < 1 %'],
    [-50, 100, '↓ 150 %'],
    [50, -100, '↑ 150 %'],
    [1_000_000, 1, '↑ > 9999 %'],
    [0.3, 0.2, '↑ 50 %'],
  ])('to %s from %s is %s', (now, past, text) => expect(changeText(now, past)).toBe(text))
})
