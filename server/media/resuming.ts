import type { FastifyBaseLogger } from 'fastify'
import type { AppContext } from '../context.ts'
import { resumeDeletions } from './delete.ts'

const everyMs = 60_000

/**
 * Resumes file deletions now and every minute, one run at a time. Doesn't keep the process alive.
 * @returns a function that stops it and waits for the current run
 */
export function startResuming(context: AppContext, log: FastifyBaseLogger): () => Promise<void> {
  let round: Promise<unknown> | null = null
  const resume = () => {
    round ??= resumeDeletions(context, log)
      .catch((error: unknown) => log.error({ err: error }, 'deletions of files could not be resumed'))
      .finally(() => {
        round = null
      })
  }
  resume()
  const timer = setInterval(resume, everyMs).unref()
  return async () => {
    clearInterval(timer)
    await round
  }
}
