import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { infectedQrsQuery } from '../../api/qr-lists.ts'
import { type AppRoute, requireFullAccess } from '../../layout/frame/app-route.tsx'
import { readListSearch } from '../../layout/list/list-search.ts'
import { prefetchList } from '../../layout/list/prefetch-list.ts'
import { infectedSearch } from './search.ts'

/** /qrs/infected, role 1 only. */
export const createInfectedRoute = (parent: AppRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: '/qrs/infected',
    beforeLoad: requireFullAccess,
    validateSearch: (raw: Record<string, unknown>) => readListSearch(infectedSearch, raw),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchList(context.queryClient, { search: infectedSearch, query: infectedQrsQuery }, deps),
    component: lazyRouteComponent(() => import('./infected-page.tsx'), 'InfectedPage'),
  })
