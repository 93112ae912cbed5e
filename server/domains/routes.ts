import type { FastifyInstance } from 'fastify'
import * as contract from '../../src/contract/customer-panels.ts'
import type { AppContext } from '../context.ts'
import { mount } from '../http/mount.ts'
import { listCustomerDomains } from './queries.ts'

export function domainRoutes(app: FastifyInstance, context: AppContext) {
  mount(app, context, contract.listCustomerDomains, ({ params }) => listCustomerDomains(context.database.orm, params.id))
}
