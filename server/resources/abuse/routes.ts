import type { FastifyInstance } from 'fastify'
import * as contract from '../../../src/contract/abuse.ts'
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

  mount(app, context, contract.setAbuseStatus, async ({ params, body, staff, request }) => {
    const auditId = await setStatus(context, abuseKind, { staff, ip: request.ip }, params.id, body)
    return { success: true as const, ...(auditId === null ? {} : { auditId, undoable: true }) }
  })

  mount(app, context, contract.previewAbuseBulk, ({ body }) => previewStatus(context, abuseKind, body.change.status, body.ids))

  mount(app, context, contract.runAbuseBulk, ({ body, staff, request }) =>
    runStatus(context, abuseKind, { staff, ip: request.ip }, body.batch, body.change.status, body.ids),
  )
}
