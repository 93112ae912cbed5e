import type { FastifyInstance } from 'fastify'
import * as contract from '../../src/contract/customer-panels.ts'
import type { AppContext } from '../context.ts'
import { mount } from '../http/mount.ts'
import { listFolders } from './queries.ts'

export function folderRoutes(app: FastifyInstance, context: AppContext) {
  mount(app, context, contract.listFolders, ({ query }) => listFolders(context.database.orm, query))
}
