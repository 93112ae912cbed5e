import { useState } from 'react'
import { Button } from '../button.tsx'
import styles from './edit-form.module.css'

/** Asks before discarding changes. */
export function DiscardQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    <div className={styles.question} role="alert">
      <p>Discard what you changed?</p>
      <div className="row wrap gap-8">
        {/* Focus the safe choice. */}
        <Button size="small" autoFocus onClick={onKeep}>
          Keep editing
        </Button>
        <Button size="small" variant="danger" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </div>
  )
}

/** Leaving a form: at once if nothing changed, else after a question. */
export function useLeaving(isChanged: boolean, leave: () => void) {
  const [isAsking, setAsking] = useState(false)
  return {
    isAsking: isAsking && isChanged,
    cancel: () => (isChanged ? setAsking(true) : leave()),
    keep: () => setAsking(false),
    leave: () => {
      setAsking(false)
      leave()
    },
  }
}
