import { listRoute } from '../../layout/frame/view-routes.ts'
import { uriHistorySource } from './search.ts'

export const createUriHistoryRoute = listRoute({
  ...uriHistorySource,
  path: '/qrs/uri',
  page: async () => (await import('./uri-history-list.tsx')).UriHistoryPage,
})
