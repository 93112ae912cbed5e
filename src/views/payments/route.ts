import { paymentsQuery } from '../../api/payments.ts'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { listRoute } from '../../layout/frame/view-routes.ts'
import { allPaymentsSearch } from './search.ts'

export const createPaymentsRoute = (parent: AppRoute) =>
  listRoute(parent, {
    path: '/payments',
    search: allPaymentsSearch,
    query: paymentsQuery,
    page: async () => (await import('./payments-page.tsx')).PaymentsPage,
  })
