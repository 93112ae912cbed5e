import { listRoute } from '../../layout/frame/view-routes.ts'
import { apiCallsSource, readRefused } from './search.ts'

export const createApiCallsRoute = listRoute({
  ...apiCallsSource,
  path: '/api-calls',
  needs: 'api-calls.read',
  readMore: readRefused,
  page: async () => (await import('./api-calls-list.tsx')).ApiCallsPage,
})
