import type { FastifyInstance } from 'fastify'
import * as contract from '../../../src/contract/customer-domains.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { listAllDomains, listCustomerDomains } from './queries.ts'
import { validateDomain } from './validate.ts'

export function domainRoutes(app: FastifyInstance, context: AppContext) {
  const { database, config } = context

  mount(app, context, contract.listAllDomains, ({ query }) => database.reading((orm) => listAllDomains(orm, query)))

  mount(app, context, contract.listCustomerDomains, ({ params }) => listCustomerDomains(database.orm, params.id, config))

  mount(app, context, contract.validateDomain, ({ params, body, actor }) => validateDomain(context, actor, params.id, body.domainId))
}
