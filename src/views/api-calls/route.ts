import { listRoute } from '../../layout/frame/view-routes.ts'
import { apiCallsSource, readRefused } from './search.ts'

export const createApiCallsRoute = listRoute({
  ...apiCallsSource,
  path: '/api-calls',
  needsFullAccess: true,
  readMore: readRefused,
  page: async () => (await import('./api-calls-list.tsx')).ApiCallsPage,
})
