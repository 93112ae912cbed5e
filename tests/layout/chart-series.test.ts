import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../src/contract/dates.ts'
import { strokesOf } from '../../src/layout/chart/chart-options.ts'
import { type ChartData, dayInFull, dayText, dayTicks, isBlank, summaryOf, totalOf } from '../../src/layout/chart/chart-series.ts'
import { shortEuros, shortNumber } from '../../src/layout/chart/short-numbers.ts'
import { formatPercent } from '../../src/layout/list/figures/format-percent.ts'

const daysFrom = (first: string, count: number) => Array.from({ length: count }, (_, index) => addDays(first, index))

const data: ChartData = {
  title: 'Revenue',
  days: daysFrom('2026-03-28', 3),
  series: [
    { id: 'total', label: 'Total', colour: '--a', values: [100, 300, -50] },
    { id: 'gross', label: 'Gross', colour: '--b', values: [110, 330, 0] },
  ],
  format: (value) => `${value} c`,
  formatShort: String,
}

describe('chart data', () => {
  test('states the sums and the highest and lowest day', () =>
    expect(summaryOf(data)).toBe(
      'Revenue from Sat, 28 Mar 2026 to Mon, 30 Mar 2026: Total 350 c, Gross 440 c. Most 300 c on Sun, 29 Mar 2026, least -50 c on Mon, 30 Mar 2026.',
    ))

  test('describes a day without the hidden series', () => {
    expect(dayText(data, 1, new Set())).toBe('Sun, 29 Mar 2026: Total 300 c, Gross 330 c')
    expect(dayText(data, 1, new Set(['total']))).toBe('Sun, 29 Mar 2026: Gross 330 c')
  })

  test.each(['2026-03-29', '2026-10-25', '2026-12-31', '2026-01-01'])('%s is the same day in every time zone', (day) => {
    expect(dayInFull(day)).toContain(`${Number(day.slice(8))} `)
    expect(dayInFull(day)).toContain(day.slice(0, 4))
  })

  test('marks the unfinished day, and never reports it as the lowest', () => {
    const open = { ...data, unfinished: 2 }
    expect(dayText(open, 2, new Set())).toBe('Mon, 30 Mar 2026 (so far): Total -50 c, Gross 0 c')
    expect(summaryOf(open)).toMatch(/least 100 c on Sat, 28 Mar 2026\.$/)
  })

  test('omits days that the previous period lacks, but keeps its total', () => {
    const past = { id: 'before', label: 'Before', colour: '--c', values: [7, 8, null], total: 20, isBefore: true }
    const both = { ...data, series: [...data.series, past] }
    expect(dayText(both, 1, new Set())).toBe('Sun, 29 Mar 2026: Total 300 c, Gross 330 c, Before 8 c')
    expect(dayText(both, 2, new Set())).toBe('Mon, 30 Mar 2026: Total -50 c, Gross 0 c')
    expect(totalOf(past)).toBe(20)
    expect(isBlank({ series: [{ id: 'a', label: 'A', colour: '--a', values: [0, 0, 0] }, past] })).toBe(true)
  })

  test('draws the step to the unfinished day as a separate stroke', () => {
    const [total] = data.series
    const values = (unfinished?: number) =>
      strokesOf({ series: [total!], ...(unfinished === undefined ? {} : { unfinished }) }).map((stroke) => [stroke.isStep, stroke.values])
    expect(values()).toEqual([[false, [100, 300, -50]]])
    expect(values(2)).toEqual([
      [true, [null, 300, -50]],
      [false, [100, 300, null]],
    ])
    // Future days are not zeros, and the first day has no change from a previous one.
    expect(values(1)).toEqual([
      [true, [100, 300, null]],
      [false, [100, null, null]],
    ])
    expect(values(0)).toEqual([[false, [100, 300, -50]]])
  })

  test('recognises a chart of only zeros', () => {
    expect(isBlank({ series: [{ id: 'a', label: 'A', colour: '--a', values: [0, 0] }] })).toBe(true)
    expect(isBlank(data)).toBe(false)
    expect(totalOf({ values: [] })).toBe(0)
  })
})

describe('day labels', () => {
  test('fit the available room, in order, each for a day in the range', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3700 }), fc.integer({ min: 2, max: 20 }), (count, room) => {
        const days = daysFrom('2022-05-20', count)
        const { at, text } = dayTicks(days, room)
        expect(at.length).toBeGreaterThan(0)
        // A label covers at most 50 days, however little room there is.
        expect(at.length).toBeLessThanOrEqual(Math.max(room, Math.ceil(count / 50)))
        expect([...at].sort((a, b) => a - b)).toEqual(at)
        for (const index of at) expect(text(index)).toMatch(/^\d{1,2} \w+$|^\w+ \d\d$/)
      }),
      { numRuns: 60 },
    ))

  test('show days for a short range and months for a long one', () => {
    const week = dayTicks(daysFrom('2026-11-15', 7), 10)
    expect(week.at.map(week.text)).toEqual(['15 Nov', '16 Nov', '17 Nov', '18 Nov', '19 Nov', '20 Nov', '21 Nov'])
    const year = dayTicks(daysFrom('2026-01-01', 325), 12)
    expect(year.at.map(year.text).slice(0, 3)).toEqual(['Jan 26', 'Feb 26', 'Mar 26'])
  })
})

describe('axis numbers', () => {
  test.each([
    [0, '0'],
    [950, '950'],
    [1200, '1,2k'],
    [12_000, '12k'],
    [-1500, '−1,5k'],
    [3_400_000, '3,4M'],
    [2_000_000_000, '2bn'],
  ])('%i is shown as %s', (value, text) => expect(shortNumber(value)).toBe(text))

  test('show cents as euros', () => expect(shortEuros(123_456)).toBe('1,2k €'))

  test.each([
    [0, '0,00 %'],
    [0.1234, '12,34 %'],
    [1, '100,00 %'],
    [0.00004, '0,00 %'],
    [2.5, '250,00 %'],
  ])('a rate of %d is shown as %s [2.3 conversion rate] [2.9 conversion rate]', (ratio, text) => expect(formatPercent(ratio)).toBe(text))
})
