import { addDays, earliestDay } from '../../contract/dates.ts'

/** A stretch of calendar days, `YYYY-MM-DD`, both included. */
export interface Days {
  first: string
  last: string
}

/** Days that words name, and how many words that took. */
export interface NamedDays {
  days: Days
  count: number
}

/** What names without a date are relative to. */
interface Moment {
  /** `YYYY-MM-DD` */
  today: string
  /** Whether the days are to come: 'friday' is the next one, and 'this week' goes on until Sunday. */
  isAhead: boolean
}

const monthNames = 'january february march april may june july august september october november december'.split(' ')
const weekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')
const minNameLength = 3
/** Days from now that count as soon. */
const soonDays = 7
/** Years ahead that a trial may end in. */
const yearsAhead = 3

/**
 * Reads the days that words name at their beginning: 'since monday', 'march 2026', 'last 7 days', 'from 01-03-2026 to
 * today'. Months and weekdays without a year or date are the latest ones, or the next ones. Null if they name none.
 * @param words folded, without slashes
 * @param today `YYYY-MM-DD`
 * @param isAhead whether days to come are meant
 */
export function readDays(words: readonly string[], today: string, isAhead = false): NamedDays | null {
  const now = { today, isAhead }
  const [lead = '', ...rest] = words
  const aged = isAhead ? null : olderThan(words, today)
  if (aged) return aged
  if (['since', 'after', 'before', 'until', 'till'].includes(lead)) {
    const found = edgeAt(rest, now) ?? daysAt(rest, now)
    if (!found) return null
    const { first, last } = found.days
    if (isAhead)
      return lead === 'since' || lead === 'after' ? null : rangeOf(today, lead === 'before' ? addDays(first, -1) : last, found.count + 1)
    if (lead === 'since') return rangeOf(first, today, found.count + 1)
    if (lead === 'after') return rangeOf(addDays(last, 1), today, found.count + 1)
    return rangeOf(earliestDay, lead === 'before' ? addDays(first, -1) : last, found.count + 1)
  }
  const isRange = lead === 'between' || lead === 'from'
  const named = isRange ? rest : words
  const stretch = stretchOfMonth(named, isRange, now)
  if (stretch) return { ...stretch, count: stretch.count + Number(isRange) }
  const links = isRange ? ['and', 'to', 'until', 'till', '-'] : ['to', '-']
  const begin = daysAt(named, now)
  if (!begin) return null
  const [link = '', ...behind] = named.slice(begin.count)
  const end = links.includes(link) ? daysAt(behind, now) : null
  if (end) return rangeOf(begin.days.first, end.days.last, (isRange ? 2 : 1) + begin.count + end.count)
  if (lead === 'between' || (lead === 'from' && isAhead)) return null
  return lead === 'from' ? rangeOf(begin.days.first, today, begin.count + 1) : begin
}

/** 'older than 30 days', 'more than a week ago', 'over 2 months old'. */
function olderThan(words: readonly string[], today: string): NamedDays | null {
  const [, lead = ''] = /^(older than|(?:more than|over)(?= \S+ \S+ (?:ago|old\b))) /.exec(words.join(' ')) ?? []
  if (lead === '') return null
  const at = lead.split(' ').length
  const days = lengthOf(words[at] ?? '', words[at + 1] ?? '')
  return days === 0 ? null : rangeOf(earliestDay, addDays(today, -days - 1), at + (lead === 'older than' ? 2 : 3))
}

/** 'end of december', 'the end of the month', 'beginning of next week'. */
function edgeAt(words: readonly string[], now: Moment): NamedDays | null {
  const at = Number(words[0] === 'the')
  const edge = words[at + 1] === 'of' ? words[at] : undefined
  if (edge === undefined || !['end', 'beginning', 'start'].includes(edge)) return null
  const behind = words.slice(at + 2).filter((word, index) => index > 0 || word !== 'the')
  const [unit = ''] = behind
  const found = daysAt(firstDayOf(unit, now.today) === undefined ? behind : ['this', ...behind], { ...now, isAhead: true })
  if (!found) return null
  const isThis = firstDayOf(unit, now.today) !== undefined
  const day = edge === 'end' ? found.days.last : found.days.first
  return rangeOf(day, day, words.length - behind.length + found.count - Number(isThis))
}

