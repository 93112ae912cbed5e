import { useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { enGB } from 'react-day-picker/locale'
import 'react-day-picker/style.css'
import { dayOf, displayTimeZone, earliestDay, startOfDay } from '../../contract/dates.ts'
import './range-calendar.css'
import { type DateRange, rangeOfDays, today } from './range.ts'

/** A day as the calendar wants it: an instant, which it reads in Madrid. */
const dateOf = (day: string) => new Date(startOfDay(day) * 1000)

/**
 * The calendar of the date range picker: the first press is one end, the second the other, in either order. Twice the same day is
 * that day. Days are Madrid's, whatever the browser's zone.
 */
export function RangeCalendar({ range, onPick }: { range: DateRange | null; onPick: (range: DateRange) => void }) {
  const [first, setFirst] = useState<string | null>(null)
  const shown =
    first !== null
      ? { from: dateOf(first), to: dateOf(first) }
      : range
        ? { from: dateOf(dayOf(range.from)), to: dateOf(dayOf(range.to)) }
        : undefined

  const pick = (date: Date) => {
    const day = dayOf(Math.floor(date.getTime() / 1000))
    if (first === null) setFirst(day)
    else onPick(rangeOfDays(first, day))
  }

  return (
    <>
      <DayPicker
        mode="range"
        autoFocus
        locale={enGB}
        timeZone={displayTimeZone}
        captionLayout="dropdown"
        startMonth={dateOf(earliestDay)}
        endMonth={dateOf(today())}
        defaultMonth={shown?.to}
        disabled={{ before: dateOf(earliestDay) }}
        selected={shown}
        onSelect={(_range, date) => pick(date)}
      />
      <p className="range-calendar-hint" role="status">
        {first === null ? 'Choose the first day.' : 'Now the last day.'}
      </p>
    </>
  )
}
