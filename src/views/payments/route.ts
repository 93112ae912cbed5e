import { paymentsQuery } from '../../api/payments.ts'
import { listRoute } from '../../layout/frame/view-routes.ts'
import { allPaymentsSearch } from './search.ts'

export const createPaymentsRoute = listRoute({
  path: '/payments',
  search: allPaymentsSearch,
  query: paymentsQuery,
  page: async () => (await import('./payments-page.tsx')).PaymentsPage,
})
