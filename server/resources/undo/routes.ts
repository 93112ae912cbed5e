import type { FastifyInstance } from 'fastify'
import { listUndoable as listUndoableEndpoint, undo, undoBatch as undoBatchEndpoint } from '../../../src/contract/undo.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { undoChange } from './undo.ts'
import { undoBatch } from './undo-batch.ts'
import { undoNewest } from './undo-newest.ts'
import { listUndoable } from './undoable.ts'

export function undoRoutes(app: FastifyInstance, context: AppContext) {
  const { database, now } = context

  mount(app, context, undo, async ({ body, actor }) => {
    const undone = await (body.auditId === undefined
      ? undoNewest(context, actor, body.past ?? 0)
      : undoChange(context, actor, body.auditId))
    return { success: true as const, undoable: false, ...undone }
  })

  mount(app, context, listUndoableEndpoint, async ({ actor }) => ({
    changes: await listUndoable(database.orm, actor, now()),
  }))

  mount(app, context, undoBatchEndpoint, ({ body, actor }) => undoBatch(context, actor, body.batch))
}
