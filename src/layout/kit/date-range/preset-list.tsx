import type { PickerPresets } from './date-range-picker.tsx'
import styles from './date-range-picker.module.css'
import type { Preset } from './presets.ts'

interface PresetListProps<Id extends Preset> {
  presets: PickerPresets<Id>
  hasRange: boolean
  /** Null is no range. */
  onChoose: (id: Id | null) => void
}

/** A picker's presets. The one in use is focused when they open, else the first. */
export function PresetList<Id extends Preset>({ presets, hasRange, onChoose }: PresetListProps<Id>) {
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
    </ul>
  )
}
