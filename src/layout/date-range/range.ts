import { addDays, dayOf, earliestDay, endOfDay, formatDate, startOfDay } from '../../contract/dates.ts'

/** Whole Madrid days from the first to the last, as unix seconds: the last one is the last second of its day. */
export interface DateRange {
  from: number
  to: number
}

/** The range of two days (`YYYY-MM-DD`), in whichever order they were picked. */
export function rangeOfDays(one: string, other: string): DateRange {
  const [first, last] = one <= other ? [one, other] : [other, one]
  return { from: startOfDay(first), to: endOfDay(last) }
}

/** The day before or after a range of one day; null before the earliest day. */
export function neighbour(range: DateRange, step: 1 | -1): DateRange | null {
  const day = addDays(dayOf(range.from), step)
  return day < earliestDay ? null : rangeOfDays(day, day)
}

export function isOneDay(range: DateRange): boolean {
  return dayOf(range.from) === dayOf(range.to)
}

/** DD-MM-YYYY / DD-MM-YYYY */
export function formatRange(range: DateRange): string {
  return `${formatDate(range.from)} / ${formatDate(range.to)}`
}

/** The day it is in Madrid. */
export function today(): string {
  return dayOf(Math.floor(Date.now() / 1000))
}
