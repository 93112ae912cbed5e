import type { FastifyInstance } from 'fastify'
import * as contract from '../../../src/contract/tokens.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { createToken, revokeToken } from './change.ts'
import { listTokens } from './queries.ts'

/** Service tokens, for role 1. */
export function tokenRoutes(app: FastifyInstance, context: AppContext): void {
  const { now } = context
  const { orm } = context.database
  const success = true as const

  mount(app, context, contract.listTokens, async () => ({ rows: await listTokens(orm) }))

  mount(app, context, contract.createToken, async ({ body, actor }) => ({
    success,
    ...(await createToken(orm, actor, body, now())),
  }))

  mount(app, context, contract.revokeToken, async ({ params, actor }) => ({
    success,
    auditId: await revokeToken(orm, actor, params.id, now()),
  }))
}
