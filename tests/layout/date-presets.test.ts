import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dayOf, daysInRange } from '../../src/contract/dates.ts'
import { before } from '../../src/layout/kit/date-range/before.ts'
import {
  chartChoices,
  choiceOf,
  listChoices,
  type Preset,
  pastPresets,
  periodChoices,
  rangeOfPreset,
} from '../../src/layout/kit/date-range/presets.ts'
import { formatDay, rangeOfDays } from '../../src/layout/kit/date-range/range.ts'
import { parseDay, readTypedRange } from '../../src/layout/kit/date-range/typed-dates.tsx'

const today = '2026-03-29'

describe('presets of whole Madrid days [1.9 chart presets]', () => {
  // [R27 week] [2.4 ranges] [R27 seven days]
  test.each<[Preset, string, string]>([
    ['today', '2026-03-29', '2026-03-29'],
    ['yesterday', '2026-03-28', '2026-03-28'],
    ['week', '2026-03-23', '2026-03-29'],
    ['last30', '2026-02-28', '2026-03-29'],
    ['mtd', '2026-03-01', '2026-03-29'],
    ['lm', '2026-02-01', '2026-02-28'],
    ['ytd', '2026-01-01', '2026-03-29'],
    ['ly', '2025-01-01', '2025-12-31'],
  ])('%s', (preset, first, last) => expect(rangeOfPreset(preset, today)).toEqual(rangeOfDays(first, last)))

  test.each<[Preset | null, string, string, string, string, string]>([
    ['today', '2026-03-29', '2026-03-29', '2026-03-28', '2026-03-28', 'yesterday'],
    ['yesterday', '2026-03-28', '2026-03-28', '2026-03-27', '2026-03-27', 'the previous day'],
    ['week', '2026-03-23', '2026-03-29', '2026-03-16', '2026-03-22', 'the previous 7 days'],
    ['mtd', '2026-03-01', '2026-03-29', '2026-02-01', '2026-02-28', 'the same days last month'],
    ['mtd', '2026-01-01', '2026-01-05', '2025-12-01', '2025-12-05', 'the same days last month'],
    ['lm', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31', 'the previous month'],
    ['ytd', '2024-01-01', '2024-02-29', '2023-01-01', '2023-02-28', 'the same days last year'],
    ['ly', '2025-01-01', '2025-12-31', '2024-01-01', '2024-12-31', 'the previous year'],
    [null, '2026-03-29', '2026-03-29', '2026-03-28', '2026-03-28', 'the previous day'],
    [null, '2026-03-01', '2026-03-10', '2026-02-19', '2026-02-28', 'the previous 10 days'],
  ])('%s from %s to %s is compared with %s to %s, %s', (preset, first, last, firstBefore, lastBefore, words) =>
    expect(before(rangeOfDays(first, last), preset)).toEqual({ range: rangeOfDays(firstBefore, lastBefore), words }),
  )

  test('a custom range is compared with the same number of days just before it', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 0, max: 800 }), (start, length) => {
        const [first, last] = [addDays('2022-05-20', start), addDays('2022-05-20', start + length)]
        const { range } = before(rangeOfDays(first, last), null)
        expect(daysInRange(range.from, range.to)).toBe(length + 1)
        expect(addDays(dayOf(range.to), 1)).toBe(first)
      }),
    ))

  test('of days to come begin today', () => {
    expect(rangeOfPreset('next7', '2026-12-28')).toEqual(rangeOfDays('2026-12-28', '2027-01-03'))
    expect(rangeOfPreset('next30', '2027-02-01')).toEqual(rangeOfDays('2027-02-01', '2027-03-02'))
  })

  test('never end after today, on any date', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...pastPresets),
        fc.date({ min: new Date('2023-02-01'), max: new Date('2035-12-31'), noInvalidDate: true }),
        (preset, date) => {
          const day = date.toISOString().slice(0, 10)
          const { from, to } = rangeOfPreset(preset, day)
          expect(dayOf(to) <= day).toBe(true)
          expect(daysInRange(from, to)).toBeGreaterThanOrEqual(1)
        },
      ),
    ))

  test('in January, last month is December of the previous year', () =>
    expect(rangeOfPreset('lm', '2026-01-15')).toEqual(rangeOfDays('2025-12-01', '2025-12-31')))
})

describe('presets in each widget [1.9 chart presets]', () => {
  test('chart: 7 and 30 days, this and last month, this year [2.2 chart ranges]', () =>
    expect(chartChoices.map(({ id, label }) => [id, label])).toEqual([
      ['week', 'Last 7 days'],
      ['last30', 'Last 30 days'],
      ['mtd', 'Current month'],
      ['lm', 'Last month'],
      ['ytd', 'Current year'],
    ]))

  test('list date filters: the same plus last year, recognised by their dates [1.9 date filter presets]', () => {
    expect(listChoices.map(({ label }) => label)).toEqual([...chartChoices.map(({ label }) => label), 'Last year'])
    for (const { id } of listChoices) expect(rangeOfPreset(choiceOf(listChoices, rangeOfPreset(id)) ?? 'today')).toEqual(rangeOfPreset(id))
    expect(choiceOf(listChoices, null)).toBeNull()
    expect(choiceOf(listChoices, rangeOfDays('2024-02-01', '2024-02-03'))).toBeNull()
  })

  test('figures, analysis and QR statistics: today, yesterday, a week, this and last month [2.2 stats card]', () =>
    expect(periodChoices.map(({ id }) => id)).toEqual(['today', 'yesterday', 'week', 'mtd', 'lm']))
})

describe('typed dates', () => {
  test.each([
    ['21-11-2026', '2026-11-21'],
    [' 1/2/2026 ', '2026-02-01'],
    ['01.02.2026', '2026-02-01'],
    ['2026-11-21', '2026-11-21'],
    ['29-02-2024', '2024-02-29'],
  ])('%s is %s', (typed, day) => expect(parseDay(typed)).toBe(day))

  test.each(['', '31-11-2026', '29-02-2026', '00-01-2026', '13-13-2026', '1-1-26', 'today', '21-11-20266'])("'%s' is rejected", (typed) =>
    expect(parseDay(typed)).toBeNull(),
  )

  test('round-trip when formatted and parsed', () =>
    fc.assert(
      fc.property(fc.date({ min: new Date('2022-05-20'), max: new Date('2099-12-31'), noInvalidDate: true }), (date) => {
        const day = date.toISOString().slice(0, 10)
        expect(parseDay(formatDay(day))).toBe(day)
      }),
    ))

  test('any text yields a date or nothing', () =>
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const day = parseDay(typed)
        if (day !== null) expect(day).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      }),
    ))

  test('form a range of whole days', () =>
    expect(readTypedRange('01-03-2026', '29-03-2026', today)).toEqual({ range: rangeOfDays('2026-03-01', '2026-03-29'), problems: null }))

  test.each([
    ['x', '29-03-2026', { first: 'Write the day as DD-MM-YYYY.', last: null }],
    ['01-03-2026', '31-02-2026', { first: null, last: 'Write the day as DD-MM-YYYY.' }],
    ['19-05-2022', '29-03-2026', { first: 'The first day is 20-05-2022.', last: null }],
    ['01-03-2026', '30-03-2026', { first: null, last: 'The last day is today, 29-03-2026.' }],
    ['02-03-2026', '01-03-2026', { first: null, last: 'The last day is before the first.' }],
  ])('%s to %s is rejected, saying what to fix [1.2 earliest day] [2.5 earliest day]', (first, last, problems) =>
    expect(readTypedRange(first, last, today)).toEqual({ range: null, problems }),
  )
})
