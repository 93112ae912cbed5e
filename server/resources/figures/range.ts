import { addDays, dayOf, earliestDay, startOfDay } from '../../../src/contract/dates.ts'
import { RangeQuery } from '../../../src/contract/stats.ts'
import { ApiError } from '../../http/errors.ts'
import type { Days } from '../figures/marks.ts'

/** The days a range covers. */
export interface StatsDays {
  /** All Madrid days it touches. */
  all: string[]
  /** Days that may have data, from the earliest day to today; reversed if there are none. */
  filled: Days
}

/**
 * A range covers every Madrid day it touches (ruling 27).
 * @param now unix seconds
 */
export function daysOf({ from, to }: RangeQuery, now: number): StatsDays {
  const [first, last, today] = [dayOf(from), dayOf(to), dayOf(now)]
  const all: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) all.push(day)
  return { all, filled: { first: first > earliestDay ? first : earliestDay, last: last < today ? last : today } }
}

/**
 * The analysis range; missing bounds default to this month to date.
 * @throws ApiError bad_request if reversed or too long
 */
export function analysisRange(requested: { from?: number | undefined; to?: number | undefined }, now: number): RangeQuery {
  const to = requested.to ?? now
  const from = requested.from ?? startOfDay(`${dayOf(to).slice(0, 7)}-01`)
  const range = RangeQuery.safeParse({ from, to })
  if (range.success) return range.data
  const [issue] = range.error.issues
  throw new ApiError('bad_request', 'Check: to.', { details: { to: issue?.message ?? 'The range is wrong.' } })
}
