import { addDays, earliestDay } from '../../contract/dates.ts'

/** A stretch of calendar days, `YYYY-MM-DD`, both included. */
export interface Days {
  first: string
  last: string
}

/** Days that words name, and how many words that took. */
export interface SaidDays {
  days: Days
  count: number
}

const monthNames = 'january february march april may june july august september october november december'.split(' ')
const weekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')
const shortestName = 3

/**
 * Reads the days that words name at their beginning: 'since monday', 'march 2026', 'last 7 days', 'from 01-03-2026 to
 * today'. Months and weekdays without a year or date are the latest ones. Null if they name none.
 * @param words folded, without slashes
 * @param today `YYYY-MM-DD`
 */
export function readDays(words: readonly string[], today: string): SaidDays | null {
  const [lead = '', ...rest] = words
  if (['since', 'after', 'before', 'until', 'till'].includes(lead)) {
    const found = daysAt(rest, today)
    if (!found) return null
    const { first, last } = found.days
    if (lead === 'since') return said(first, today, found.count + 1)
    if (lead === 'after') return said(addDays(last, 1), today, found.count + 1)
    return said(earliestDay, lead === 'before' ? addDays(first, -1) : last, found.count + 1)
  }
  const isRange = lead === 'between' || lead === 'from'
  const named = isRange ? rest : words
  const begin = daysAt(named, today)
  if (!begin) return null
  const [link = '', ...behind] = named.slice(begin.count)
  const end = (isRange ? ['and', 'to', 'until', 'till', '-'] : ['to', '-']).includes(link) ? daysAt(behind, today) : null
  if (end) return said(begin.days.first, end.days.last, (isRange ? 2 : 1) + begin.count + end.count)
  if (lead === 'between') return null
  return lead === 'from' ? said(begin.days.first, today, begin.count + 1) : begin
}

/** Days that are in order only. */
const said = (first: string, last: string, count: number): SaidDays | null => (first <= last ? { days: { first, last }, count } : null)

function daysAt(words: readonly string[], today: string): SaidDays | null {
  const [word = '', second = '', third = ''] = words
  if (word === 'today') return said(today, today, 1)
  if (word === 'yesterday') return said(addDays(today, -1), addDays(today, -1), 1)
  const weekday = word === 'last' ? placeIn(weekdays, second) : placeIn(weekdays, word)
  if (weekday >= 0) {
    const back = (weekdayOf(today) - weekday + 7) % 7 || (word === 'last' ? 7 : 0)
    return said(addDays(today, -back), addDays(today, -back), word === 'last' ? 2 : 1)
  }
  return (
    relativeAt(word, second, third, today) ?? dateAt(word, today) ?? monthAt(word, second, third, today) ?? quarterAt(word, second, today)
  )
}

const units: Record<string, (today: string) => Days> = {
  week: (today) => ({ first: addDays(today, -((weekdayOf(today) + 6) % 7)), last: today }),
  month: (today) => ({ first: `${today.slice(0, 8)}01`, last: today }),
  year: (today) => ({ first: `${today.slice(0, 4)}-01-01`, last: today }),
}
const unitDays: Record<string, number> = { day: 1, week: 7, month: 30, year: 365 }

/** 'this month', 'last week', 'last 30 days', '3 days ago'. */
function relativeAt(word: string, second: string, third: string, today: string): SaidDays | null {
  const isLast = word === 'last' || word === 'past' || word === 'previous'
  const thisOne = units[second]?.(today)
  if (word === 'this' && thisOne) return { days: thisOne, count: 2 }
  if (isLast && thisOne) {
    const last = addDays(thisOne.first, -1)
    return said(units[second]?.(last).first ?? last, last, 2)
  }
  const [number, unit] = isLast ? [second, third] : [word, second]
  const days = /^[1-9]\d{0,2}$/.test(number) ? (unitDays[unit.replace(/s$/, '')] ?? 0) * Number(number) : 0
  if (days === 0) return null
  if (isLast) return said(addDays(today, 1 - days), today, 3)
  return third === 'ago' ? said(addDays(today, -days), addDays(today, -days), 3) : null
}

/** '01-03-2026', '1-3' of the last twelve months, '2026-03-01', '2026-03', '03-2026', '2026'. */
function dateAt(word: string, today: string): SaidDays | null {
  const parts = /^\d{1,4}([-.]\d{1,4}){0,2}$/.test(word) ? word.split(/[-.]/) : []
  const inOrder = parts[0]?.length === 4 ? parts : parts.toReversed()
  const [year = '', month = '', day = ''] = inOrder
  if (parts.length === 1) return isYear(year, today) ? said(`${year}-01-01`, `${year}-12-31`, 1) : null
  if (parts.length === 2 && year.length < 4) return dayOfYear(Number(month), Number(year), today, 1)
  if (year.length !== 4) return null
  return parts.length === 2 ? wholeMonth(Number(year), Number(month), 1) : oneDay(Number(year), Number(month), Number(day), 1)
}

/** 'march', 'mar 2026', '3 march', 'march 3'. */
function monthAt(word: string, second: string, third: string, today: string): SaidDays | null {
  const day = /^\d{1,2}$/.test(word) ? word : ''
  const month = placeIn(monthNames, day === '' ? word : second) + 1
  if (month === 0) return null
  const behind = day === '' ? second : third
  if (isYear(behind, today)) return day === '' ? wholeMonth(Number(behind), month, 2) : oneDay(Number(behind), month, Number(day), 3)
  const named = day === '' && /^([1-9]|[12]\d|3[01])$/.test(second) ? second : day
  if (named !== '') return dayOfYear(Number(named), month, today, 2)
  const [year = 0, now = 0] = today.split('-').map(Number)
  return wholeMonth(year - (month > now ? 1 : 0), month, 1)
}

/** 'q3', 'q3 2025'. */
function quarterAt(word: string, second: string, today: string): SaidDays | null {
  const quarter = /^q[1-4]$/.test(word) ? Number(word.slice(1)) : 0
  if (quarter === 0) return null
  const [year = 0, month = 0] = today.split('-').map(Number)
  const named = isYear(second, today)
  const of = named ? Number(second) : quarter * 3 - 2 > month ? year - 1 : year
  const first = wholeMonth(of, quarter * 3 - 2, 1)
  const last = wholeMonth(of, quarter * 3, 1)
  return first && last && said(first.days.first, last.days.last, named ? 2 : 1)
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** One day, if a calendar has it. */
function oneDay(year: number, month: number, day: number, count: number): SaidDays | null {
  const found = `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`
  return isDay(found) ? said(found, found, count) : null
}

/** A day without its year, which is the latest one. */
function dayOfYear(day: number, month: number, today: string, count: number): SaidDays | null {
  const isOver = `${twoDigits(month)}-${twoDigits(day)}` <= today.slice(5)
  return oneDay(Number(today.slice(0, 4)) - (isOver ? 0 : 1), month, day, count)
}

function wholeMonth(year: number, month: number, count: number): SaidDays | null {
  const first = `${year}-${twoDigits(month)}-01`
  return isDay(first) ? said(first, new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10), count) : null
}

const isYear = (word: string, today: string) => /^\d{4}$/.test(word) && word >= earliestDay.slice(0, 4) && word <= today.slice(0, 4)

/** The place of a name, whole or from three letters on; -1 without. */
const placeIn = (names: readonly string[], word: string) =>
  word.length < shortestName ? -1 : names.findIndex((name) => name.startsWith(word))

const weekdayOf = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay()

/** Whether a calendar has the day. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T12:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}
