import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { apiHas } from '../../../api/features.ts'
import { live } from '../../../api/query-client.ts'
import type { CurrentUser } from '../../../contract/auth.ts'
import { say } from '../../kit/notice.ts'
import { useStore } from '../../kit/store.ts'
import { followChanges } from './follow-changes.ts'
import { spokenChange } from './marks.ts'
import { reportPresence } from './own-presence.ts'

/** Keeps what is on screen up to date, and tells colleagues what is open. Does nothing if the admin API can't. */
export function Live({ user: { id, livePosition } }: { user: CurrentUser }) {
  const client = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    // Every browser has streams; tests may not.
    if (!apiHas('live') || typeof EventSource !== 'function') return
    live.isOn = true
    const ends = [followChanges(client, id, livePosition ?? null), reportConnection()]
    if (apiHas('presence')) ends.push(reportPresence(router, client))
    return () => {
      live.isOn = false
      for (const end of ends) end()
    }
  }, [client, router, id, livePosition])
  return (
    <p role="status" className="visually-hidden">
      {useStore(spokenChange)}
    </p>
  )
}

/** Says once when the connection is lost, and once when it is back. */
function reportConnection(): () => void {
  const ended = new AbortController()
  const { signal } = ended
  window.addEventListener('offline', () => say('You are offline. What is on screen may be out of date.'), { signal })
  window.addEventListener('online', () => say('Back online.'), { signal })
  return () => ended.abort()
}
