import type { FastifyInstance } from 'fastify'
import { getQrDetails } from '../../../src/contract/details.ts'
import * as actions from '../../../src/contract/qr-actions.ts'
import * as lists from '../../../src/contract/qr-lists.ts'
import * as contract from '../../../src/contract/qrs.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { qrActionRoutes } from './action-routes.ts'
import { qrDetails } from './details.ts'
import { customerImpact, foldersImpact, idsImpact, qrImpact } from './impact.ts'
import { getQr, listQrs, matchingQrs } from './queries.ts'
import { listBlockedQrs, listInfectedQrs, searchArchivedQrs } from './security-lists.ts'
import { listQrStats } from './stats.ts'
import { listUriHistory } from './uri-history.ts'

export function qrRoutes(app: FastifyInstance, context: AppContext) {
  const { database, config, now } = context

  mount(app, context, contract.listQrs, ({ query }) => database.reading((orm) => listQrs(orm, query, config.publicSiteUrl)))

  mount(app, context, contract.listCustomerQrs, ({ params, query }) =>
    database.reading((orm) => listQrs(orm, { ...query, customer: params.id }, config.publicSiteUrl)),
  )

  mount(app, context, contract.getQr, ({ params }) => getQr(database.orm, params.id, config.publicSiteUrl))

  mount(app, context, getQrDetails, ({ params }) => qrDetails(database.orm, params.id, now()))

  mount(app, context, actions.matchingQrs, ({ query }) => matchingQrs(database.orm, query))
  mount(app, context, lists.listBlockedQrs, ({ query }) => database.reading((orm) => listBlockedQrs(orm, query)))
  mount(app, context, lists.listInfectedQrs, ({ query }) => database.reading((orm) => listInfectedQrs(orm, query)))
  mount(app, context, lists.searchArchivedQrs, ({ query }) => searchArchivedQrs(database.orm, query.uri))
  mount(app, context, lists.listQrStats, ({ query }) => database.reading((orm) => listQrStats(orm, query)))
  mount(app, context, lists.listUriHistory, ({ query }) => database.reading((orm) => listUriHistory(orm, query)))
  mount(app, context, actions.getQrImpact, ({ params }) => qrImpact(database.orm, params.id, now()))
  mount(app, context, actions.getManyImpact, ({ body }) =>
    'ids' in body ? idsImpact(database.orm, body.ids, now()) : foldersImpact(database.orm, body.userId, body.folders, now()),
  )
  mount(app, context, actions.getCustomerImpact, ({ params }) => customerImpact(database.orm, params.id, now()))

  qrActionRoutes(app, context)
}
