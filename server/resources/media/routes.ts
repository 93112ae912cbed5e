import type { FastifyInstance } from 'fastify'
import * as contract from '../../../src/contract/qr-media.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { deleteFile, deleteMedia } from './delete.ts'
import { readMedia } from './queries.ts'

export function mediaRoutes(app: FastifyInstance, context: AppContext) {
  mount(app, context, contract.getQrMedia, async ({ params }) => ({ files: await readMedia(context.database.orm, params.id) }))

  mount(app, context, contract.deleteQrFile, async ({ params, body, request, actor }) => {
    await deleteFile(context, actor, params.id, body.key, request.log)
    return { success: true as const, undoable: false }
  })

  mount(app, context, contract.deleteQrMedia, async ({ params, request, actor }) => {
    const deleted = await deleteMedia(context, actor, params.id, request.log)
    return { success: true as const, undoable: false, ...deleted }
  })
}