const month = String.raw`(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*`
const day = String.raw`([1-9]|0[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?`
/** The month stands ahead or behind. */
const stretches = ['to|-', 'to|until|till|and|-'].map((links) => {
  const days = `${day} ?(?:${links}) ?${day}`
  return new RegExp(`^(?:(${month}) ${days}|${days} (?:of )?(${month}))(?: (20\\d\\d))?(?= |$)`, 'u')
})

/** '20 to 25 november', '12-19 october 2025', 'october 12 to 19'. */
function stretchOfMonth(words: readonly string[], isRange: boolean, now: Moment): NamedDays | null {
  const found = stretches[Number(isRange)]?.exec(words.join(' '))
  if (!found) return null
  const [named, ahead, from = found[4], to = found[5], , , behind = '', year = ''] = found
  const last = daysAt([to ?? '', ahead ?? behind, ...(year === '' ? [] : [year])], now)?.days.last
  return last === undefined ? null : rangeOf(`${last.slice(0, 8)}${from?.padStart(2, '0')}`, last, named.split(' ').length)
}

/** Days that are in order only. */
const rangeOf = (first: string, last: string, count: number): NamedDays | null => (first <= last ? { days: { first, last }, count } : null)

function daysAt(words: readonly string[], now: Moment): NamedDays | null {
  const { today, isAhead } = now
  const [word = '', second = '', third = ''] = words
  // '22nd of november'
  const ofMonth = isOrdinal.test(word) && second === 'of' ? daysAt([word, ...words.slice(2)], now) : null
  if (ofMonth) return { ...ofMonth, count: ofMonth.count + 1 }
  if (word === 'today') return rangeOf(today, today, 1)
  if (word === 'ytd' || word === 'mtd') return rangeOf(firstDayOf(word === 'ytd' ? 'year' : 'month', today) ?? today, today, 1)
  if (word === 'this' && /^(morning|afternoon|evening)$/.test(second)) return rangeOf(today, today, 2)
  if (word === 'day' && second === 'before' && third === 'yesterday') return rangeOf(addDays(today, -2), addDays(today, -2), 3)
  const sunday = addDays(today, -(weekdayOf(today) || 7))
  if (word === 'last' && second === 'weekend') return rangeOf(addDays(sunday, -1), sunday, 2)
  // The one that comes or has begun.
  const saturday = addDays(firstDayOf('week', today) ?? today, 5)
  if (word === 'this' && second === 'weekend') return rangeOf(saturday, isAhead ? addDays(saturday, 1) : today, 2)
  if (word === 'yesterday') return rangeOf(addDays(today, -1), addDays(today, -1), 1)
  if (isAhead && word === 'tomorrow') return rangeOf(addDays(today, 1), addDays(today, 1), 1)
  if (isAhead && word === 'soon') return rangeOf(today, addDays(today, soonDays), 1)
  return (
    weekdayAt(word, second, now) ??
    relativeAt(word, second, third, now) ??
    dateAt(word, now) ??
    monthAt(word, second, third, now) ??
    quarterAt(word, second, now)
  )
}

/** 'monday', 'last monday', 'next monday'. */
function weekdayAt(word: string, second: string, { today, isAhead }: Moment): NamedDays | null {
  const isLead = word === 'last' || (isAhead && word === 'next')
  const weekday = placeIn(weekdays, isLead ? second : word)
  if (weekday < 0) return null
  const back = (weekdayOf(today) - weekday + 7) % 7
  const days = isAhead && word !== 'last' ? (7 - back) % 7 || (isLead ? 7 : 0) : -(back || (isLead ? 7 : 0))
  return rangeOf(addDays(today, days), addDays(today, days), isLead ? 2 : 1)
}

