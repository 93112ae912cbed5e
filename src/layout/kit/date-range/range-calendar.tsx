import { useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { enGB } from 'react-day-picker/locale'
import 'react-day-picker/style.css'
import { dayOf, displayTimeZone, earliestDay, startOfDay } from '../../../contract/dates.ts'
import './range-calendar.css'
import { type DateRange, rangeOfDays } from './range.ts'
import { TypedDates } from './typed-dates.tsx'

/** The calendar takes a day as an instant and reads it in Madrid. */
const dateOf = (day: string) => new Date(startOfDay(day) * 1000)

interface RangeCalendarProps {
  range: DateRange | null
  /** The last day that can be picked, `YYYY-MM-DD`. */
  latestDay: string
  takesFocus: boolean
  onPick: (range: DateRange) => void
}

/**
 * The picker's calendar and two text fields. The first click is one end, the second the other, in either order. Days
 * are Madrid days in any browser zone.
 */
export function RangeCalendar({ range, latestDay, takesFocus, onPick }: RangeCalendarProps) {
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
    <div>
      <TypedDates range={range} latestDay={latestDay} onPick={onPick} />
      <DayPicker
        mode="range"
        autoFocus={takesFocus}
        locale={enGB}
        timeZone={displayTimeZone}
        captionLayout="dropdown"
        startMonth={dateOf(earliestDay)}
        endMonth={dateOf(latestDay)}
        defaultMonth={shown?.to}
        disabled={{ before: dateOf(earliestDay), after: dateOf(latestDay) }}
        selected={shown}
        onSelect={(_range, date) => pick(date)}
      />
      <p className="range-calendar-hint" role="status">
        {first === null ? 'Choose the first day.' : 'Now choose the last day.'}
      </p>
    </div>
  )
}
