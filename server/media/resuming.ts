import type { FastifyBaseLogger } from 'fastify'
import type { AppContext } from '../context.ts'
import { resumeDeletions } from './delete.ts'

const everyMs = 60_000

/**
 * Resumes deletions of files now and every minute, one round at a time, without keeping the process alive.
 * @returns what ends it: no more rounds, and the one under way is waited for
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
