import type { FastifyBaseLogger } from 'fastify'
import type { AppContext } from '../context.ts'
import { deliverDue } from './deliver.ts'

const everyMs = 1000

/**
 * Delivers what staff decided to the product, looking every second. Doesn't keep the process alive.
 * @returns a function that stops it and waits for the current round
 */
export function startDelivering(context: AppContext, log: FastifyBaseLogger): () => Promise<void> {
  let isStopping = false
  let round: Promise<void> | null = null
  const work = async () => {
    while (!isStopping && (await deliverDue(context)) > 0);
  }
  const deliver = () => {
    round ??= work()
      .catch((error: unknown) => log.error({ err: error }, 'webhooks could not be delivered'))
      .finally(() => {
        round = null
      })
  }
  deliver()
  const timer = setInterval(deliver, everyMs).unref()
  return async () => {
    isStopping = true
    clearInterval(timer)
    await round
  }
}
