import type { FastifyBaseLogger } from 'fastify'

interface Repeated {
  log: FastifyBaseLogger
  /** What is logged when a round fails: once, until one succeeds again. */
  fault: string
  /** Milliseconds; a minute by default. */
  everyMs?: number
}

/**
 * Works now and then every so often, one round at a time. Doesn't keep the process alive.
 * @param work its signal says that the server stops
 * @returns a function that stops it and waits for the current round
 */
export function repeat(work: (signal: AbortSignal) => Promise<unknown>, { log, fault, everyMs = 60_000 }: Repeated): () => Promise<void> {
  const stopping = new AbortController()
  let isFailing = false
  let round: Promise<void> | null = null
  const begin = () => {
    round ??= work(stopping.signal)
      .then(() => {
        if (isFailing) log.info(`no longer: ${fault}`)
        isFailing = false
      })
      .catch((error: unknown) => {
        if (stopping.signal.aborted) return
        if (!isFailing) log.error({ err: error }, fault)
        isFailing = true
      })
      .finally(() => {
        round = null
      })
  }
  begin()
  const timer = setInterval(begin, everyMs).unref()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await round
  }
}
