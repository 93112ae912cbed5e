import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { apiCallsQuery } from '../../api/api-calls.ts'
import { type AppRoute, requireFullAccess } from '../../layout/frame/app-route.tsx'
import { prefetchList } from '../../layout/list/prefetch-list.ts'
import { apiCallsSearch, readApiCallsSearch } from './search.ts'

/** /api-calls, role 1 only. */
export const createApiCallsRoute = (parent: AppRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: '/api-calls',
    beforeLoad: requireFullAccess,
    validateSearch: (raw: Record<string, unknown>) => readApiCallsSearch(raw),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchList(context.queryClient, { search: apiCallsSearch, query: apiCallsQuery }, deps),
    component: lazyRouteComponent(() => import('./api-calls-page.tsx'), 'ApiCallsPage'),
  })
