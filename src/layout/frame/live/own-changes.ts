import type { QueryClient } from '@tanstack/react-query'
import type { LiveChange } from '../../../contract/live.ts'

/** Milliseconds after an own change in which the stream may still report it, if its reply named no audit row. */
const echo = 2000
const maxAudits = 200

/**
 * Knows this tab's own changes: the reply of a change names its audit row, and so does the event about it. What a
 * change makes stale is read again by the mutation itself.
 */
export function knowOwnChanges(client: QueryClient, viewerId: number) {
  const audits = new Set<number>()
  let settledAt = 0
  const mutations = client.getMutationCache()
  const end = mutations.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    settledAt = Date.now()
    const auditId = (event.action.data as { auditId?: unknown } | undefined)?.auditId
    if (typeof auditId !== 'number') return
    audits.add(auditId)
    if (audits.size > maxAudits) audits.delete(audits.values().next().value!)
  })
  return {
    end,
    isByViewer: ({ by }: LiveChange) => by?.id === viewerId,
    /** Whether this tab made it; null if that is not known yet because a change is in progress. */
    isOwn: ({ by, auditId }: LiveChange): boolean | null => {
      if (by?.id !== viewerId) return false
      if (auditId !== null && audits.has(auditId)) return true
      if (client.isMutating() > 0) return null
      return auditId === null && Date.now() - settledAt < echo
    },
  }
}
