import { listRoute } from '../../layout/frame/view-routes.ts'
import { trackerSource } from './search.ts'

export const createWebriskLogsRoute = listRoute({
  ...trackerSource,
  path: '/security/webrisk-logs',
  needs: 'security.manage',
  page: async () => (await import('./tracker-list.tsx')).WebriskLogsPage,
})
