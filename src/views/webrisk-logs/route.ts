import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { trackerQuery } from '../../api/webrisk.ts'
import { type AppRoute, requireFullAccess } from '../../layout/frame/app-route.tsx'
import { readListSearch } from '../../layout/list/list-search.ts'
import { prefetchList } from '../../layout/list/prefetch-list.ts'
import { trackerSearch } from './search.ts'

/** /security/webrisk-logs, role 1 only. */
export const createWebriskLogsRoute = (parent: AppRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: '/security/webrisk-logs',
    beforeLoad: requireFullAccess,
    validateSearch: (raw: Record<string, unknown>) => readListSearch(trackerSearch, raw),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchList(context.queryClient, { search: trackerSearch, query: trackerQuery }, deps),
    component: lazyRouteComponent(() => import('./webrisk-logs-page.tsx'), 'WebriskLogsPage'),
  })
