import type { FastifyBaseLogger } from 'fastify'
import type { AppContext } from '../context.ts'
import { repeat } from '../repeat.ts'
import { DeliveryPool } from './pool.ts'
import { pruneDeliveries } from './prune.ts'

/**
 * Delivers what staff decided to the product, looking every second, and forgets every minute what arrived long ago.
 * @returns a function that stops it and waits for what is being sent
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
