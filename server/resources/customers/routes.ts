import type { FastifyInstance } from 'fastify'
import { getCustomerOverview } from '../../../src/contract/customer-overview.ts'
import { searchCustomers as searchContract } from '../../../src/contract/customer-search.ts'
import * as contract from '../../../src/contract/customers.ts'
import { ApiError } from '../../http/errors.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { customerActionRoutes } from './action-routes.ts'
import { customerOverview } from './overview.ts'
import { findCustomer, getCustomer, listCountries, listCustomers, listPlanNames } from './queries.ts'
import { searchCustomers } from './search.ts'

export function customerRoutes(app: FastifyInstance, context: AppContext) {
  const { database, config, now } = context

  mount(app, context, contract.listCustomers, async ({ query }) => {
    const { rows, pagination } = await database.reading((orm) => listCustomers(orm, query, now()))
    const isAutocomplete = !query.exactSearch && query.searchTerm
    return { rows, pagination, ...(isAutocomplete ? { pages: pagination.total_pages, total: pagination.total_results } : {}) }
  })

  mount(app, context, searchContract, ({ query }) => searchCustomers(database.orm, query))

  mount(app, context, contract.listCountries, () => listCountries(database.orm))
  mount(app, context, contract.listPlanNames, () => listPlanNames(database.orm))

  mount(app, context, contract.findCustomer, async ({ params }) => {
    const found = await findCustomer(database.orm, params.term)
    if (!found) throw new ApiError('not_found', 'Customer not found!')
    return found
  })

  mount(app, context, contract.getCustomer, ({ params }) => getCustomer(database.orm, params.id))

  mount(app, context, getCustomerOverview, ({ params }) => customerOverview(database.orm, params.id, now(), config.brevo === null))

  customerActionRoutes(app, context)
}
