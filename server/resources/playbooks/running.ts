import type { FastifyBaseLogger } from 'fastify'
import { repeat } from '../../process/repeat.ts'
import type { PlaybookRunner } from './runner.ts'

/**
 * Carries on playbooks that nobody runs, checking every second.
 * @returns a function that stops it
 */
export function startRunning(runner: PlaybookRunner, log: FastifyBaseLogger): () => Promise<void> {
  let isTakenOver = false
  const round = async () => {
    // Only before this server has begun any: a run of its own must not be taken from it.
    const isFirst = !isTakenOver
    isTakenOver = true
    if (isFirst) await runner.takeOver()
    await runner.resume()
  }
  return repeat(round, { job: 'running-playbooks', log, fault: 'playbooks could not be carried on', everyMs: 1000 })
}
