import type { FastifyInstance } from 'fastify'
import * as contract from '../../../src/contract/invitations.ts'
import { final, undoable } from '../../audit/reply.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { deleteInvitation } from './delete.ts'
import { listAnyInvitations, listInvitations } from './queries.ts'
import { resendInvitation } from './resend.ts'

export function invitationRoutes(app: FastifyInstance, context: AppContext) {
  const { database, now } = context

  mount(app, context, contract.listInvitations, ({ params }) => listInvitations(database.orm, params.id))

  mount(app, context, contract.listAnyInvitations, ({ query }) => database.reading((orm) => listAnyInvitations(orm, query)))

  mount(app, context, contract.resendInvitation, async ({ params, actor }) =>
    final(await resendInvitation(database.orm, actor, params.id, now())),
  )

  mount(app, context, contract.deleteInvitation, async ({ params, actor }) =>
    undoable(await deleteInvitation(database.orm, actor, params.id, now())),
  )
}
