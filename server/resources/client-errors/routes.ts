import type { FastifyInstance } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import * as contract from '../../../src/contract/client-errors.ts'
import { consoleDirectory } from '../../http/console/console-build.ts'
import { ApiError } from '../../http/errors.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { SourceMaps } from './source-maps.ts'

/** Reports per minute, person and server. The console sends each error once, so more are a fault or an attack. */
export const reportsAMinute = 10

/**
 * Logs errors of the console.
 * @param directory the built console
 */
export function clientErrorRoutes(app: FastifyInstance, context: AppContext, directory = consoleDirectory) {
  const limiter = new RateLimiterMemory({ points: reportsAMinute, duration: 60 })
  const maps = new SourceMaps(directory)

  mount(app, context, contract.reportClientError, async ({ body: { kind, name, message, frames, route }, staff, request }) => {
    await limiter.consume(String(staff.id)).catch(() => {
      throw new ApiError('too_many_requests', 'Too many errors were reported, try again later.', { retryAfter: 60 })
    })
    const stack: string[] = []
    for (const frame of frames) stack.push(await maps.resolve(frame))
    // The console removes personal text already, but anybody signed in can call this.
    const client = { kind, name, message: contract.withoutPersonalText(message), route, stack }
    request.log.warn({ client }, 'the console failed')
    return { success: true as const }
  })
}
