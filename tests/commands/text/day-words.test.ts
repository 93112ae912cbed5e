import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDays } from '../../../src/commands/text/day-words.ts'
import { daysAmong } from '../../../src/commands/text/days-among.ts'
import { tokenize } from '../../../src/commands/text/tokens.ts'
import { addDays, earliestDay } from '../../../src/contract/dates.ts'

// A Monday.
const today = '2026-11-23'

describe('readDays', () => {
  test.each<[text: string, first: string, last: string, count?: number]>([
    ['today', today, today],
    ['yesterday', '2026-11-22', '2026-11-22'],
    ['since monday', '2026-11-23', today],
    ['since tuesday', '2026-11-17', today],
    ['last monday', '2026-11-16', '2026-11-16'],
    ['fri', '2026-11-20', '2026-11-20'],
    ['march', '2026-03-01', '2026-03-31'],
    ['mar', '2026-03-01', '2026-03-31'],
    ['december', '2025-12-01', '2025-12-31'],
    ['november', '2026-11-01', '2026-11-30'],
    ['february 2024', '2024-02-01', '2024-02-29'],
    ['since march', '2026-03-01', today],
    ['before march', earliestDay, '2026-02-28'],
    ['until march', earliestDay, '2026-03-31'],
    ['after march', '2026-04-01', today],
    ['3 march', '2026-03-03', '2026-03-03'],
    ['march 3', '2026-03-03', '2026-03-03'],
    ['3 march 2025', '2025-03-03', '2025-03-03'],
    ['this week', '2026-11-23', today],
    ['last week', '2026-11-16', '2026-11-22'],
    ['this month', '2026-11-01', today],
    ['last month', '2026-10-01', '2026-10-31'],
    ['this year', '2026-01-01', today],
    ['last year', '2025-01-01', '2025-12-31'],
    ['last 7 days', '2026-11-17', today],
    ['past 2 weeks', '2026-11-10', today],
    ['3 days ago', '2026-11-20', '2026-11-20'],
    ['01-03-2026', '2026-03-01', '2026-03-01'],
    ['1.3.2026', '2026-03-01', '2026-03-01'],
    ['2026-03-01', '2026-03-01', '2026-03-01'],
    ['24-12', '2025-12-24', '2025-12-24'],
    ['03-2026', '2026-03-01', '2026-03-31'],
    ['2026-03', '2026-03-01', '2026-03-31'],
    ['2025', '2025-01-01', '2025-12-31'],
    ['q3', '2026-07-01', '2026-09-30'],
    ['q4 2025', '2025-10-01', '2025-12-31'],
    ['from 01-03-2026 to 15-03-2026', '2026-03-01', '2026-03-15'],
    ['between january and march', '2026-01-01', '2026-03-31'],
    ['january to march', '2026-01-01', '2026-03-31'],
    ['from monday', '2026-11-23', today],
    ['march payments', '2026-03-01', '2026-03-31', 1],
    ['last 48 hours', '2026-11-21', today],
    ['this morning', today, today],
    ['last weekend', '2026-11-21', '2026-11-22'],
    ['day before yesterday', '2026-11-21', '2026-11-21'],
    ['older than 30 days', earliestDay, '2026-10-23'],
    ['more than a week ago', earliestDay, '2026-11-15'],
    ['over 2 months old', earliestDay, '2026-09-23'],
  ])('%s', (text, first, last, count = text.split(' ').length) => {
    expect(readDays(text.split(' '), today)).toEqual({ days: { first, last }, count })
  })

  test.each<[text: string, first: string, last: string, count?: number]>([
    ['today', today, today],
    ['tomorrow', '2026-11-24', '2026-11-24'],
    ['soon', today, '2026-11-30'],
    ['this week', '2026-11-23', '2026-11-29'],
    ['next week', '2026-11-30', '2026-12-06'],
    ['last week', '2026-11-16', '2026-11-22'],
    ['this month', '2026-11-01', '2026-11-30'],
    ['next month', '2026-12-01', '2026-12-31'],
    ['next year', '2027-01-01', '2027-12-31'],
    ['next 7 days', today, '2026-11-30'],
    ['3 days', '2026-11-26', '2026-11-26'],
    ['3 days ago', '2026-11-20', '2026-11-20'],
    ['monday', today, today],
    ['friday', '2026-11-27', '2026-11-27'],
    ['next monday', '2026-11-30', '2026-11-30'],
    ['last friday', '2026-11-20', '2026-11-20'],
    ['december', '2026-12-01', '2026-12-31'],
    ['november', '2026-11-01', '2026-11-30'],
    ['march', '2027-03-01', '2027-03-31'],
    ['march 2027', '2027-03-01', '2027-03-31'],
    ['3 march', '2027-03-03', '2027-03-03'],
    ['24-12', '2026-12-24', '2026-12-24'],
    ['q1', '2027-01-01', '2027-03-31'],
    ['until friday', today, '2026-11-27'],
    ['before december', today, '2026-11-30'],
    ['from friday to sunday', '2026-11-27', '2026-11-29'],
  ])('%s, of days to come', (text, first, last, count = text.split(' ').length) => {
    expect(readDays(text.split(' '), today, true)).toEqual({ days: { first, last }, count })
  })

  test.each(['since friday', 'after friday', 'from friday', '2030', 'next', 'next 0 days'])(
    'returns null for %s, of days to come',
    (text) => {
      expect(readDays(text.split(' '), today, true)).toBeNull()
    },
  )

  test.each([
    'tomorrow',
    'soon',
    'next week',
    '3 days',
    '31-02-2026',
    'since',
    'from to',
    '2019',
    '2027',
    '4711',
    'ma',
    'since 99',
    'last',
    '0 days ago',
    '13-2026',
    'from march to january',
  ])('returns null for %s', (text) => {
    expect(readDays(text.split(' '), today)).toBeNull()
  })

  test('returns only valid dates in order, for any input', () => {
    const word = fc.oneof(
      fc.constantFrom(
        'since',
        'from',
        'to',
        'between',
        'and',
        'last',
        'this',
        'week',
        'days',
        'ago',
        'march',
        'monday',
        'q2',
        '2025',
        'before',
        'after',
      ),
      fc.stringMatching(/^[\d.-]{1,10}$/),
      fc.string({ maxLength: 6 }),
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 7 }), fc.integer({ min: 0, max: 900 }), (words, back) => {
        const found = readDays(words, addDays(today, -back))
        if (!found) return
        expect(found.count).toBeGreaterThan(0)
        expect(found.count).toBeLessThanOrEqual(words.length)
        expect(found.days.first <= found.days.last).toBe(true)
        for (const day of [found.days.first, found.days.last]) expect(addDays(addDays(day, 1), -1)).toBe(day)
      }),
      { numRuns: 500 },
    )
  })
})

describe('daysAmong', () => {
  test.each<[text: string, words: string | null]>([
    ['refund the payment of 4 november ana', '4 november'],
    ['refund ana last week', 'last week'],
    ['refund ana 03-11-2026 half', '03-11-2026'],
    ['refund the payment from march of ana', 'from march'],
    ['refund the payments of ana since march', null],
    ['refund the payment of ana before 3 march', null],
    ['refund the last payment of ana', null],
    ['10 april', '10 april'],
    ['refund the august payment of ana@cafesol.es', 'august'],
    ['refund june cus_Qx81hT0kq2Lm4z', 'june'],
    ['refund the april payment', 'april'],
    ['refund april payment of 12', 'april'],
    ['august ana', null],
    ['refund 2026', null],
    ['refund 7 days', null],
    ['', null],
  ])('finds in ‘%s’ the days ‘%s’', (text, words) => {
    expect(
      daysAmong(tokenize(text).tokens, today)
        ?.tokens.map(({ raw }) => raw)
        .join(' ') ?? null,
    ).toBe(words)
  })
})
