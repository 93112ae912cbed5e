import type { FastifyInstance } from 'fastify'
import * as contract from '../../../src/contract/timeline.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { readTimeline } from './queries.ts'

export function timelineRoutes(app: FastifyInstance, context: AppContext) {
  mount(app, context, contract.getTimeline, ({ params, query }) => readTimeline(context.database.orm, params.id, query))
}
