import type { FastifyInstance } from 'fastify'
import * as contract from '../../../src/contract/notes.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { listNotes } from './queries.ts'

export function noteRoutes(app: FastifyInstance, context: AppContext) {
  mount(app, context, contract.listNotes, ({ query }) => context.database.reading((orm) => listNotes(orm, query)))
}
