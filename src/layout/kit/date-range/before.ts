import { addDays, dayOf, daysInRange } from '../../../contract/dates.ts'
import type { Preset } from './presets.ts'
import { type DateRange, firstOfMonth, rangeOfDays } from './range.ts'

/** A period to compare with, and its name in a sentence: 'the previous 7 days'. */
export interface Before {
  range: DateRange
  words: string
}

/**
 * What a range is compared with: months and years with the same days of the one before, anything else with as many
 * days right before it.
 * @param preset what the range was chosen by; null for two dates
 */
export function before({ from, to }: DateRange, preset: Preset | null): Before {
  const [first, last] = [dayOf(from), dayOf(to)]
  switch (preset) {
    case 'mtd':
      return { range: rangeOfDays(monthBefore(first), monthBefore(last)), words: 'the same days last month' }
    case 'lm': {
      const end = addDays(first, -1)
      return { range: rangeOfDays(firstOfMonth(end), end), words: 'the previous month' }
    }
    case 'ytd':
      return { range: rangeOfDays(yearBefore(first), yearBefore(last)), words: 'the same days last year' }
    case 'ly':
      return { range: rangeOfDays(yearBefore(first), yearBefore(last)), words: 'the previous year' }
    default: {
      const days = daysInRange(from, to)
      const range = rangeOfDays(addDays(first, -days), addDays(first, -1))
      const words = preset === 'today' ? 'yesterday' : days === 1 ? 'the previous day' : `the previous ${days} days`
      return { range, words }
    }
  }
}

/** The same day a month earlier, or that month's last: 31 March becomes 28 February. */
function monthBefore(day: string): string {
  const end = addDays(firstOfMonth(day), -1)
  return day.slice(8) < end.slice(8) ? `${end.slice(0, 8)}${day.slice(8)}` : end
}

/** The same day a year earlier; 28 February for the 29th. */
function yearBefore(day: string): string {
  const year = String(Number(day.slice(0, 4)) - 1)
  return `${year}${day.slice(4) === '-02-29' ? '-02-28' : day.slice(4)}`
}
