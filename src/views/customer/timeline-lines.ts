import { displayTimeZone, formatDate } from '../../contract/dates.ts'
import type { TimelineEntry } from '../../contract/timeline.ts'

/** A timeline row; the first of a Madrid day carries its heading. */
export interface Line {
  entry: TimelineEntry
  day: string | null
}

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: displayTimeZone })

const hour = 3600
/** Cached by hour: formatting dates for thousands of entries on every page load is too slow. */
const days = new Map<number, string>()

/** The Madrid day in words. Madrid's offset is in whole hours, so an hour never spans two days. */
function dayText(at: number): string {
  const key = Math.floor(at / hour)
  const text = days.get(key) ?? `${formatDate(at)} ${weekday.format(at * 1000)}`
  days.set(key, text)
  return text
}

/** Adds day headings to entries, newest first. */
export function linesOf(entries: readonly TimelineEntry[]): Line[] {
  let last = ''
  return entries.map((entry) => {
    const day = dayText(entry.at)
    const isFirst = day !== last
    last = day
    return { entry, day: isFirst ? day : null }
  })
}
