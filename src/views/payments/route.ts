import { paymentsQuery } from '../../api/payments.ts'
import { listRoute } from '../../layout/frame/view-routes.ts'
import { paymentsSearch } from '../../layout/records/payments-search.ts'

export const createPaymentsRoute = listRoute({
  path: '/payments',
  search: paymentsSearch,
  query: paymentsQuery,
  page: async () => (await import('./payments-page.tsx')).PaymentsPage,
})
