import type { FastifyInstance, FastifyRequest } from 'fastify'
import { logout } from '../../src/contract/auth.ts'
import { ApiError } from './errors.ts'
import type { Limits } from './limits.ts'
import { apiBase } from './mount.ts'

/** Seconds that a refused call is asked to wait, by lot: those who were refused together do not come back together. */
const retryAfter = () => 1 + Math.floor(Math.random() * 3)

/**
 * Bounds how long a call of the API waits for its turn: so many are worked on at once, others wait in a row, and whoever has waited for as
 * long as is allowed is refused with 503 and Retry-After. The row begins where the body has been read: one that trickles takes nobody's
 * turn. A turn ends with the beginning of the reply, as a download goes at its reader's pace. Sign-out is always let in, and health checks
 * are no calls of the API.
 */
export function shedOverload(app: FastifyInstance, { atOnce, waitMs }: Pick<Limits, 'atOnce' | 'waitMs'>): void {
  let underWay = 0
  /** What lets each of those in who wait, first come, first served. */
  const row = new Set<() => void>()
  const withTurn = new WeakSet<FastifyRequest>()

  /** Resolves with whether it was this call's turn in time. */
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

  app.addHook('preHandler', async (request, reply) => {
    if (!request.url.startsWith(apiBase) || request.routeOptions.config.endpoint === logout) return
    if (underWay < atOnce) underWay += 1
    else if (!(await waitForTurn()))
      throw new ApiError('service_unavailable', 'The server is busy, try again in a moment.', { retryAfter: retryAfter() })
    withTurn.add(request)
    // Nobody waits for the answer any more.
    if (reply.raw.destroyed) throw new ApiError('bad_request', 'The call was canceled.')
  })

  app.addHook('onSend', async (request) => {
    if (!withTurn.delete(request)) return
    const [next] = row
    if (next === undefined) underWay -= 1
    else {
      // The turn is handed on, so that nobody comes in between.
      row.delete(next)
      next()
    }
  })
}
