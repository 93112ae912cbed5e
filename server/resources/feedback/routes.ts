import type { FastifyInstance } from 'fastify'
import * as contract from '../../../src/contract/notes.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { listFeedback } from './queries.ts'

export function feedbackRoutes(app: FastifyInstance, context: AppContext) {
  mount(app, context, contract.listFeedback, ({ query }) => context.database.reading((orm) => listFeedback(orm, query)))
}
