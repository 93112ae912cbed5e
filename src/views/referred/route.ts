import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { readListSearch } from '../../layout/list/list-search.ts'
import { prefetchList } from '../../layout/list/prefetch-list.ts'
import { referredQuery, referredSearch } from './search.ts'

/** /customers/referred */
export const createReferredRoute = (parent: AppRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: '/customers/referred',
    validateSearch: (raw: Record<string, unknown>) => readListSearch(referredSearch, raw),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchList(context.queryClient, { search: referredSearch, query: referredQuery }, deps),
    component: lazyRouteComponent(() => import('./referred-page.tsx'), 'ReferredPage'),
  })
