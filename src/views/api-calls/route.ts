import { apiCallsQuery } from '../../api/api-calls.ts'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { listRoute } from '../../layout/frame/view-routes.ts'
import { apiCallsSearch, readApiCallsSearch } from './search.ts'

export const createApiCallsRoute = (parent: AppRoute) =>
  listRoute(parent, {
    path: '/api-calls',
    search: apiCallsSearch,
    query: apiCallsQuery,
    needsFullAccess: true,
    read: readApiCallsSearch,
    page: async () => (await import('./api-calls-list.tsx')).ApiCallsPage,
  })
