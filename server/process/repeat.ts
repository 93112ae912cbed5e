import { channel } from 'node:diagnostics_channel'
import type { FastifyBaseLogger } from 'fastify'

/** A round of a background job, as published on `jobRounds`. */
export interface JobRound {
  job: string
  seconds: number
  isDone: boolean
}

/** Metrics subscribe to this channel; it costs nothing without subscribers. */
export const jobRounds = channel('quaydesk:job-round')

interface Repeated {
  /** Its name in the metrics. */
  job: string
  log: FastifyBaseLogger
  /** Logged when a round fails: once, until one succeeds again. */
  fault: string
  /** Milliseconds; a minute by default. */
  everyMs?: number
  /** Whether the first round runs immediately; otherwise after `everyMs`. */
  isAtOnce?: boolean
  /** The pause after a round is at least this many times as long as the round; 0 by default. */
  rest?: number
}

/**
 * Runs a job periodically, one round at a time. Doesn't keep the process alive.
 * @param work its signal aborts when the server stops
 * @returns a function that stops it and waits for the current round
 */
export function repeat(
  work: (signal: AbortSignal) => Promise<unknown>,
  { job, log, fault, everyMs = 60_000, isAtOnce = true, rest = 0 }: Repeated,
): () => Promise<void> {
  const stopping = new AbortController()
  let isFailing = false
  let round: Promise<void> | null = null
  let restsUntil = 0
  const begin = () => {
    const began = performance.now()
    if (began < restsUntil) return
    const tell = (isDone: boolean) => jobRounds.publish({ job, seconds: (performance.now() - began) / 1000, isDone } satisfies JobRound)
    round ??= work(stopping.signal)
      .then(() => {
        tell(true)
        if (isFailing) log.info(`no longer: ${fault}`)
        isFailing = false
      })
      .catch((error: unknown) => {
        if (stopping.signal.aborted) return
        tell(false)
        if (!isFailing) log.error({ err: error }, fault)
        isFailing = true
      })
      .finally(() => {
        round = null
        const ended = performance.now()
        restsUntil = ended + rest * (ended - began)
      })
  }
  if (isAtOnce) begin()
  const timer = setInterval(begin, everyMs).unref()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await round
  }
}
