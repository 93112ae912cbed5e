import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { uriHistoryQuery } from '../../api/qr-lists.ts'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { readListSearch } from '../../layout/list/list-search.ts'
import { prefetchList } from '../../layout/list/prefetch-list.ts'
import { uriHistorySearch } from './search.ts'

/** /qrs/uri */
export const createUriHistoryRoute = (parent: AppRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: '/qrs/uri',
    validateSearch: (raw: Record<string, unknown>) => readListSearch(uriHistorySearch, raw),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchList(context.queryClient, { search: uriHistorySearch, query: uriHistoryQuery }, deps),
    component: lazyRouteComponent(() => import('./uri-history-page.tsx'), 'UriHistoryPage'),
  })
