import { infectedQrsQuery } from '../../api/qr-lists.ts'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { listRoute } from '../../layout/frame/view-routes.ts'
import { infectedSearch } from './search.ts'

export const createInfectedRoute = (parent: AppRoute) =>
  listRoute(parent, {
    path: '/qrs/infected',
    search: infectedSearch,
    query: infectedQrsQuery,
    needsFullAccess: true,
    page: async () => (await import('./infected-list.tsx')).InfectedPage,
  })
