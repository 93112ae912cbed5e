import type { z } from 'zod'
import { ApiFailure } from '../../../api/client.ts'
import { liveHref, readChanges } from '../../../api/live.ts'
import { LiveChanges, liveEvents } from '../../../contract/live.ts'

/** Milliseconds within which an opened stream must send something; through a buffering proxy, nothing arrives. */
const patience = 10_000
/** Milliseconds between polls if there is no stream. */
export const askEvery = 15_000
/** Consecutive failures after which it polls instead, and polls after which it tries a stream again. */
const maxFailures = 3
const questionsPerTry = 8
/** Milliseconds: timers this late mean that the machine was asleep. In hidden tabs they may be a minute late. */
const lookEvery = 30_000
const slept = 150_000

type LiveName = keyof typeof liveEvents
export type LiveEvent = { [Name in LiveName]: { name: Name; data: z.infer<(typeof liveEvents)[Name]> } }[LiveName]

interface StreamInput {
  /** The position to continue from. */
  after: () => string | null
  onEvent: (event: LiveEvent) => void
}

/**
 * Receives changes until it is closed: through a stream, which is reopened whenever it breaks, or by polling every
 * fifteen seconds if streams don't get through. Either continues where the other stopped.
 * @returns closes it
 */
export function openStream({ after, onEvent }: StreamInput): () => void {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let questions = 0
  let isClosed = false

  const later = (act: () => void, wait: number) => {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(act, wait)
  }

  const connect = () => {
    source?.close()
    if (isClosed) return
    source = new EventSource(liveHref(after()))
    let wasHeard = false
    const own = source
    for (const name of Object.keys(liveEvents) as LiveName[])
      own.addEventListener(name, (event: MessageEvent<string>) => {
        const read = liveEvents[name].safeParse(JSON.parse(event.data))
        if (own !== source || !read.success) return
        if (name === 'changes' && !wasHeard) {
          wasHeard = true
          failures = 0
          clearTimeout(timer)
        }
        onEvent({ name, data: read.data } as LiveEvent)
        // It has ended for good: the reply to a plain request will say what to do.
        if (name === 'end') {
          failures = maxFailures
          fail(false)
        }
      })
    own.addEventListener('error', () => own === source && fail(wasHeard))
    later(() => fail(false), patience)
  }

  // The browser's own reconnecting neither backs off nor learns why it failed.
  const fail = (wasHeard: boolean) => {
    source?.close()
    source = null
    failures += 1
    // So that not all consoles reconnect at once after a server restarts.
    if (wasHeard) later(connect, 500 + Math.random() * 2500)
    else void ask()
  }

  const ask = async () => {
    try {
      onEvent({ name: 'changes', data: LiveChanges.parse(await readChanges(after())) })
    } catch (error) {
      // The session or permission has ended, or the API has no stream: the console's other calls report it.
      if (error instanceof ApiFailure && (error.status === 401 || error.status === 403 || error.status === 404)) return close()
    }
    questions += 1
    if (failures < maxFailures) later(connect, 1000 * failures + Math.random() * 2000)
    else later(questions % questionsPerTry === 0 ? connect : () => void ask(), askEvery)
  }

  let lastLook = Date.now()
  const look = setInterval(() => {
    if (Date.now() - lastLook > slept) reopen()
    lastLook = Date.now()
  }, lookEvery)
  const reopen = () => {
    if (failures < maxFailures) connect()
    else void ask()
  }
  const close = () => {
    isClosed = true
    clearTimeout(timer)
    clearInterval(look)
    window.removeEventListener('online', reopen)
    source?.close()
    source = null
  }
  window.addEventListener('online', reopen)
  connect()
  return close
}
