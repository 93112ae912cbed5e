import type { FastifyInstance } from 'fastify'
import * as contract from '../../../src/contract/events.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { listEvents } from './queries.ts'

export function eventRoutes(app: FastifyInstance, context: AppContext) {
  mount(app, context, contract.listEvents, ({ query }) => context.database.reading((orm) => listEvents(orm, query)))
}
