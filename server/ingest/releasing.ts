import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/connect.ts'
import { releaseWaiting } from './ingest.ts'

const everyMs = 60_000

/**
 * Stores rows whose record came while a server stopped halfway: now, and every minute. Doesn't keep the process alive.
 * @returns a function that stops it and waits for the current round
 */
export function startReleasing(database: Database, log: FastifyBaseLogger): () => Promise<void> {
  let round: Promise<void> | null = null
  const release = () => {
    round ??= releaseWaiting({ kind: database.kind, orm: database.patient.orm }, Math.floor(Date.now() / 1000))
      .catch((error: unknown) => log.error({ err: error }, 'rows that waited could not be stored'))
      .finally(() => {
        round = null
      })
  }
  release()
  const timer = setInterval(release, everyMs).unref()
  return async () => {
    clearInterval(timer)
    await round
  }
}
