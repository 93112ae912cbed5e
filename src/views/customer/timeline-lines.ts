import { displayTimeZone, formatDate } from '../../contract/dates.ts'
import type { TimelineEntry } from '../../contract/timeline.ts'

/** One entry on screen. The first of a Madrid day carries that day's heading. */
export interface Line {
  entry: TimelineEntry
  day: string | null
}

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: displayTimeZone })

const hour = 3600
/** The day of every hour asked for so far: dates cost too much to be worked out for thousands of entries with each piece that comes. */
const days = new Map<number, string>()

/** The Madrid day of an instant in words. Madrid is whole hours off, so that an hour belongs to one day. */
function dayText(at: number): string {
  const key = Math.floor(at / hour)
  let text = days.get(key)
  if (text === undefined) {
    text = `${formatDate(at)} ${weekday.format(at * 1000)}`
    days.set(key, text)
  }
  return text
}

/** Entries, newest first, with the headings of their days. */
export function linesOf(entries: readonly TimelineEntry[]): Line[] {
  let last = ''
  return entries.map((entry) => {
    const day = dayText(entry.at)
    const isFirst = day !== last
    last = day
    return { entry, day: isFirst ? day : null }
  })
}
