import { blockedQrsQuery } from '../../api/qr-lists.ts'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { listRoute } from '../../layout/frame/view-routes.ts'
import { riskSearch } from './search.ts'

export const createRiskRoute = (parent: AppRoute) =>
  listRoute(parent, {
    path: '/qrs/risk',
    search: riskSearch,
    query: blockedQrsQuery,
    needsFullAccess: true,
    page: async () => (await import('./risk-list.tsx')).RiskPage,
  })
