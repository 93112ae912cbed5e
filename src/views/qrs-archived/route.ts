import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { readListSearch } from '../../layout/list/list-search.ts'
import { prefetchList } from '../../layout/list/prefetch-list.ts'
import { archivedOf, archivedSearch } from './search.ts'

/** /qrs/archived */
export const createArchivedRoute = (parent: AppRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: '/qrs/archived',
    validateSearch: (raw: Record<string, unknown>) => readListSearch(archivedSearch, raw),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => {
      // Without a uri the server would refuse the request.
      if (deps['uri'] !== undefined) prefetchList(context.queryClient, { search: archivedSearch, query: archivedOf }, deps)
    },
    component: lazyRouteComponent(() => import('./archived-page.tsx'), 'ArchivedPage'),
  })
