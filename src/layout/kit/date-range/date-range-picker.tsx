import { CalendarIcon, ChevronLeftIcon, ChevronRightIcon, TrashIcon } from '@primer/octicons-react'
import { useRef, useState } from 'react'
import { sayNotLoaded } from '../notice.ts'
import { LazyComponent, useLazy } from '../lazy-component.ts'
import { keepInView } from '../keep-in-view.ts'
import { useDismiss } from '../use-dismiss.ts'
import styles from './date-range-picker.module.css'
import { PresetList } from './preset-list.tsx'
import type { Preset, PresetChoice } from './presets.ts'
import { type DateRange, formatRange, isOneDay, neighbour } from './range.ts'

const calendar = new LazyComponent(() => import('./range-calendar.tsx').then((module) => module.RangeCalendar))

/** The named ranges of a widget, beside its calendar. */
export interface PickerPresets<Id extends Preset = Preset> {
  choices: readonly PresetChoice<Id>[]
  /** The one in use; null where dates or nothing is chosen. */
  chosen: Id | null
  /** The one that the trash brings back: it needs no trash itself. Null where the trash leaves no range. */
  initial: Id | null
  onChoose: (id: Id) => void
  /** How having no range is called, where that can be chosen: 'All time'. */
  none?: string
}

interface DateRangePickerProps<Id extends Preset> {
  /** What the dates are of: 'Created'. */
  label: string
  /** The days on screen, whether they were chosen by date or by name. */
  range: DateRange | null
  /** Called with a whole range, or with null by the trash. */
  onChange: (range: DateRange | null) => void
  presets?: PickerPresets<Id>
}

/**
 * A range of days, for every place that has one: the button shows it and opens the calendar, which comes with the first opening.
 * A range is applied when both of its ends are picked or typed, a named one at once; leaving before that keeps the old one. A
 * single day has arrows to the days beside it. The trash takes the range away, or brings back the widget's default (ruling 27).
 */
export function DateRangePicker<Id extends Preset>({ label, range, onChange, presets }: DateRangePickerProps<Id>) {
  const root = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const RangeCalendar = useLazy(calendar, isOpen, () => {
    setOpen(false)
    sayNotLoaded()
  })
  useDismiss(isOpen, root, () => setOpen(false))

  const name = presets?.choices.find(({ id }) => id === presets.chosen)?.label ?? (range ? null : (presets?.none ?? null))
  const dates = range ? formatRange(range) : null
  const said = [name, dates].filter((text) => text !== null).join(', ')
  const hasArrows = range !== null && isOneDay(range)
  const isInitial = presets?.initial != null && presets.chosen === presets.initial
  const clearLabel = presets?.initial == null ? 'Clear the dates' : 'Back to the default range'

  const close = () => {
    setOpen(false)
    root.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
  }
  const step = (by: 1 | -1) => {
    const next = range && neighbour(range, by)
    if (next) onChange(next)
  }

  return (
    <div ref={root} className={styles.picker}>
      {hasArrows ? (
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
        data-in-use={(range !== null && !isInitial) || undefined}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={said === '' ? label : `${label}: ${said}`}
        onClick={() => setOpen(!isOpen)}
      >
        <CalendarIcon />
        {name === null ? null : <span>{name}</span>}
        {dates === null ? null : (
          <span className={styles.text} data-named={name === null ? undefined : true}>
            {dates}
          </span>
        )}
        {said === '' ? label : null}
      </button>
      {hasArrows ? (
        <button type="button" className={styles.part} aria-label="Next day" disabled={neighbour(range, 1) === null} onClick={() => step(1)}>
          <ChevronRightIcon />
        </button>
      ) : null}
      {range && !isInitial ? (
        <button type="button" className={styles.part} aria-label={clearLabel} title={clearLabel} onClick={() => onChange(null)}>
          <TrashIcon />
        </button>
      ) : null}
      {isOpen ? (
        <div ref={keepInView} role="dialog" aria-label={`${label}: choose the first and the last day`} className={styles.panel}>
          {presets ? (
            <PresetList
              presets={presets}
              hasRange={range !== null}
              onChoose={(id) => {
                close()
                if (id === null) onChange(null)
                else presets.onChoose(id)
              }}
            />
          ) : null}
          {RangeCalendar ? (
            <RangeCalendar
              range={range}
              takesFocus={presets === undefined}
              onPick={(picked) => {
                close()
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
