import type { FastifyBaseLogger } from 'fastify'
import type { AppContext } from '../context.ts'
import { retireFiles } from './reupload.ts'

const everyMs = 60_000

/**
 * Clears up after reuploads that were cut short, now and every minute, one round at a time, without keeping the process alive.
 * @returns what ends it: no more rounds, and the one under way is waited for
 */
export function startRetiring(context: AppContext, log: FastifyBaseLogger): () => Promise<void> {
  let round: Promise<unknown> | null = null
  const retire = () => {
    round ??= retireFiles(context, log)
      .catch((error: unknown) => log.error({ err: error }, 'old invoice files could not be deleted'))
      .finally(() => {
        round = null
      })
  }
  retire()
  const timer = setInterval(retire, everyMs).unref()
  return async () => {
    clearInterval(timer)
    await round
  }
}
