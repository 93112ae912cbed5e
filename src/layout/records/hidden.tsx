import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showOnDemand } from '../../api/client.ts'
import { hiddenText } from '../../contract/on-demand.ts'
import { onDemand } from '../commands/policy-state.ts'
import { useStore } from '../kit/store.ts'

/** Stands where a policy hides something: shows it until the page is left, unless it is never shown to this person. */
export function Hidden({ label }: { label: string }) {
  const client = useQueryClient()
  const names = useStore(onDemand)
  const [wasRequested, setRequested] = useState(false)
  if (wasRequested || names.length === 0) return <span className="muted">{hiddenText}</span>
  const show = () => {
    showOnDemand(names)
    void client.refetchQueries({ type: 'active' }).then(() => setRequested(true))
  }
  return (
    <button type="button" className="pill" aria-label={`Show: ${label}`} onClick={show}>
      Show
    </button>
  )
}
