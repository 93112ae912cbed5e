import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { type AppRoute, requireFullAccess } from '../../layout/frame/app-route.tsx'
import { readListSearch } from '../../layout/list/list-search.ts'
import { prefetchList } from '../../layout/list/prefetch-list.ts'
import { analysisOf, analysisSearch } from './search.ts'

/** /analysis */
export const createAnalysisRoute = (parent: AppRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: '/analysis',
    beforeLoad: requireFullAccess,
    validateSearch: (raw: Record<string, unknown>) => readListSearch(analysisSearch, raw),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchList(context.queryClient, { search: analysisSearch, query: analysisOf }, deps),
    component: lazyRouteComponent(() => import('./analysis-page.tsx'), 'AnalysisPage'),
  })
