import type { ChangeEvent } from 'react'
import styles from './row-checkbox.module.css'
import type { Selection } from './use-selection.ts'

interface RowCheckboxProps {
  id: number
  label: string
  selection: Selection
}

/** Selects a row; with Shift, a range from the last selected one. */
export function RowCheckbox({ id, label, selection }: RowCheckboxProps) {
  const hasShift = (event: ChangeEvent) => (event.nativeEvent as MouseEvent).shiftKey
  return (
    <label className={styles.checkbox}>
      <input
        type="checkbox"
        aria-label={`Select ${label}`}
        checked={selection.has(id)}
        onChange={(event) => (hasShift(event) ? selection.extendTo(id) : selection.toggle(id))}
      />
    </label>
  )
}

/** Toggles the selection of all rows on screen. Disabled while there are none: a press would be lost. */
export function PageCheckbox({ ids, selection }: { ids: readonly number[]; selection: Selection }) {
  const count = ids.filter(selection.has).length
  const isWhole = ids.length > 0 && count === ids.length
  const isPart = count > 0 && !isWhole
  const show = (input: HTMLInputElement | null) => {
    if (input) input.indeterminate = isPart
  }
  return (
    <label className={styles.checkbox}>
      <input
        ref={show}
        type="checkbox"
        aria-label="Select all rows on this page"
        checked={isWhole}
        disabled={ids.length === 0}
        onChange={selection.togglePage}
      />
    </label>
  )
}
