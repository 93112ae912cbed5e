import type { FastifyBaseLogger } from 'fastify'
import type { AppContext } from '../context.ts'
import { retireFiles } from './reupload.ts'

const everyMs = 60_000

/**
 * Cleans up after interrupted reuploads, now and every minute, one run at a time. Doesn't keep the process alive.
 * @returns a function that stops it and waits for the current run
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
