import type { FastifyBaseLogger } from 'fastify'
import type { AppContext } from '../context.ts'
import { deliverDue } from './deliver.ts'
import { pruneDeliveries } from './prune.ts'

const everyMs = 1000
const pruneEveryMs = 60_000

/**
 * Delivers what staff decided to the product, looking every second, and forgets every minute what arrived long ago. Doesn't
 * keep the process alive. A fault is logged once, until it works again.
 * @returns a function that stops it and waits for the current round
 */
export function startDelivering(context: AppContext, log: FastifyBaseLogger): () => Promise<void> {
  const stopping = new AbortController()
  const deliver = async () => {
    while (!stopping.signal.aborted && (await deliverDue(context)) > 0);
  }
  const stops = [
    repeat(deliver, everyMs, log, 'webhooks could not be delivered'),
    repeat(() => pruneDeliveries(context), pruneEveryMs, log, 'webhooks that arrived could not be forgotten'),
  ]
  return async () => {
    stopping.abort()
    await Promise.all(stops.map((stop) => stop()))
  }
}

/** Works now and then every so often, one round at a time. */
function repeat(work: () => Promise<unknown>, everyMs: number, log: FastifyBaseLogger, fault: string): () => Promise<void> {
  let isFailing = false
  let round: Promise<void> | null = null
  const begin = () => {
    round ??= work()
      .then(() => {
        if (isFailing) log.info(`no longer: ${fault}`)
        isFailing = false
      })
      .catch((error: unknown) => {
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
    await round
  }
}
