import type { FastifyInstance } from 'fastify'
import * as contract from '../../../src/contract/stats.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { listAnalysis, listCountriesMrr } from './countries.ts'
import { getDailyRevenue, getDailySeries, getGeneralStats } from './queries.ts'
import { analysisRange, daysOf } from './range.ts'

export function statsRoutes(app: FastifyInstance, context: AppContext) {
  const { database, now } = context

  mount(app, context, contract.getGeneralStats, ({ query }) => getGeneralStats(database, daysOf(query, now())))
  mount(app, context, contract.getDailyRevenue, ({ query }) => getDailyRevenue(database, daysOf(query, now())))
  for (const [series, endpoint] of Object.entries(contract.dailySeries) as [contract.DailySeries, (typeof contract.dailySeries)['qrs']][])
    mount(app, context, endpoint, ({ query }) => getDailySeries(database, series, daysOf(query, now())))
  mount(app, context, contract.listCountriesMrr, ({ query }) => listCountriesMrr(database, query, now()))
  mount(app, context, contract.listAnalysis, ({ query }) =>
    listAnalysis(database, query, daysOf(analysisRange(query, now()), now()).filled),
  )
}
