import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getPresence, listLiveChanges, mayReceive, openLive, type PresenceRecord, putPresence } from '../../../src/contract/live.ts'
import type { SignedIn } from '../../http/access/session.ts'
import { ApiError } from '../../http/errors.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { changesFor } from './audience.ts'
import { Hub, type News } from './hub.ts'
import { paceStreams } from './pacing.ts'
import { leavePresence, notePresence, presenceFor, readPresence } from './presence.ts'
import { LiveStream } from './stream.ts'

/** Changes while consoles are open, and who else has a record open. */
export function liveRoutes(app: FastifyInstance, context: AppContext): void {
  const { orm } = context.database
  const hub = new Hub(context, app.log)
  paceStreams(app)
  context.measures?.watchStreams(() => hub.streams)

  app.addHook('onResponse', async (request, { statusCode }) => {
    if (statusCode < 400 && changesState(request)) hub.wake(newsOf(request), { notifyOthers: true })
  })
  // Before the server waits for pending replies: streams would never end.
  app.addHook('preClose', () => hub.close())

  mount(app, context, openLive, async ({ query, request, reply, staff }) => {
    if (request.method === 'HEAD' || !(request.headers.accept ?? '').includes('text/event-stream'))
      throw new ApiError('bad_request', 'Ask for text/event-stream.')
    const stream = new LiveStream(staff, reply.raw)
    await hub.join(stream, lastEventId(request) ?? query.after ?? null)
    // Proxies must not cache, compress or buffer the stream.
    reply.headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-store, no-transform',
      'x-accel-buffering': 'no',
      // If the connection were kept alive, it would delay the server's shutdown after the stream ends.
      connection: 'close',
    })
    return stream.body
  })

  mount(app, context, listLiveChanges, async ({ query, staff }) => changesFor(await hub.since(query.after ?? null), staff.rol))

  if (!context.config.presence) return

  mount(app, context, putPresence, async ({ body: { record, ...tab }, staff }) => {
    if (record) requireReadable(staff, record)
    const isNews = record ? await notePresence(orm, staff, { ...tab, record }, context.now()) : await leavePresence(orm, staff, tab.tab)
    if (isNews) hub.wake(['p'], { notifyOthers: true })
    return { success: true } as const
  })

  mount(app, context, getPresence, async ({ query: record, staff }) => {
    requireReadable(staff, record)
    return presenceFor(await readPresence(orm, context.now(), record), record, staff.id)
  })
}

/**
 * People who may not read a record must not learn who has it open.
 * @throws ApiError forbidden
 */
function requireReadable({ rol }: SignedIn, { type }: PresenceRecord): void {
  if (!mayReceive(rol, type)) throw new ApiError('forbidden', 'Your account may not do this.')
}

/** A browser that reconnects sends the id of the last event it received. It takes precedence over the query. */
function lastEventId({ headers }: FastifyRequest): string | undefined {
  const { 'last-event-id': id } = headers
  return typeof id === 'string' && id !== '' ? id : undefined
}

function changesState({ method, routeOptions }: FastifyRequest): boolean {
  const { endpoint } = routeOptions.config
  if (endpoint === putPresence) return false
  return endpoint?.changesState ?? (isOfProvider(routeOptions.url) || !['GET', 'HEAD', 'OPTIONS'].includes(method))
}

/** Where a company's sign-in comes back, which may change a role, and its notices. */
const isOfProvider = (url = '') => url.startsWith('/sign-in/')

/** Signing out, and changes to accounts, may end streams. */
function newsOf({ routeOptions }: FastifyRequest): News[] {
  const { path = '' } = routeOptions.config.endpoint ?? {}
  return isOfProvider(routeOptions.url) || /^\/(auth|users|account)\b/.test(path) ? ['c', 's'] : ['c']
}
