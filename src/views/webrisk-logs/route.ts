import { trackerQuery } from '../../api/webrisk.ts'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { listRoute } from '../../layout/frame/view-routes.ts'
import { trackerSearch } from './search.ts'

export const createWebriskLogsRoute = (parent: AppRoute) =>
  listRoute(parent, {
    path: '/security/webrisk-logs',
    search: trackerSearch,
    query: trackerQuery,
    needsFullAccess: true,
    page: async () => (await import('./tracker-list.tsx')).WebriskLogsPage,
  })
