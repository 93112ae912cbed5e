import { addDays, dayOf, earliestDay, endOfDay, formatDate, startOfDay, today } from '../../../contract/dates.ts'

/** Whole Madrid days in unix seconds; `to` is the last second of its day. */
export interface DateRange {
  from: number
  to: number
}

/** The range between two days (`YYYY-MM-DD`) in either order. */
export function rangeOfDays(one: string, other: string): DateRange {
  const [first, last] = one <= other ? [one, other] : [other, one]
  return { from: startOfDay(first), to: endOfDay(last) }
}

/**
 * The day before or after a one-day range; null beyond the earliest or latest day.
 * @param latestDay the last day that can be chosen, `YYYY-MM-DD`
 */
export function neighbour(range: DateRange, step: 1 | -1, latestDay = today()): DateRange | null {
  const day = addDays(dayOf(range.from), step)
  return day < earliestDay || (step === 1 && day > latestDay) ? null : rangeOfDays(day, day)
}

export function isOneDay(range: DateRange): boolean {
  return dayOf(range.from) === dayOf(range.to)
}

/** DD-MM-YYYY / DD-MM-YYYY */
export function formatRange(range: DateRange): string {
  return `${formatDate(range.from)} / ${formatDate(range.to)}`
}

/** `YYYY-MM-DD` as DD-MM-YYYY. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-')
  return `${date}-${month}-${year}`
}

export const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`
