import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { type AppRoute, requireFullAccess } from '../../layout/frame/app-route.tsx'
import { withCommands } from '../../layout/commands/commands-now.ts'
import { readListSearch } from '../../layout/list/list-search.ts'
import { prefetchList } from '../../layout/list/prefetch-list.ts'
import { webriskPage, webriskSearch } from './search.ts'

/** /security/webrisk, role 1 only. */
export const createWebriskRoute = (parent: AppRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: '/security/webrisk',
    beforeLoad: requireFullAccess,
    validateSearch: (raw: Record<string, unknown>) => readListSearch(webriskSearch, raw),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchList(context.queryClient, { search: webriskSearch, query: webriskPage }, deps),
    component: lazyRouteComponent(() => withCommands(import('./webrisk-page.tsx')), 'WebriskPage'),
  })
