import type { FastifyInstance } from 'fastify'
import * as contract from '../../src/contract/qrs.ts'
import type { AppContext } from '../context.ts'
import { mount } from '../http/mount.ts'
import { getQr, listQrs } from './queries.ts'

export function qrRoutes(app: FastifyInstance, context: AppContext) {
  const { database, config } = context

  mount(app, context, contract.listQrs, ({ query }) => listQrs(database.orm, query, config.publicSiteUrl))

  mount(app, context, contract.listCustomerQrs, ({ params, query }) =>
    listQrs(database.orm, { ...query, customer: params.id }, config.publicSiteUrl),
  )

  mount(app, context, contract.getQr, ({ params }) => getQr(database.orm, params.id, config.publicSiteUrl))
}
