import type { FastifyBaseLogger } from 'fastify'
import type { AppContext } from '../../outside/context.ts'
import { repeat } from '../../process/repeat.ts'
import { DeliveryPool } from './pool.ts'
import { pruneDeliveries } from './prune.ts'

/**
 * Delivers staff's changes to the product, checking every second, and deletes old delivered webhooks every minute.
 * @returns a function that stops both and waits for deliveries in progress
 */
export function startDelivering(context: AppContext, log: FastifyBaseLogger): () => Promise<void> {
  const pool = new DeliveryPool(context)
  const stops = [
    repeat(() => pool.begin(), { job: 'delivering', log, fault: 'webhooks could not be delivered', everyMs: 1000 }),
    repeat(() => pruneDeliveries(context), { job: 'pruning-deliveries', log, fault: 'webhooks that arrived could not be forgotten' }),
  ]
  return async () => {
    await Promise.all([pool.stop(), ...stops.map((stop) => stop())])
  }
}
