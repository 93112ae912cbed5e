import { channel } from 'node:diagnostics_channel'
import type { FastifyBaseLogger } from 'fastify'

/** A round of a server's own work, as `jobRounds` tells it. */
export interface JobRound {
  job: string
  seconds: number
  isDone: boolean
}

/** Where metrics hear of rounds; costs nothing while nobody listens. */
export const jobRounds = channel('quaydesk:job-round')

interface Repeated {
  /** Its name among the metrics. */
  job: string
  log: FastifyBaseLogger
  /** What is logged when a round fails: once, until one succeeds again. */
  fault: string
  /** Milliseconds; a minute by default. */
  everyMs?: number
  /** Whether the first round is now; otherwise after `everyMs`. */
  isAtOnce?: boolean
  /** How much longer than a round the pause after it is at least; 0 by default. */
  rest?: number
}

/**
 * Works every so often, one round at a time. Doesn't keep the process alive.
 * @param work its signal says that the server stops
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
