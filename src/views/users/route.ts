import { listRoute } from '../../layout/frame/view-routes.ts'
import { usersSource } from './search.ts'

export const createUsersRoute = listRoute({
  ...usersSource,
  path: '/users',
  needs: 'staff.manage',
  hasCommands: true,
  page: async () => (await import('./users-list.tsx')).UsersPage,
})
