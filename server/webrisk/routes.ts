import type { FastifyInstance } from 'fastify'
import * as contract from '../../src/contract/customer-panels.ts'
import type { AppContext } from '../context.ts'
import { mount } from '../http/mount.ts'
import { listTracker } from './queries.ts'

export function webriskRoutes(app: FastifyInstance, context: AppContext) {
  mount(app, context, contract.listTracker, ({ query }) => listTracker(context.database.orm, query))
}
