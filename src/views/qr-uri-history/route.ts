import { uriHistoryQuery } from '../../api/qr-lists.ts'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { listRoute } from '../../layout/frame/view-routes.ts'
import { uriHistorySearch } from './search.ts'

export const createUriHistoryRoute = (parent: AppRoute) =>
  listRoute(parent, {
    path: '/qrs/uri',
    search: uriHistorySearch,
    query: uriHistoryQuery,
    page: async () => (await import('./uri-history-list.tsx')).UriHistoryPage,
  })
