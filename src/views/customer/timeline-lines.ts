import { dayOf, displayTimeZone, today } from '../../contract/dates.ts'
import type { TimelineEntry } from '../../contract/timeline.ts'

/** A timeline row; the first of a Madrid day carries its heading. */
export interface Line {
  entry: TimelineEntry
  day: string | null
  /** All emails of the day, newest first, if this row stands for several. */
  emails: TimelineEntry[]
}

const named = (parts: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: displayTimeZone })
const weekday = named({ weekday: 'short' })
const day = named({ day: 'numeric', month: 'short' })
const dayOfOtherYear = named({ day: 'numeric', month: 'short', year: 'numeric' })

const hour = 3600
/** Cached by hour: formatting dates for thousands of entries on every page load is too slow. */
const days = new Map<number, string>()

/** 'Thu, 26 Nov', with the year if it isn't this one. Madrid's offset is in whole hours, so an hour never spans two days. */
function dayText(at: number): string {
  const key = Math.floor(at / hour)
  const known = days.get(key)
  if (known !== undefined) return known
  const isThisYear = dayOf(at).slice(0, 4) === today().slice(0, 4)
  const text = `${weekday.format(at * 1000)}, ${(isThisYear ? day : dayOfOtherYear).format(at * 1000)}`
  days.set(key, text)
  return text
}

/** How long a refund takes at the provider. */
const maxProviderSeconds = 60

/** Adds day headings to entries, newest first. @param foldsEmails one row for the emails of a day */
export function linesOf(entries: readonly TimelineEntry[], foldsEmails = true): Line[] {
  const lines: Line[] = []
  let last = ''
  let ofDay: Line | undefined
  const signUp = entries.find(({ kind }) => kind === 'signup')
  const others = entries.filter(({ kind }) => kind === 'refund' || kind === 'note')
  const hasOwn = (kind: TimelineEntry['kind'], { at, actor }: TimelineEntry) =>
    others.some((other) => other.kind === kind && other.actor === actor && Math.abs(other.at - at) <= maxProviderSeconds)
  // The app's own event of it says the same, and so does what staff did to refund or to write a note.
  const isSaid = (entry: TimelineEntry) => {
    const { kind, what, at } = entry
    if (kind === 'event') return /^sign_?up$/.test(what) && at === signUp?.at
    return kind === 'staff' && ((what === 'payment.refund' && hasOwn('refund', entry)) || (what === 'note.write' && hasOwn('note', entry)))
  }
  for (const entry of entries) {
    if (isSaid(entry)) continue
    const heading = dayText(entry.at)
    const isFirst = heading !== last
    if (isFirst) ofDay = undefined
    last = heading
    const isEmail = foldsEmails && entry.kind === 'email'
    if (isEmail && ofDay) {
      if (ofDay.emails.length === 0) ofDay.emails.push(ofDay.entry)
      ofDay.emails.push(entry)
      continue
    }
    const line: Line = { entry, day: isFirst ? heading : null, emails: [] }
    if (isEmail) ofDay = line
    lines.push(line)
  }
  return lines
}
