import type { FastifyInstance } from 'fastify'
import * as contract from '../../../src/contract/api-calls.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { getApiCall, listApiCalls } from './queries.ts'

export function apiCallRoutes(app: FastifyInstance, context: AppContext) {
  mount(app, context, contract.listApiCalls, ({ query }) => context.database.reading((orm) => listApiCalls(orm, query)))
  mount(app, context, contract.getApiCall, ({ params }) => getApiCall(context.database.orm, params.id))
}
