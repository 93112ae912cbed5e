import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { openLive } from '../../src/contract/live.ts'
import { ApiError } from '../http/errors.ts'

/** Milliseconds between two streams that open: little beside what else the server does, and 500 are back in four seconds. */
const apart = 8

/** Milliseconds after which one shall rather come again. */
const mostWait = 15_000

/**
 * Lets streams open one after the other, so that consoles that all come back at once, as after a restart, don't keep other
 * calls waiting. A stream waits here instead of taking a turn from other calls (`shedOverload`).
 */
export function paceStreams(app: FastifyInstance): void {
  let next = 0
  app.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.config.endpoint !== openLive) return
    const now = performance.now()
    const wait = Math.max(0, next - now)
    if (wait > mostWait)
      throw new ApiError('service_unavailable', 'The server is busy, try again in a moment.', { retryAfter: 5 + Math.random() * 10 })
    next = now + wait + apart
    if (wait === 0) return
    await pause(wait)
    if (reply.raw.destroyed) throw new ApiError('bad_request', 'The call was canceled.')
  })
}
