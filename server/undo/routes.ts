import type { FastifyInstance } from 'fastify'
import { undo, undoBatch as undoBatchEndpoint } from '../../src/contract/undo.ts'
import type { AppContext } from '../context.ts'
import { mount } from '../http/mount.ts'
import { undoBatch } from './undo-batch.ts'
import { undoChange } from './undo.ts'

export function undoRoutes(app: FastifyInstance, context: AppContext) {
  const { database, now } = context

  mount(app, context, undo, async ({ body, staff, request }) => {
    const undone = await undoChange(database.orm, { staff, ip: request.ip }, body.auditId, now())
    return { success: true as const, undoable: false, ...undone }
  })

  mount(app, context, undoBatchEndpoint, ({ body, staff, request }) => undoBatch(context, { staff, ip: request.ip }, body.batch))
}
