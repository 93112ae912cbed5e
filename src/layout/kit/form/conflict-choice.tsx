import { Button } from '../button.tsx'
import styles from './conflict-choice.module.css'
import type { FieldConflict } from './record-draft.ts'

interface ConflictChoiceProps {
  /** The field's label. */
  label: string
  /** Who changed it, if known. */
  by: string | null
  conflict: FieldConflict
  /** Formats a value; unchanged by default. */
  say?: (value: string) => string
  onTheirs: () => void
  onYours: () => void
}

/** Somebody else changed the same field: shows both values to choose from. */
export function ConflictChoice({ label, by, conflict, say = (value) => value, onTheirs, onYours }: ConflictChoiceProps) {
  const value = (text: string) => <q className={styles.value}>{say(text) || 'empty'}</q>
  return (
    <div className={styles.conflict} role="alert">
      <p className="semibold">
        {by ?? 'Somebody else'} changed “{label}” while you were editing.
      </p>
      <p>Theirs: {value(conflict.theirs)}</p>
      <p>Yours: {value(conflict.yours)}</p>
      <div className={styles.actions}>
        <Button size="small" onClick={onTheirs}>
          Take theirs
        </Button>
        <Button size="small" onClick={onYours}>
          Keep yours
        </Button>
      </div>
    </div>
  )
}
