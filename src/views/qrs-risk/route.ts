import { listRoute } from '../../layout/frame/view-routes.ts'
import { riskSource } from './search.ts'

export const createRiskRoute = listRoute({
  ...riskSource,
  path: '/qrs/risk',
  needs: 'qrs.risk.read',
  page: async () => (await import('./risk-list.tsx')).RiskPage,
})
