import type { FastifyInstance } from 'fastify'
import * as contract from '../../src/contract/customer-panels.ts'
import type { AppContext } from '../context.ts'
import { mount } from '../http/mount.ts'
import { listInvitations } from './queries.ts'

export function invitationRoutes(app: FastifyInstance, context: AppContext) {
  mount(app, context, contract.listInvitations, ({ params }) => listInvitations(context.database.orm, params.id))
}
