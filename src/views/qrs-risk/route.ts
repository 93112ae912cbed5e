import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { blockedQrsQuery } from '../../api/qr-lists.ts'
import { type AppRoute, requireFullAccess } from '../../layout/frame/app-route.tsx'
import { readListSearch } from '../../layout/list/list-search.ts'
import { prefetchList } from '../../layout/list/prefetch-list.ts'
import { riskSearch } from './search.ts'

/** /qrs/risk, role 1 only. */
export const createRiskRoute = (parent: AppRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: '/qrs/risk',
    beforeLoad: requireFullAccess,
    validateSearch: (raw: Record<string, unknown>) => readListSearch(riskSearch, raw),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchList(context.queryClient, { search: riskSearch, query: blockedQrsQuery }, deps),
    component: lazyRouteComponent(() => import('./risk-page.tsx'), 'RiskPage'),
  })
