import { type FormEvent, useId, useState } from 'react'
import { dayOf, earliestDay, today } from '../../../contract/dates.ts'
import styles from './date-range-panel.module.css'
import { type DateRange, formatDay, rangeOfDays } from './range.ts'

interface Problems {
  first: string | null
  last: string | null
}

type TypedRange = { range: DateRange; problems: null } | { range: null; problems: Problems }

/**
 * Parses a typed day to `YYYY-MM-DD`: DD-MM-YYYY with any separator
 * or without leading zeros, or ISO. Null if the day doesn't exist.
 */
export function parseDay(typed: string): string | null {
  const text = typed.trim()
  const [, year, month, date] =
    /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? reordered(/^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(text))
  if (year === undefined || month === undefined || date === undefined) return null
  const parsed = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)))
  // Date would roll the 31st of a shorter month over to the next.
  const isReal = parsed.getUTCMonth() === Number(month) - 1 && parsed.getUTCDate() === Number(date)
  return isReal ? `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}` : null
}

function reordered(match: RegExpExecArray | null): (string | undefined)[] {
  return match ? [match[0], match[3], match[2], match[1]] : []
}

/** Parses two typed days; unlike picked ones, they must be in order. */
export function readTypedRange(first: string, last: string, latestDay = today()): TypedRange {
  const from = parseDay(first)
  const to = parseDay(last)
  const problems = { first: problemOf(from, latestDay), last: problemOf(to, latestDay) }
  if (from === null || to === null || problems.first || problems.last) return { range: null, problems }
  if (from > to) return { range: null, problems: { first: null, last: 'The last day is before the first.' } }
  return { range: rangeOfDays(from, to), problems: null }
}

function problemOf(day: string | null, latestDay: string): string | null {
  if (day === null) return 'Write the day as DD-MM-YYYY.'
  if (day < earliestDay) return `The first day is ${formatDay(earliestDay)}.`
  return day > latestDay ? `The last day is ${latestDay > today() ? '' : 'today, '}${formatDay(latestDay)}.` : null
}

const noProblems: Problems = { first: null, last: null }

interface TypedDatesProps {
  range: DateRange | null
  latestDay: string
  onPick: (range: DateRange) => void
}

/** Both ends as text. Invalid input stays, with its message, until it is corrected. */
export function TypedDates({ range, latestDay, onPick }: TypedDatesProps) {
  const [first, setFirst] = useState(range ? formatDay(dayOf(range.from)) : '')
  const [last, setLast] = useState(range ? formatDay(dayOf(range.to)) : '')
  const [problems, setProblems] = useState(noProblems)
  const id = useId()

  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = readTypedRange(first, last, latestDay)
    setProblems(typed.problems ?? noProblems)
    if (typed.range) onPick(typed.range)
    else event.currentTarget.querySelectorAll('input')[typed.problems.first ? 0 : 1]?.focus()
  }

  const message = problems.first ?? problems.last
  const field = (label: string, value: string, set: (text: string) => void, problem: string | null) => (
    <label className="column note can-shrink gap-2">
      <span>{label}</span>
      <input
        className={styles.day}
        inputMode="numeric"
        autoComplete="off"
        placeholder="DD-MM-YYYY"
        maxLength={10}
        value={value}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? id : undefined}
        onChange={(event) => set(event.target.value)}
      />
    </label>
  )
  return (
    <form className={styles.typing} onSubmit={apply} noValidate>
      {field('From', first, setFirst, problems.first)}
      {field('To', last, setLast, problems.last)}
      <button type="submit" className={styles.apply}>
        Apply
      </button>
      <p id={id} role="alert" className={styles.problem}>
        {message}
      </p>
    </form>
  )
}
