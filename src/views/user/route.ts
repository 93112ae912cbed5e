import { userQuery } from '../../api/users.ts'
import { recordRoute } from '../../layout/frame/view-routes.ts'

export const createUserRoute = recordRoute({
  path: '/users/$id',
  needs: 'staff.manage',
  hasCommands: true,
  prefetch: (client, id) => void client.prefetchQuery(userQuery(id)),
  page: async () => (await import('./user-page.tsx')).UserPage,
})
