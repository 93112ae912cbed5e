import type { FastifyInstance } from 'fastify'
import * as contract from '../../../src/contract/views.ts'
import { whoMade } from '../../http/access/who.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { repeat } from '../../process/repeat.ts'
import { lookOf, shownBy } from './looks.ts'
import { listViews } from './queries.ts'
import { ViewLog } from './view-log.ts'

/** Notes who looks at what, and lists it. */
export function viewRoutes(app: FastifyInstance, context: AppContext) {
  const views = new ViewLog(context, app.log)
  const stop = repeat(() => views.flush(), {
    job: 'noting-views',
    log: app.log,
    fault: 'who looked at what could not be written',
    everyMs: 1000,
  })
  app.addHook('onClose', async () => {
    await stop()
    // A server that stops doesn't wait for a database that is gone.
    await views.flush().catch((error: unknown) => app.log.error({ err: error }, 'who looked last could not be written'))
  })

  // After the reply, so that nobody waits. Steps of a playbook are made by the server, in no session.
  app.addHook('onResponse', async (request, { statusCode }) => {
    const by = statusCode < 400 ? whoMade(request) : undefined
    if (by === undefined || by.sessionIdHash === '') return
    for (const what of [lookOf(request), shownBy(request)]) if (what !== null) views.add({ by, ip: request.ip, what })
  })

  mount(app, context, contract.listViews, ({ query }) => context.database.reading((orm) => listViews(orm, query)))
}
