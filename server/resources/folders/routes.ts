import type { FastifyInstance } from 'fastify'
import * as contract from '../../../src/contract/customer-panels.ts'
import { transferFolders as transferEndpoint } from '../../../src/contract/qr-actions.ts'
import { undoable } from '../../audit/reply.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { listFolders } from './queries.ts'
import { transferFolders } from './transfer.ts'

export function folderRoutes(app: FastifyInstance, context: AppContext) {
  mount(app, context, contract.listFolders, ({ query }) => listFolders(context.database.orm, query))

  mount(app, context, transferEndpoint, async ({ body, actor }) => {
    const { auditId, transferred } = await transferFolders(context, actor, body)
    return { ...undoable(auditId), transferred }
  })
}
