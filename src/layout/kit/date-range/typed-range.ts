import { earliestDay } from '../../../contract/dates.ts'
import { type DateRange, formatDay, rangeOfDays, today } from './range.ts'

/** What is wrong with either typed day. */
interface Problems {
  first: string | null
  last: string | null
}

/** The parsed range, or what to correct. */
export type TypedRange = { range: DateRange; problems: null } | { range: null; problems: Problems }

/**
 * Parses a typed day to `YYYY-MM-DD`: DD-MM-YYYY with any separator
 * or without leading zeros, or ISO. Null if the day doesn't exist.
 */
export function parseDay(typed: string): string | null {
  const text = typed.trim()
  const [, year, month, date] =
    /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? reordered(/^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(text))
  if (year === undefined || month === undefined || date === undefined) return null
  const parsed = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)))
  // Date would roll the 31st of a shorter month over to the next.
  const isReal = parsed.getUTCMonth() === Number(month) - 1 && parsed.getUTCDate() === Number(date)
  return isReal ? `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}` : null
}

function reordered(match: RegExpExecArray | null): (string | undefined)[] {
  return match ? [match[0], match[3], match[2], match[1]] : []
}

/** Parses two typed days; unlike picked ones, they must be in order. */
export function readTypedRange(first: string, last: string, latestDay = today()): TypedRange {
  const from = parseDay(first)
  const to = parseDay(last)
  const problems = { first: problemOf(from, latestDay), last: problemOf(to, latestDay) }
  if (from === null || to === null || problems.first || problems.last) return { range: null, problems }
  if (from > to) return { range: null, problems: { first: null, last: 'The last day is before the first.' } }
  return { range: rangeOfDays(from, to), problems: null }
}

function problemOf(day: string | null, latestDay: string): string | null {
  if (day === null) return 'Write the day as DD-MM-YYYY.'
  if (day < earliestDay) return `The first day is ${formatDay(earliestDay)}.`
  return day > latestDay ? `The last day is today, ${formatDay(latestDay)}.` : null
}
