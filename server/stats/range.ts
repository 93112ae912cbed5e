import { addDays, dayOf, earliestDay, startOfDay } from '../../src/contract/dates.ts'
import { RangeQuery } from '../../src/contract/stats.ts'
import type { Days } from '../figures/marks.ts'
import { ApiError } from '../http/errors.ts'

/** Which days a range of unix seconds asks for. */
export interface StatsDays {
  /** The Madrid days that it touches. */
  all: string[]
  /** Those that may hold something: from the earliest day up to today. Reversed if there are none. */
  filled: Days
}

/** Ruling 27: a range touches every Madrid day of which a second lies in it. @param now unix seconds */
export function daysOf({ from, to }: RangeQuery, now: number): StatsDays {
  const [first, last, today] = [dayOf(from), dayOf(to), dayOf(now)]
  const all: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) all.push(day)
  return { all, filled: { first: first > earliestDay ? first : earliestDay, last: last < today ? last : today } }
}

/**
 * The range of the analysis: this month to date for what is left out.
 * @throws ApiError bad_request where it is reversed or too long
 */
export function analysisRange(asked: { from?: number | undefined; to?: number | undefined }, now: number): RangeQuery {
  const to = asked.to ?? now
  const from = asked.from ?? startOfDay(`${dayOf(to).slice(0, 7)}-01`)
  const range = RangeQuery.safeParse({ from, to })
  if (range.success) return range.data
  const [issue] = range.error.issues
  throw new ApiError('bad_request', 'Check: to.', { details: { to: issue?.message ?? 'The range is wrong.' } })
}
