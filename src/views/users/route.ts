import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { usersQuery } from '../../api/users.ts'
import { type AppRoute, requireFullAccess } from '../../layout/frame/app-route.tsx'
import { withCommands } from '../../layout/commands/commands-now.ts'
import { readListSearch } from '../../layout/list/list-search.ts'
import { prefetchList } from '../../layout/list/prefetch-list.ts'
import { usersSearch } from './search.ts'

/** /users, role 1 only. */
export const createUsersRoute = (parent: AppRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: '/users',
    beforeLoad: requireFullAccess,
    validateSearch: (raw: Record<string, unknown>) => readListSearch(usersSearch, raw),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchList(context.queryClient, { search: usersSearch, query: usersQuery }, deps),
    component: lazyRouteComponent(() => withCommands(import('./users-page.tsx')), 'UsersPage'),
  })
