import { listRoute } from '../../layout/frame/view-routes.ts'
import { statsSource } from './search.ts'

export const createQrStatsRoute = listRoute({
  ...statsSource,
  path: '/qrs/stats',
  page: async () => (await import('./stats-list.tsx')).QrStatsPage,
})
