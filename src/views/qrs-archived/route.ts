import { listRoute } from '../../layout/frame/view-routes.ts'
import { archivedSource } from './search.ts'

export const createArchivedRoute = listRoute({
  ...archivedSource,
  path: '/qrs/archived',
  // Without a uri the server would refuse the request.
  canFetch: (search) => search['uri'] !== undefined,
  page: async () => (await import('./archived-page.tsx')).ArchivedPage,
})
