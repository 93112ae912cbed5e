import type { FastifyInstance } from 'fastify'
import * as contract from '../../../src/contract/abuse.ts'
import { undoable } from '../../audit/reply.ts'
import { matchingIds } from '../../db/list/matching-ids.ts'
import { abuseReports } from '../../db/schema/security.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { filterOf } from '../reviews/filter.ts'
import { abuseKind } from '../reviews/kinds.ts'
import { previewStatus, runStatus, setStatus } from '../reviews/status.ts'
import { listAbuse } from './queries.ts'

/** Abuse reports (document 2, sections 2, 4 and 7; ruling 48). */
export function abuseRoutes(app: FastifyInstance, context: AppContext) {
  const { orm } = context.database

  mount(app, context, contract.listAbuse, ({ query }) => context.database.reading((reader) => listAbuse(reader, query)))

  mount(app, context, contract.matchingAbuse, ({ query }) => matchingIds(orm, abuseReports, filterOf(abuseReports, query)))

  mount(app, context, contract.setAbuseStatus, async ({ params, body, actor }) =>
    undoable(await setStatus(context, abuseKind, actor, params.id, body)),
  )

  mount(app, context, contract.previewAbuseBulk, ({ body }) => previewStatus(context, abuseKind, body.change.status, body.ids))

  mount(app, context, contract.runAbuseBulk, ({ body, actor }) =>
    runStatus(context, abuseKind, actor, body.batch, body.change.status, body.ids),
  )
}
