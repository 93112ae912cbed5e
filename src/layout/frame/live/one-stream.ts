import { readChanges } from '../../../api/live.ts'
import { type LiveEvent, openStream } from './stream.ts'

/** Milliseconds of silence after which a tab that becomes visible asks for itself: its stream may be dead. */
const silence = 60_000

/**
 * One stream for all tabs of a person: the tab that holds a lock has it and tells the others, and another takes over as
 * soon as it goes. Without locks, which need TLS, each tab that is looked at has its own.
 * @param start the position when this page was loaded; null if unknown
 * @returns ends it for this tab
 */
export function shareStream(userId: number, start: string | null, onEvent: (event: LiveEvent) => void): () => void {
  const name = `quaydesk.live.${userId}`
  const tabs = typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : null
  const ended = new AbortController()
  let position = start
  let lastEventAt = Date.now()
  let close: (() => void) | null = null

  const take: typeof onEvent = (event) => {
    lastEventAt = Date.now()
    if (event.name === 'changes') ({ position } = event.data)
    onEvent(event)
  }
  const open = () => {
    close ??= openStream({
      after: () => position,
      onEvent: (event) => {
        take(event)
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin alone and takes no such argument
        tabs?.postMessage(event)
      },
    })
  }
  const shut = () => {
    close?.()
    close = null
  }
  const ask = () =>
    void readChanges(position).then(
      (changes) => ended.signal.aborted || take({ name: 'changes', data: changes }),
      () => {},
    )

  tabs?.addEventListener('message', ({ data }: MessageEvent<LiveEvent>) => take(data))
  const { locks } = navigator as { locks?: LockManager }
  const isShared = tabs !== null && locks !== undefined && typeof locks.request === 'function'
  if (isShared) {
    const holdUntilEnd = () =>
      new Promise<void>((release) => {
        open()
        ended.signal.addEventListener('abort', () => release())
      })
    locks.request(name, { signal: ended.signal }, holdUntilEnd).catch(() => {})
    // Another tab has the stream, which won't repeat what came before.
    void locks.query().then(({ held = [] }) => {
      if (close === null && start !== null && held.some((lock) => lock.name === name)) ask()
    })
  } else if (!document.hidden) open()

  const onVisible = () => {
    if (!isShared) return document.hidden ? shut() : open()
    if (!document.hidden && Date.now() - lastEventAt > silence) ask()
  }
  document.addEventListener('visibilitychange', onVisible, { signal: ended.signal })
  return () => {
    ended.abort()
    shut()
    tabs?.close()
  }
}
