import type { FastifyInstance } from 'fastify'
import * as contract from '../../../src/contract/email-activity.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { emailRange } from './range.ts'
import { readEmailActivity } from './read.ts'

export function emailActivityRoutes(app: FastifyInstance, context: AppContext) {
  mount(app, context, contract.listEmailActivity, ({ params, query }) =>
    readEmailActivity(context, params.id, emailRange(query, context.now())),
  )
}
