import { listRoute } from '../../layout/frame/view-routes.ts'
import { usersSource } from './search.ts'

export const createUsersRoute = listRoute({
  ...usersSource,
  path: '/users',
  needsFullAccess: true,
  hasCommands: true,
  page: async () => (await import('./users-list.tsx')).UsersPage,
})
