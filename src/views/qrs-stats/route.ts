import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { listRoute } from '../../layout/frame/view-routes.ts'
import { statsOf, statsSearch } from './search.ts'

export const createQrStatsRoute = (parent: AppRoute) =>
  listRoute(parent, {
    path: '/qrs/stats',
    search: statsSearch,
    query: statsOf,
    page: async () => (await import('./stats-list.tsx')).QrStatsPage,
  })
