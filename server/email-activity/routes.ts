import type { FastifyInstance } from 'fastify'
import * as contract from '../../src/contract/customer-panels.ts'
import type { AppContext } from '../context.ts'
import { mount } from '../http/mount.ts'
import { listEmailActivity } from './queries.ts'
import { emailRange } from './range.ts'

export function emailActivityRoutes(app: FastifyInstance, context: AppContext) {
  const { database, now } = context

  mount(app, context, contract.listEmailActivity, ({ params, query }) =>
    listEmailActivity(database.orm, params.id, emailRange(query, now())),
  )
}
