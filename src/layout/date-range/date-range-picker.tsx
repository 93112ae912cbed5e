import { CalendarIcon, ChevronLeftIcon, ChevronRightIcon, TrashIcon } from '@primer/octicons-react'
import { useRef, useState } from 'react'
import { sayNotLoaded } from '../commands/notice.ts'
import { LazyComponent, useLazy } from '../lazy-component.ts'
import { keepInView } from '../list/keep-in-view.ts'
import { useDismiss } from '../list/use-dismiss.ts'
import styles from './date-range-picker.module.css'
import { type DateRange, formatRange, isOneDay, neighbour } from './range.ts'

const calendar = new LazyComponent(() => import('./range-calendar.tsx').then((module) => module.RangeCalendar))

interface DateRangePickerProps {
  /** What the dates are of: 'Created'. */
  label: string
  range: DateRange | null
  /** Called with a whole range, or with null for none. */
  onChange: (range: DateRange | null) => void
}

/**
 * A range of days: the button shows it and opens the calendar, which comes with the first opening. A range is applied when both of
 * its ends are picked; leaving before that keeps the old one. A single day has arrows to the days beside it.
 */
export function DateRangePicker({ label, range, onChange }: DateRangePickerProps) {
  const root = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const RangeCalendar = useLazy(calendar, isOpen, () => {
    setOpen(false)
    sayNotLoaded()
  })
  useDismiss(isOpen, root, () => setOpen(false))

  const step = (by: 1 | -1) => {
    const next = range && neighbour(range, by)
    if (next) onChange(next)
  }

  return (
    <div ref={root} className={styles.picker}>
      {range && isOneDay(range) ? (
        <button
          type="button"
          className={styles.part}
          aria-label="Previous day"
          disabled={neighbour(range, -1) === null}
          onClick={() => step(-1)}
        >
          <ChevronLeftIcon />
        </button>
      ) : null}
      <button
        type="button"
        className={styles.part}
        data-in-use={range !== null || undefined}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={range ? `${label}: ${formatRange(range)}` : label}
        onClick={() => setOpen(!isOpen)}
      >
        <CalendarIcon />
        {range ? <span className={styles.text}>{formatRange(range)}</span> : label}
      </button>
      {range && isOneDay(range) ? (
        <button type="button" className={styles.part} aria-label="Next day" onClick={() => step(1)}>
          <ChevronRightIcon />
        </button>
      ) : null}
      {range ? (
        <button type="button" className={styles.part} aria-label="Clear the dates" title="Clear the dates" onClick={() => onChange(null)}>
          <TrashIcon />
        </button>
      ) : null}
      {isOpen ? (
        <div ref={keepInView} role="dialog" aria-label={`${label}: choose the first and the last day`} className={styles.panel}>
          {RangeCalendar ? (
            <RangeCalendar
              range={range}
              onPick={(picked) => {
                setOpen(false)
                root.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
                onChange(picked)
              }}
            />
          ) : (
            <div className={styles.waiting} aria-busy="true" />
          )}
        </div>
      ) : null}
    </div>
  )
}
