import type { QueryClient } from '@tanstack/react-query'
import { presenceQuery, readChanges } from '../../../api/live.ts'
import type { LiveChange, LiveChanges } from '../../../contract/live.ts'
import { notePresence } from '../../commands/presence-state.ts'
import { noteChanger } from '../../kit/changers.ts'
import { checkSession } from '../../session/session.ts'
import { refreshQuestions } from './fresh-question.ts'
import { shareStream } from './one-stream.ts'
import { knowOwnChanges } from './own-changes.ts'
import { createReader } from './refetch.ts'
import type { LiveEvent } from './stream.ts'

/** With more changes than this while a tab is hidden, everything is refetched. */
const maxWaiting = 300
/** Milliseconds between two refetches, and before checking again whether a change was this tab's own. */
const readEvery = 1000
const askOwnEvery = 250
/** Changes without a colleague's name can wait: a refund’s first step arrives before the one that says who made it. */
const programsWait = 400

/**
 * Listens for changes and refetches them: at once, then once a second, and in a hidden tab as soon as it is visible.
 * @param start the position of the log when the page was loaded; null if unknown
 * @returns ends it
 */
export function followChanges(client: QueryClient, viewerId: number, start: string | null): () => void {
  const own = knowOwnChanges(client, viewerId)
  const reader = createReader(client)
  let waiting: LiveChange[] = []
  let isBehind = false
  let readAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let due = Number.POSITIVE_INFINITY
  // Data loaded before the stream opened can only be compared with a position from that time.
  let isUnknown = start === null

  const add = ({ changes, behind }: LiveChanges) => {
    if (behind || isUnknown || waiting.length + changes.length > maxWaiting) {
      isBehind = true
      waiting = []
      isUnknown = false
    } else if (!isBehind) waiting.push(...changes)
    plan(behind || changes.some(({ by }) => by !== null) ? 0 : programsWait)
  }
  const plan = (wait = 0) => {
    if (document.hidden || (waiting.length === 0 && !isBehind)) return
    const at = Math.max(Date.now() + wait, readAt + readEvery)
    if (due <= at) return
    clearTimeout(timer)
    due = at
    timer = setTimeout(read, at - Date.now())
  }
  const read = () => {
    due = Number.POSITIVE_INFINITY
    if (document.hidden) return
    if (isBehind) {
      isBehind = false
      readAt = Date.now()
      return reader.read('everything', null)
    }
    const undecided = waiting.filter((change) => own.isOwn(change) === null)
    const others = waiting.filter((change) => own.isOwn(change) === false)
    waiting = undecided
    if (others.length > 0) {
      readAt = Date.now()
      const ofOthers = others.filter((change) => !own.isByViewer(change))
      for (const { type, id, customerId, by } of ofOthers)
        if (by) noteChanger(type === 'user' ? `user.${id}` : `customer.${customerId ?? id}`, by.name)
      reader.read(others, ofOthers.length === 0 ? undefined : (ofOthers.findLast(({ by }) => by !== null)?.by?.name ?? null))
      void refreshQuestions(client, others)
    }
    plan(askOwnEvery)
  }

  const onEvent = ({ name, data }: LiveEvent) => {
    if (name === 'changes') add(data)
    else if (name === 'presence') {
      notePresence(data)
      client.setQueryData(presenceQuery(data).queryKey, data)
    }
    // If the session has ended, the reply says so.
    else if (data.reason === 'session') void readChanges(null).catch(() => {})
    else if (data.reason === 'role') void checkSession()
  }
  const onVisible = () => plan()
  const end = shareStream(viewerId, start, onEvent)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisible)
    reader.end()
    own.end()
    end()
  }
}
