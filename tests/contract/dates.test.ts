import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  dayOf,
  daysInRange,
  displayTimeZone,
  endOfDay,
  formatDate,
  formatDateMinute,
  formatDateSlashed,
  formatDateTime,
  monthBounds,
  startOfDay,
} from '../../src/contract/dates.ts'

const hour = 3600

/** The slow reference: Madrid time from Intl, as `YYYY-MM-DDTHH:mm:ss`. */
function madrid(unixSeconds: number): string {
  return new Date(unixSeconds * 1000).toLocaleString('sv-SE', { timeZone: displayTimeZone }).replace(' ', 'T')
}

const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2037-12-30'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('days in Madrid (ruling 27) [R27 madrid days]', () => {
  test.each([
    ['2026-01-15', 24, '2026-01-14T23:00:00Z'],
    ['2026-07-15', 24, '2026-07-14T22:00:00Z'],
    ['2026-03-29', 23, '2026-03-28T23:00:00Z'],
    ['2026-03-30', 24, '2026-03-29T22:00:00Z'],
    ['2026-10-25', 25, '2026-10-24T22:00:00Z'],
    ['2026-10-26', 24, '2026-10-25T23:00:00Z'],
    ['2024-02-29', 24, '2024-02-28T23:00:00Z'],
  ])('%s has %i hours [R27 inclusive days]', (of, hours, starts) => {
    expect(startOfDay(of)).toBe(Date.parse(starts) / 1000)
    expect(endOfDay(of) + 1 - startOfDay(of)).toBe(hours * hour)
  })

  test.each([
    ['2026-06-15', '2026-06-15', 1],
    ['2026-06-15', '2026-06-16', 2],
    ['2026-03-28', '2026-03-30', 3],
    ['2026-10-24', '2026-10-26', 3],
    ['2026-01-01', '2026-03-31', 90],
    ['2026-06-16', '2026-06-15', 0],
  ])('%s to %s is %i days, inclusive', (first, last, days) => {
    for (const from of [startOfDay(first), endOfDay(first)])
      for (const to of [startOfDay(last), endOfDay(last)]) expect(daysInRange(from, to)).toBe(days)
  })

  test('begin and end at the times Intl gives [1.9 madrid] [2.1 madrid]', () => {
    fc.assert(
      fc.property(day, (of) => {
        expect(madrid(startOfDay(of))).toBe(`${of}T00:00:00`)
        expect(madrid(startOfDay(of) - 1).slice(0, 10)).toBe(addDays(of, -1))
        expect(madrid(endOfDay(of))).toBe(`${of}T23:59:59`)
        expect(startOfDay(addDays(of, 1))).toBe(endOfDay(of) + 1)
      }),
    )
  })

  test('an instant falls on the same day as in Intl', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_577_836_800, max: 2_145_900_000 }), (instant) => {
        expect(dayOf(instant)).toBe(madrid(instant).slice(0, 10))
      }),
    )
  })

  test('adding days handles months, leap years and clock changes', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
  })

  test('months span their first to their last day', () => {
    expect(monthBounds(2026, 3)).toEqual({ from: startOfDay('2026-03-01'), to: endOfDay('2026-03-31') })
    expect(monthBounds(2026, 12)).toEqual({ from: startOfDay('2026-12-01'), to: endOfDay('2026-12-31') })
    expect(monthBounds(2024, 2)).toEqual({ from: startOfDay('2024-02-01'), to: endOfDay('2024-02-29') })
    const march = monthBounds(2026, 3)
    expect(march.to + 1 - march.from).toBe((31 * 24 - 1) * hour)
  })
})

describe('formatted instants', () => {
  const instant = Date.parse('2026-10-25T00:30:05Z') / 1000

  // [1.9 madrid] [1.9 date formats] [2.1 madrid] [2.9 date formats]
  test('are in Madrid time and the documented formats', () => {
    expect(formatDate(instant)).toBe('25-10-2026')
    expect(formatDateSlashed(instant)).toBe('25/10/2026')
    expect(formatDateTime(instant)).toBe('25-10-2026 02:30:05')
    // That hour occurs twice in that night.
    expect(formatDateTime(instant + hour)).toBe('25-10-2026 02:30:05')
    expect(formatDateMinute(instant + 2 * hour)).toBe('25/10/2026 03:30')
    expect(formatDateTime(startOfDay('2026-07-01'))).toBe('01-07-2026 00:00:00')
  })
})
