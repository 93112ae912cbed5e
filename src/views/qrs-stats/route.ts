import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { readListSearch } from '../../layout/list/list-search.ts'
import { prefetchList } from '../../layout/list/prefetch-list.ts'
import { statsOf, statsSearch } from './search.ts'

/** /qrs/stats */
export const createQrStatsRoute = (parent: AppRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: '/qrs/stats',
    validateSearch: (raw: Record<string, unknown>) => readListSearch(statsSearch, raw),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchList(context.queryClient, { search: statsSearch, query: statsOf }, deps),
    component: lazyRouteComponent(() => import('./stats-page.tsx'), 'QrStatsPage'),
  })
