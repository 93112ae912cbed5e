import { type FormEvent, useId, useState } from 'react'
import { dayOf } from '../../../contract/dates.ts'
import styles from './date-range-picker.module.css'
import { type DateRange, formatDay } from './range.ts'
import { readTypedRange } from './typed-range.ts'

const noProblems = { first: null, last: null }

interface TypedDatesProps {
  range: DateRange | null
  onPick: (range: DateRange) => void
}

/** Both ends as text. Invalid input stays, with its message, until it is corrected. */
export function TypedDates({ range, onPick }: TypedDatesProps) {
  const [first, setFirst] = useState(range ? formatDay(dayOf(range.from)) : '')
  const [last, setLast] = useState(range ? formatDay(dayOf(range.to)) : '')
  const [problems, setProblems] = useState<{ first: string | null; last: string | null }>(noProblems)
  const id = useId()

  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = readTypedRange(first, last)
    setProblems(typed.problems ?? noProblems)
    if (typed.range) onPick(typed.range)
    else event.currentTarget.querySelectorAll('input')[typed.problems.first ? 0 : 1]?.focus()
  }

  const message = problems.first ?? problems.last
  const field = (label: string, value: string, set: (text: string) => void, problem: string | null) => (
    <label className={styles.typed}>
      {label}
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
      {field('First day', first, setFirst, problems.first)}
      {field('Last day', last, setLast, problems.last)}
      <button type="submit" className={styles.apply}>
        Apply
      </button>
      <p id={id} role="alert" className={styles.problem}>
        {message}
      </p>
    </form>
  )
}
