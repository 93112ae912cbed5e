import { useState } from 'react'
import { Button } from '../button.tsx'
import { KeyCaps } from '../key-caps.tsx'
import styles from './form-actions.module.css'

interface FormActionsProps {
  isSaving: boolean
  canSave: boolean
  saveLabel: string | undefined
  onCancel: () => void
}

/** Save and cancel for a form that opens in place. */
export function FormActions({ isSaving, canSave, saveLabel = 'Save', onCancel }: FormActionsProps) {
  return (
    <div className="row wrap gap-8">
      <Button type="submit" variant="primary" disabled={!canSave} loading={isSaving} loadingAnnouncement="Saving">
        {saveLabel}
      </Button>
      <Button onClick={onCancel}>Cancel</Button>
      <span className={styles.keys}>
        <KeyCaps keys="$mod+Enter" /> saves
      </span>
    </div>
  )
}

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
