import type { FastifyInstance } from 'fastify'
import * as contract from '../../../src/contract/users.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { createUser, deleteUser, editUser, resetTwoFactor } from './change.ts'
import { getUser, listSessions, listUsers } from './queries.ts'
import { endAllSessions, endOneSession } from './sessions.ts'
import { unlockUser } from './unlock.ts'

/** Staff accounts (document 1, sections 2 to 8; rulings 5, 10 and 11). */
export function userRoutes(app: FastifyInstance, context: AppContext): void {
  const { config, now } = context
  const { orm } = context.database
  const success = true as const

  mount(app, context, contract.listUsers, ({ query }) => listUsers(orm, query))

  mount(app, context, contract.createUser, async ({ body, staff, request }) => ({
    success,
    ...(await createUser(orm, config, { staff, ip: request.ip }, body, now())),
  }))

  mount(app, context, contract.getUser, ({ params }) => getUser(orm, params.id))

  mount(app, context, contract.updateUser, async ({ params, body, staff, request }) => ({
    success,
    ...(await editUser(orm, config, { staff, ip: request.ip }, params.id, body, now())),
  }))

  mount(app, context, contract.deleteUser, async ({ params, staff, request }) => ({
    success,
    auditId: await deleteUser(orm, { staff, ip: request.ip }, params.id, now()),
  }))

  mount(app, context, contract.resetTwoFactor, async ({ params, staff, request }) => ({
    success,
    auditId: await resetTwoFactor(orm, { staff, ip: request.ip }, params.id, now()),
  }))

  mount(app, context, contract.unlockUser, async ({ params, staff, request }) => ({
    success,
    auditId: await unlockUser(orm, { staff, ip: request.ip }, params.id, now()),
  }))

  mount(app, context, contract.listSessions, async ({ params, staff }) => ({
    rows: await listSessions(orm, config, params.id, now(), staff.sessionIdHash),
  }))

  mount(app, context, contract.endSession, async ({ params, staff, request }) => ({
    success,
    auditId: await endOneSession(orm, { staff, ip: request.ip }, params.id, params.sessionId, now()),
  }))

  mount(app, context, contract.endAllSessions, async ({ params, staff, request }) => ({
    success,
    ...(await endAllSessions(orm, { staff, ip: request.ip }, params.id, now())),
  }))
}
