import type { FastifyInstance, FastifyRequest } from 'fastify'
import { logout } from '../../../src/contract/auth.ts'
import { openLive } from '../../../src/contract/live.ts'
import { ApiError } from '../errors.ts'
import { apiBase } from '../mount.ts'
import type { Limits } from './limits.ts'

/** Random wait in seconds, so that calls refused together don't return together. */
const retryAfter = () => 1 + Math.floor(Math.random() * 3)

/**
 * Limits how long an API call queues. A fixed number runs concurrently; further calls wait and get 503 with
 * Retry-After if that takes too long. Queuing starts once the body has arrived, so a slow upload occupies no slot.
 * The slot is freed when the reply starts, because downloads run at the reader's pace. Sign-out is always let in,
 * streams are paced separately (`paceStreams`), and health checks aren't API calls.
 */
export function shedOverload(app: FastifyInstance, { atOnce, waitMs }: Pick<Limits, 'atOnce' | 'waitMs'>): void {
  let underWay = 0
  /** Starts each waiting call, first come, first served. */
  const row = new Set<() => void>()
  const withTurn = new WeakSet<FastifyRequest>()

  /** Resolves to whether a slot became free in time. */
  const waitForTurn = () =>
    new Promise<boolean>((resolve) => {
      const begin = () => {
        clearTimeout(late)
        resolve(true)
      }
      const late = setTimeout(() => {
        row.delete(begin)
        resolve(false)
      }, waitMs)
      row.add(begin)
    })

  // Hooks with a callback, because promises cost each call more.
  app.addHook('preHandler', (request, reply, done) => {
    const { endpoint } = request.routeOptions.config
    if (!request.url.startsWith(apiBase) || endpoint === logout || endpoint === openLive) return done()
    const begin = (isFree: boolean) => {
      if (!isFree)
        return done(new ApiError('service_unavailable', 'The server is busy, try again in a moment.', { retryAfter: retryAfter() }))
      withTurn.add(request)
      // The client may be gone already.
      done(reply.raw.destroyed ? new ApiError('bad_request', 'The call was canceled.') : undefined)
    }
    if (underWay >= atOnce) return void waitForTurn().then(begin)
    underWay += 1
    begin(true)
  })

  app.addHook('onSend', (request, _reply, _payload, done) => {
    if (withTurn.delete(request)) passOn()
    done()
  })

  function passOn(): void {
    const [next] = row
    if (next === undefined) underWay -= 1
    else {
      // Pass the slot on directly, so no newcomer takes it.
      row.delete(next)
      next()
    }
  }
}
