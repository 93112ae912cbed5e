import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)
dayjs.extend(timezone)

/** The zone of all day bounds and displayed times, whatever the browser's or server's zone (ruling 27). */
export const displayTimeZone = 'Europe/Madrid'

/** First selectable day (document 1, section 9). */
export const earliestDay = '2022-05-20'

/** First second of a Madrid day (`YYYY-MM-DD`), as unix seconds. */
export function startOfDay(day: string): number {
  return dayjs.tz(`${day}T00:00:00`, displayTimeZone).unix()
}

/** Last second of a Madrid day, as unix seconds; two days a year have 23 or 25 hours. */
export function endOfDay(day: string): number {
  return startOfDay(addDays(day, 1)) - 1
}

/** Adds days to a calendar day, independent of any zone. */
export function addDays(day: string, days: number): string {
  return dayjs.utc(day).add(days, 'day').format('YYYY-MM-DD')
}

/** Adds calendar months to a day, at most to the last day of that month: from 31 January, one month later is 28 February. */
export function addMonths(day: string, months: number): string {
  return dayjs.utc(day).add(months, 'month').format('YYYY-MM-DD')
}

// Swedish dates are ISO dates. It is asked for on every key in the palette, and dayjs takes 60 times as long.
const isoDay = new Intl.DateTimeFormat('sv-SE', { timeZone: displayTimeZone })

/** The Madrid day an instant falls on. */
export function dayOf(unixSeconds: number): string {
  return isoDay.format(unixSeconds * 1000)
}

const latest = { hour: -1, day: '' }

/** Today in Madrid. Formatted once an hour, as no day there begins within one. */
export function today(): string {
  const now = Math.floor(Date.now() / 1000)
  const hour = Math.floor(now / 3600)
  if (hour !== latest.hour) Object.assign(latest, { hour, day: dayOf(now) })
  return latest.day
}

/** Madrid days touched by a range, both ends included; below 1 if it ends on an earlier day than it begins. */
export function daysInRange(from: number, to: number): number {
  return dayjs.utc(dayOf(to)).diff(dayjs.utc(dayOf(from)), 'day') + 1
}

/** First and last second of a Madrid month; `month` is 1 to 12. */
export function monthBounds(year: number, month: number): { from: number; to: number } {
  const first = dayjs.utc(`${year}-${String(month).padStart(2, '0')}-01`)
  return { from: startOfDay(first.format('YYYY-MM-DD')), to: startOfDay(first.add(1, 'month').format('YYYY-MM-DD')) - 1 }
}

const formatter = new Intl.DateTimeFormat('en-GB', {
  timeZone: displayTimeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

function parts(unixSeconds: number): Record<string, string> {
  return Object.fromEntries(formatter.formatToParts(unixSeconds * 1000).map((part) => [part.type, part.value]))
}

/** `DD-MM-YYYY` in Madrid. */
export function formatDate(unixSeconds: number): string {
  const p = parts(unixSeconds)
  return `${p.day}-${p.month}-${p.year}`
}

/** `DD-MM-YYYY HH:mm:ss` in Madrid. */
export function formatDateTime(unixSeconds: number): string {
  const p = parts(unixSeconds)
  return `${p.day}-${p.month}-${p.year} ${p.hour}:${p.minute}:${p.second}`
}

/** `DD/MM/YYYY` in Madrid, for dates such as whois. */
export function formatDateSlashed(unixSeconds: number): string {
  const p = parts(unixSeconds)
  return `${p.day}/${p.month}/${p.year}`
}

/** `DD/MM/YYYY HH:mm` in Madrid, for notes and customer domains. */
export function formatDateMinute(unixSeconds: number): string {
  const p = parts(unixSeconds)
  return `${p.day}/${p.month}/${p.year} ${p.hour}:${p.minute}`
}
