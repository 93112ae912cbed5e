import { listRoute } from '../../layout/frame/view-routes.ts'
import { analysisOf, analysisSearch } from './search.ts'

export const createAnalysisRoute = listRoute({
  path: '/analysis',
  search: analysisSearch,
  query: analysisOf,
  needsFullAccess: true,
  page: async () => (await import('./analysis-page.tsx')).AnalysisPage,
})
