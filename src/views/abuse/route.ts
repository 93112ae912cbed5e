import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { type AppRoute, requireFullAccess } from '../../layout/frame/app-route.tsx'
import { withCommands } from '../../layout/commands/commands-now.ts'
import { readListSearch } from '../../layout/list/list-search.ts'
import { prefetchList } from '../../layout/list/prefetch-list.ts'
import { abusePage, abuseSearch } from './search.ts'

/** /security/abuse, role 1 only. */
export const createAbuseRoute = (parent: AppRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: '/security/abuse',
    beforeLoad: requireFullAccess,
    validateSearch: (raw: Record<string, unknown>) => readListSearch(abuseSearch, raw),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchList(context.queryClient, { search: abuseSearch, query: abusePage }, deps),
    component: lazyRouteComponent(() => withCommands(import('./abuse-page.tsx')), 'AbusePage'),
  })