const firstDays = new Map<string, (day: string) => string>([
  ['week', (day) => addDays(day, -((weekdayOf(day) + 6) % 7))],
  ['month', (day) => `${day.slice(0, 8)}01`],
  ['quarter', (day) => `${day.slice(0, 5)}${twoDigits(3 * Math.floor((Number(day.slice(5, 7)) - 1) / 3) + 1)}-01`],
  ['year', (day) => `${day.slice(0, 4)}-01-01`],
])
const firstDayOf = (unit: string, day: string) => firstDays.get(unit)?.(day)
const unitDays = new Map([
  ['day', 1],
  ['week', 7],
  ['month', 30],
  ['quarter', 92],
  ['year', 365],
])

/** The day after a unit's last; a step of its length and a few days more is always within the next one. */
const endOfUnit = (unit: string, first: string) =>
  firstDayOf(unit, addDays(first, (unitDays.get(unit) ?? 1) + (unit === 'week' ? 0 : 5))) ?? first

const spelledNumbers = new Map('a one two three four five six seven eight nine ten'.split(' ').map((word, at) => [word, Math.max(at, 1)]))

/** The days of '2 weeks'; 0 if they are none. */
function lengthOf(number: string, unit: string): number {
  const times = spelledNumbers.get(number) ?? (/^[1-9]\d{0,2}$/.test(number) ? Number(number) : 0)
  return (unitDays.get(unit.replace(/s$/, '')) ?? 0) * times
}

/** 'last 24 hours': all days that they may touch, as no list knows hours. 'Last hour' says less than a day. */
function hoursAt(number: string, unit: string, today: string): NamedDays | null {
  const hours = /^hours$/.test(unit) && /^[1-9]\d{0,2}$/.test(number) ? Number(number) : 0
  return hours < 24 ? null : rangeOf(addDays(today, -Math.ceil(hours / 24)), today, 3)
}

/** 'this month', 'last week', 'next week', 'last 30 days', '3 days ago', 'next 7 days'. */
function relativeAt(word: string, second: string, third: string, { today, isAhead }: Moment): NamedDays | null {
  const isLast = word === 'last' || word === 'past' || word === 'previous'
  const isNext = isAhead && (word === 'next' || word === 'coming')
  const first = firstDayOf(second, today)
  if (first !== undefined) {
    const next = endOfUnit(second, first)
    if (word === 'this') return rangeOf(first, isAhead ? addDays(next, -1) : today, 2)
    if (isNext) return rangeOf(next, addDays(endOfUnit(second, next), -1), 2)
    const last = addDays(first, -1)
    if (isLast) return rangeOf(firstDayOf(second, last) ?? last, last, 2)
  }
  const isLed = isLast || isNext
  const [number, unit] = isLed ? [second, third] : [word, second]
  const days = lengthOf(number, unit)
  if (days === 0) return isLast ? hoursAt(second, third, today) : null
  if (isLast) return rangeOf(addDays(today, 1 - days), today, 3)
  if (isNext) return rangeOf(today, addDays(today, days), 3)
  if (third === 'ago') return rangeOf(addDays(today, -days), addDays(today, -days), 3)
  return isAhead ? rangeOf(addDays(today, days), addDays(today, days), 2) : null
}

