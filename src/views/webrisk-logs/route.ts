import { listRoute } from '../../layout/frame/view-routes.ts'
import { trackerSource } from './search.ts'

export const createWebriskLogsRoute = listRoute({
  ...trackerSource,
  path: '/security/webrisk-logs',
  needsFullAccess: true,
  page: async () => (await import('./tracker-list.tsx')).WebriskLogsPage,
})
