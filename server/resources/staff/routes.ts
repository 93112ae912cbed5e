import type { FastifyInstance } from 'fastify'
import * as sessions from '../../../src/contract/user-sessions.ts'
import * as contract from '../../../src/contract/users.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { createUser, deleteUser, disableUser, editUser, resetTwoFactor } from './change.ts'
import { getUser, listSessions, listUsers } from './queries.ts'
import { endAllSessions, endOneSession } from './sessions.ts'
import { unlockUser } from './unlock.ts'

/** Staff accounts (document 1, sections 2 to 8; rulings 5, 10 and 11). */
export function userRoutes(app: FastifyInstance, context: AppContext): void {
  const { config, now } = context
  const { orm } = context.database
  const success = true as const

  mount(app, context, contract.listUsers, ({ query }) => listUsers(orm, query))

  mount(app, context, contract.createUser, async ({ body, actor }) => ({
    success,
    ...(await createUser(orm, config, actor, body, now())),
  }))

  mount(app, context, contract.getUser, ({ params }) => getUser(orm, params.id))

  mount(app, context, contract.updateUser, async ({ params, body, actor }) => ({
    success,
    ...(await editUser(orm, config, actor, params.id, body, now())),
  }))

  mount(app, context, contract.deleteUser, async ({ params, actor }) => ({
    success,
    auditId: await deleteUser(orm, actor, params.id, now()),
  }))

  mount(app, context, contract.resetTwoFactor, async ({ params, actor }) => ({
    success,
    auditId: await resetTwoFactor(orm, actor, params.id, now()),
  }))

  mount(app, context, contract.disableUser, async ({ params, body, actor }) => ({
    success,
    auditId: await disableUser(orm, actor, params.id, body, now()),
  }))

  mount(app, context, contract.unlockUser, async ({ params, actor }) => ({
    success,
    auditId: await unlockUser(orm, actor, params.id, now()),
  }))

  mount(app, context, sessions.listSessions, async ({ params, staff }) => ({
    rows: await listSessions(orm, config, params.id, now(), staff.sessionIdHash),
  }))

  mount(app, context, sessions.endSession, async ({ params, actor }) => ({
    success,
    auditId: await endOneSession(orm, actor, params.id, params.sessionId, now()),
  }))

  mount(app, context, sessions.endAllSessions, async ({ params, actor }) => ({
    success,
    ...(await endAllSessions(orm, actor, params.id, now())),
  }))
}
