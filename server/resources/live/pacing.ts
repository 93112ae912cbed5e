import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { openLive } from '../../../src/contract/live.ts'
import { ApiError } from '../../http/errors.ts'

/** Milliseconds between opening two streams. That leaves the server time for other work; 500 consoles are back in four seconds. */
const apart = 8

/** Milliseconds a stream may wait here; after that it has to reconnect later. */
const maxWaitMs = 15_000

/**
 * Opens streams one after the other, so that consoles that all reconnect at once, as after a restart, do not delay
 * other calls. A stream waits here instead of taking a turn from other calls (`shedOverload`).
 */
export function paceStreams(app: FastifyInstance): void {
  let next = 0
  app.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.config.endpoint !== openLive) return
    const now = performance.now()
    const wait = Math.max(0, next - now)
    if (wait > maxWaitMs)
      throw new ApiError('service_unavailable', 'The server is busy, try again in a moment.', { retryAfter: 5 + Math.random() * 10 })
    next = now + wait + apart
    if (wait === 0) return
    await pause(wait)
    if (reply.raw.destroyed) throw new ApiError('bad_request', 'The call was canceled.')
  })
}
