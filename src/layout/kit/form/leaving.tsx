import { Banner } from '@primer/react'
import { useState } from 'react'
import { Button } from '../button.tsx'

export function DiscardQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    // Until it is answered, no key does anything else.
    <div role="alertdialog" aria-label="Discard what you changed?">
      <Banner variant="warning" layout="compact" role="alert" title="Discard what you changed?">
        <div className="row wrap gap-8">
          {/* Focus the safe choice. */}
          <Button size="small" autoFocus onClick={onKeep}>
            Keep editing
          </Button>
          <Button size="small" variant="danger" onClick={onDiscard}>
            Discard
          </Button>
        </div>
      </Banner>
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
