import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { listRoute } from '../../layout/frame/view-routes.ts'
import { analysisOf, analysisSearch } from './search.ts'

export const createAnalysisRoute = (parent: AppRoute) =>
  listRoute(parent, {
    path: '/analysis',
    search: analysisSearch,
    query: analysisOf,
    needsFullAccess: true,
    page: async () => (await import('./analysis-page.tsx')).AnalysisPage,
  })
