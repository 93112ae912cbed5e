import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { extendedTrial, trialDaysStep } from '../../../src/commands/shared/trial-days.ts'
import { addDays, dayOf, formatDate, startOfDay } from '../../../src/contract/dates.ts'

const now = 1_795_000_000 // 18 November 2026
const day = 86_400

const ends = (triallingEndsAt: number | null) => ({ triallingEndsAt, stripeTrialEnd: null })

describe('until when a trial is extended', () => {
  beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: now * 1000 }))
  afterAll(() => void vi.useRealTimers())

  test.each([
    ['7', ends(now), { value: 7, refusal: null, words: '7 days' }],
    ['until 10 december', ends(startOfDay('2026-12-03') + 40_000), { value: 7, refusal: null, words: '7 days, until 10-12-2026' }],
    ['until 10-12-2026', ends(null), { value: 22, refusal: null, words: '22 days, until 10-12-2026' }],
    ['until friday', ends(now - 30 * day), { value: 2, refusal: null, words: '2 days, until 20-11-2026' }],
    ['1 month', ends(startOfDay('2026-12-03') + 40_000), { value: 31, refusal: null, words: '31 days, until 03-01-2027' }],
    ['2 months', ends(startOfDay('2026-12-31') + 40_000), { value: 59, refusal: null, words: '59 days, until 28-02-2027' }],
    ['1 year', ends(null), { value: 365, refusal: null, words: '365 days, until 18-11-2027' }],
    ['2 years', ends(null), { value: null, refusal: 'Must be a whole number from 1 to 365.' }],
    ['1 month', {}, { value: null, refusal: 'The end of the trial isn’t known here: type the days.' }],
    ['until 1 december', ends(startOfDay('2026-12-03')), { value: null, refusal: 'It would end on 03-12-2026 already.' }],
    ['until 1 december', {}, { value: null, refusal: 'The end of the trial isn’t known here: type the days.' }],
    ['until 1 december or so', ends(now), { value: null, refusal: 'Must be a whole number from 1 to 365.' }],
    ['until december 2028', ends(now), { value: null, refusal: 'Must be a whole number from 1 to 365.' }],
  ])('reads ‘%s’', (typed, trial, read) => {
    expect(trialDaysStep.read(typed, trial)).toEqual(read)
  })

  test('ends on the day that was typed, also where the clocks change', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 700 * day }), fc.integer({ min: 1, max: 360 }), (later, days) => {
        const from = now + later
        const until = addDays(dayOf(from), days)
        const [year, month, date] = until.split('-')
        const read = trialDaysStep.read(`until ${date}-${month}-${year}`, ends(from))
        expect(read.refusal).toBeNull()
        const end = from + Number(read.value) * day
        expect(read).toMatchObject({ words: expect.stringContaining(`until ${formatDate(end)}`) as string })
        const isPossible = [-1, 0, 1].some((more) => dayOf(end + more * day) === until)
        expect(dayOf(end) === until || !isPossible).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    // At half past eleven in the evening, before the clocks go forward on 28 March 2027.
    ['until 29-03-2027', '29-03-2027', 3],
    // Nothing that ends then would end on the short day.
    ['until 28-03-2027', '29-03-2027', 3],
    ['until 27-03-2027', '27-03-2027', 2],
  ])('%s is until %s late at night when the clocks go forward', (typed, end, days) => {
    expect(trialDaysStep.read(typed, ends(startOfDay('2027-03-25') + 23.5 * 3600))).toMatchObject({
      value: days,
      words: `${days} days, until ${end}`,
    })
  })

  test('says which day replaces which', () => {
    expect(extendedTrial(ends(startOfDay('2026-12-03')), 7)).toBe('ends on 10-12-2026 instead of 03-12-2026.')
    expect(extendedTrial(ends(null), 7)).toBe('ends on 25-11-2026.')
    expect(extendedTrial({}, 7)).toBe('gets 7 days more, from its end or, if that has passed, from now.')
  })
})
