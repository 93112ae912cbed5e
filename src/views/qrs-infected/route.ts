import { listRoute } from '../../layout/frame/view-routes.ts'
import { infectedSource } from './search.ts'

export const createInfectedRoute = listRoute({
  ...infectedSource,
  path: '/qrs/infected',
  needsFullAccess: true,
  page: async () => (await import('./infected-list.tsx')).InfectedPage,
})
