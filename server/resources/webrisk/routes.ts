import type { FastifyInstance } from 'fastify'
import { roleMay } from '../../../src/contract/capabilities.ts'
import * as contract from '../../../src/contract/webrisk.ts'
import { undoable } from '../../audit/reply.ts'
import { matchingIds } from '../../db/list/matching-ids.ts'
import { webrisk } from '../../db/schema/security.ts'
import type { SignedIn } from '../../http/access/session.ts'
import { ApiError } from '../../http/errors.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { filterOf } from '../reviews/filter.ts'
import { webriskKind } from '../reviews/kinds.ts'
import { previewStatus, runStatus, setStatus } from '../reviews/status.ts'
import { previewBlock, runBlock } from './block.ts'
import { checkAgain, previewCheck, runCheck } from './check.ts'
import { listTracker, listWebrisk } from './queries.ts'

/** The web-risk list and its log (document 2, sections 2, 4 and 7; rulings 3 and 48). */
export function webriskRoutes(app: FastifyInstance, context: AppContext) {
  const { orm } = context.database

  mount(app, context, contract.listWebrisk, ({ query }) => context.database.reading((reader) => listWebrisk(reader, query)))

  mount(app, context, contract.matchingWebrisk, ({ query }) => matchingIds(orm, webrisk, filterOf(webrisk, query)))

  mount(app, context, contract.setWebriskStatus, async (call) => {
    const auditId = await setStatus(context, webriskKind, call.actor, call.params.id, call.body)
    return undoable(auditId)
  })

  mount(app, context, contract.checkWebrisk, async (call) => {
    const { auditId, ...checked } = await checkAgain(context, call.actor, call.params.id)
    return { success: true as const, ...checked, ...(auditId === undefined ? {} : { auditId, undoable: true }) }
  })

  mount(app, context, contract.previewWebriskBulk, ({ body: { change, ids }, staff }) => {
    if (change.action === 'status') return previewStatus(context, webriskKind, change.status, ids)
    if (change.action === 'check') return previewCheck(context, ids)
    requireQrStatus(staff)
    return previewBlock(context, ids)
  })

  mount(app, context, contract.runWebriskBulk, (call) => {
    const { batch, change, ids } = call.body
    if (change.action === 'status') return runStatus(context, webriskKind, call.actor, batch, change.status, ids)
    if (change.action === 'check') return runCheck(context, call.actor, batch, ids)
    requireQrStatus(call.staff)
    return runBlock(context, call.actor, batch, ids)
  })

  mount(app, context, contract.listTracker, ({ query }) => context.database.reading((reader) => listTracker(reader, query)))
}

/** Blocking many needs the same capability as blocking one (ruling 1). */
function requireQrStatus(staff: SignedIn) {
  if (!roleMay(staff.rol, 'qrs.status')) throw new ApiError('forbidden', 'Your account may not do this.')
}
