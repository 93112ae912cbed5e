import { TrashIcon } from '@primer/octicons-react'
import { today } from '../../../contract/dates.ts'
import { LazyComponent, useLazyOpen } from '../lazy-component.ts'
import styles from './date-range-panel.module.css'
import type { Preset, PresetChoice } from './presets.ts'
import type { DateRange } from './range.ts'

const calendar = new LazyComponent(() => import('./range-calendar.tsx').then((module) => module.RangeCalendar))

export interface NamedRanges<Id extends Preset> {
  choices: readonly PresetChoice<Id>[]
  /** The one in use; null for dates or no range. */
  chosen: Id | null
  /** The name for having no range ('All time'), if that can be chosen. */
  none?: string
}

interface DateRangePanelProps<Id extends Preset> {
  range: DateRange | null
  /** The last day that can be chosen, `YYYY-MM-DD`; today unless it says otherwise. */
  latestDay?: string | undefined
  presets?: NamedRanges<Id> | undefined
  /** Offers to clear the range, in these words. */
  clearLabel?: string | undefined
  onChoose: (id: Id) => void
  /** Called with a complete range, or null for none. */
  onPick: (range: DateRange | null) => void
}

/** Named ranges, a calendar and two fields. A range applies once both ends are picked or typed, a named one at once. */
export function DateRangePanel<Id extends Preset>(props: DateRangePanelProps<Id>) {
  const { range, latestDay = today(), presets, clearLabel, onChoose, onPick } = props
  const RangeCalendar = useLazyOpen(calendar, true)
  return (
    <div className={styles.panel}>
      {presets ? (
        <PresetList
          presets={presets}
          hasRange={range !== null}
          onChoose={(id) => (id === null ? onPick(null) : onChoose(id))}
          clearLabel={clearLabel}
        />
      ) : null}
      {RangeCalendar ? (
        <RangeCalendar range={range} latestDay={latestDay} takesFocus={presets === undefined} onPick={onPick} />
      ) : (
        <div className={styles.waiting} aria-busy="true" />
      )}
    </div>
  )
}

interface PresetListProps<Id extends Preset> {
  presets: NamedRanges<Id>
  hasRange: boolean
  /** Null is no range. */
  onChoose: (id: Id | null) => void
  clearLabel: string | undefined
}

/** Named ranges. The one in use is focused when they open, else the first. */
function PresetList<Id extends Preset>({ presets, hasRange, onChoose, clearLabel }: PresetListProps<Id>) {
  const { choices, chosen, none } = presets
  const all: { id: Id | null; label: string }[] = [...(none === undefined ? [] : [{ id: null, label: none }]), ...choices]
  const isChosen = (id: Id | null) => (id === null ? !hasRange : id === chosen)
  const first = all.find(({ id }) => isChosen(id)) ?? all[0]
  return (
    <ul className={styles.presets} aria-label="Ranges">
      {all.map((choice) => (
        <li key={choice.id ?? ''}>
          <button
            type="button"
            autoFocus={choice === first}
            aria-pressed={isChosen(choice.id)}
            className={styles.preset}
            onClick={() => onChoose(choice.id)}
          >
            {choice.label}
          </button>
        </li>
      ))}
      {clearLabel ? (
        <li className={styles.clear}>
          <button type="button" className={styles.preset} onClick={() => onChoose(null)}>
            <TrashIcon />
            {clearLabel}
          </button>
        </li>
      ) : null}
    </ul>
  )
}
