import { usersQuery } from '../../api/users.ts'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { listRoute } from '../../layout/frame/view-routes.ts'
import { usersSearch } from './search.ts'

export const createUsersRoute = (parent: AppRoute) =>
  listRoute(parent, {
    path: '/users',
    search: usersSearch,
    query: usersQuery,
    needsFullAccess: true,
    hasCommands: true,
    page: async () => (await import('./users-list.tsx')).UsersPage,
  })
