import { listRoute } from '../../layout/frame/view-routes.ts'
import { analysisOf, analysisSearch } from './search.ts'

export const createAnalysisRoute = listRoute({
  path: '/analysis',
  search: analysisSearch,
  query: analysisOf,
  needs: 'analysis.read',
  page: async () => (await import('./analysis-page.tsx')).AnalysisPage,
})