/** '01-03-2026', '01.03.26', '11-25-2026' as nothing else can be meant, '1-3' of the last twelve months, '2026-03-01', '2026-03', '03-2026', '2026'. */
function dateAt(word: string, now: Moment): NamedDays | null {
  const parts = /^\d{1,4}([-.]\d{1,4}){0,2}$/.test(word) ? word.split(/[-.]/) : []
  const inOrder = parts[0]?.length === 4 ? parts : parts.toReversed()
  const [year = '', month = '', day = ''] = inOrder
  if (parts.length === 1) return isYear(year, now) ? rangeOf(`${year}-01-01`, `${year}-12-31`, 1) : null
  if (parts.length === 2 && year.length < 4) return dayOfYear(Number(month), Number(year), now, 1)
  if (parts.length === 2) return wholeMonth(Number(year), Number(month), 1)
  if (year.length !== 4 && (year.length !== 2 || day.length > 2)) return null
  const full = year.length === 2 ? 2000 + Number(year) : Number(year)
  const isSwapped = Number(month) > 12 && parts[0]?.length !== 4
  return isSwapped ? oneDay(full, Number(day), Number(month), 1) : oneDay(full, Number(month), Number(day), 1)
}

/** '3', '3rd' */
const isOrdinal = /^([1-9]|0[1-9]|[12]\d|3[01])(st|nd|rd|th)?$/

/** 'march', 'mar 2026', '3 march', 'march 3'. */
function monthAt(word: string, second: string, third: string, now: Moment): NamedDays | null {
  const day = isOrdinal.test(word) ? word.replace(/\D/g, '') : ''
  const month = placeIn(monthNames, day === '' ? word : second) + 1
  if (month === 0) return null
  const behind = day === '' ? second : third
  if (isYear(behind, now)) return day === '' ? wholeMonth(Number(behind), month, 2) : oneDay(Number(behind), month, Number(day), 3)
  const named = day === '' && isOrdinal.test(second) ? second.replace(/\D/g, '') : day
  if (named !== '') return dayOfYear(Number(named), month, now, 2)
  const [year = 0, current = 0] = now.today.split('-').map(Number)
  const shift = now.isAhead ? Number(month < current) : -Number(month > current)
  return wholeMonth(year + shift, month, 1)
}

/** 'q3', 'q3 2025'. */
function quarterAt(word: string, second: string, now: Moment): NamedDays | null {
  const quarter = /^q[1-4]$/.test(word) ? Number(word.slice(1)) : 0
  if (quarter === 0) return null
  const [year = 0, month = 0] = now.today.split('-').map(Number)
  const named = isYear(second, now)
  const shift = now.isAhead ? Number(quarter * 3 < month) : -Number(quarter * 3 - 2 > month)
  const of = named ? Number(second) : year + shift
  const first = wholeMonth(of, quarter * 3 - 2, 1)
  const last = wholeMonth(of, quarter * 3, 1)
  return first && last && rangeOf(first.days.first, last.days.last, named ? 2 : 1)
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** One day, if a calendar has it. */
function oneDay(year: number, month: number, day: number, count: number): NamedDays | null {
  const found = `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`
  return isDay(found) ? rangeOf(found, found, count) : null
}

/** A day without its year, which is the latest one, or the next one. */
function dayOfYear(day: number, month: number, { today, isAhead }: Moment, count: number): NamedDays | null {
  const named = `${twoDigits(month)}-${twoDigits(day)}`
  const shift = isAhead ? Number(named < today.slice(5)) : -Number(named > today.slice(5))
  return oneDay(Number(today.slice(0, 4)) + shift, month, day, count)
}

function wholeMonth(year: number, month: number, count: number): NamedDays | null {
  const first = `${year}-${twoDigits(month)}-01`
  return isDay(first) ? rangeOf(first, new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10), count) : null
}

const isYear = (word: string, { today, isAhead }: Moment) =>
  /^\d{4}$/.test(word) && word >= earliestDay.slice(0, 4) && Number(word) <= Number(today.slice(0, 4)) + (isAhead ? yearsAhead : 0)

/** The place of a name, whole or from three letters on; -1 without. */
const placeIn = (names: readonly string[], word: string) =>
  word.length < minNameLength ? -1 : names.findIndex((name) => name.startsWith(word))

const weekdayOf = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay()

/** Whether a calendar has the day. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T12:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}
