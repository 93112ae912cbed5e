import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { listRoute } from '../../layout/frame/view-routes.ts'
import { archivedOf, archivedSearch } from './search.ts'

export const createArchivedRoute = (parent: AppRoute) =>
  listRoute(parent, {
    path: '/qrs/archived',
    search: archivedSearch,
    query: archivedOf,
    // Without a uri the server would refuse the request.
    canFetch: (search) => search['uri'] !== undefined,
    page: async () => (await import('./archived-page.tsx')).ArchivedPage,
  })
