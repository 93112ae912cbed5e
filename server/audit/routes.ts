import type { FastifyInstance } from 'fastify'
import * as contract from '../../src/contract/audit.ts'
import { mount } from '../http/mount.ts'
import type { AppContext } from '../outside/context.ts'
import { listAudit } from './queries.ts'

export function auditRoutes(app: FastifyInstance, context: AppContext) {
  mount(app, context, contract.listAudit, ({ query }) => context.database.reading((orm) => listAudit(orm, query)))
}
