import { CalendarIcon, TrashIcon } from '@primer/octicons-react'
import { useRef, useState } from 'react'
import { keepInView } from '../keep-in-view.ts'
import { useDismiss } from '../use-dismiss.ts'
import { DateRangePanel, type NamedRanges } from './date-range-panel.tsx'
import styles from './date-range-picker.module.css'
import { DayStep } from './day-step.tsx'
import type { Preset } from './presets.ts'
import { type DateRange, formatRange } from './range.ts'

/** Named ranges of a picker, and what they do. */
interface PickerPresets<Id extends Preset> extends NamedRanges<Id> {
  /** The preset the trash restores, which needs no trash itself. Null if the trash clears the range. */
  initial: Id | null
  onChoose: (id: Id) => void
}

interface DateRangePickerProps<Id extends Preset> {
  /** What the dates describe: 'Created'. */
  label: string
  /** The days shown, whether picked by date or by name. */
  range: DateRange | null
  /** Called with a complete range; the trash passes null. */
  onChange: (range: DateRange | null) => void
  presets?: PickerPresets<Id>
}

/**
 * A date range button that opens a lazy calendar. A range applies once both ends are picked or typed, a preset at once.
 * A single day has arrows to its neighbours. The trash clears the range or restores the default (ruling 27).
 */
export function DateRangePicker<Id extends Preset>({ label, range, onChange, presets }: DateRangePickerProps<Id>) {
  const root = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = useDismiss(isOpen, root, () => setOpen(false))

  const name = presets?.choices.find(({ id }) => id === presets.chosen)?.label ?? (range ? null : (presets?.none ?? null))
  const dates = range ? formatRange(range) : null
  const words = [name, dates].filter((text) => text !== null).join(', ')
  const isInitial = presets?.initial != null && presets.chosen === presets.initial
  const clearLabel = presets?.initial == null ? 'Clear the dates' : 'Back to the default range'

  return (
    <div ref={root} className={styles.picker}>
      <DayStep by={-1} range={range} className={styles.part} onStep={onChange} />
      <button
        type="button"
        className={styles.part}
        data-in-use={(range !== null && !isInitial) || undefined}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={words === '' ? label : `${label}: ${words}`}
        onClick={() => setOpen(!isOpen)}
      >
        <CalendarIcon />
        {name === null ? null : <span>{name}</span>}
        {dates === null ? null : (
          <span className={styles.text} data-named={name === null ? undefined : true}>
            {dates}
          </span>
        )}
        {words === '' ? <span>{label}</span> : null}
      </button>
      <DayStep by={1} range={range} className={styles.part} onStep={onChange} />
      {range && !isInitial ? (
        <button type="button" className={styles.part} aria-label={clearLabel} title={clearLabel} onClick={() => onChange(null)}>
          <TrashIcon />
        </button>
      ) : null}
      {isOpen ? (
        <div ref={keepInView} role="dialog" aria-label={`${label}: choose the first and the last day`} className={styles.panel}>
          <DateRangePanel
            range={range}
            presets={presets}
            onChoose={(id) => {
              close()
              presets?.onChoose(id)
            }}
            onPick={(picked) => {
              close()
              onChange(picked)
            }}
          />
        </div>
      ) : null}
    </div>
  )
}
