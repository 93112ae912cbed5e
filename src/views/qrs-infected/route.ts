import { listRoute } from '../../layout/frame/view-routes.ts'
import { infectedSource } from './search.ts'

export const createInfectedRoute = listRoute({
  ...infectedSource,
  path: '/qrs/infected',
  needs: 'qrs.infected.read',
  page: async () => (await import('./infected-list.tsx')).InfectedPage,
})
