import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { qrsQuery } from '../../api/qrs.ts'
import type { AppRoute } from '../../layout/app-route.tsx'
import { readListSearch } from '../../layout/list/list-search.ts'
import { prefetchList } from '../../layout/list/prefetch-list.ts'
import { qrsSearch } from '../../layout/qrs/qrs-search.ts'

/** /qrs */
export const createQrsRoute = (parent: AppRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: '/qrs',
    validateSearch: (raw: Record<string, unknown>) => readListSearch(qrsSearch, raw),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchList(context.queryClient, { search: qrsSearch, query: qrsQuery }, deps),
    component: lazyRouteComponent(() => import('./qrs-page.tsx'), 'QrsPage'),
  })
