import { customersQuery } from '../../api/customers.ts'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { listRoute } from '../../layout/frame/view-routes.ts'
import { customersSearch } from './search.ts'

export const createCustomersRoute = (parent: AppRoute) =>
  listRoute(parent, {
    path: '/customers',
    search: customersSearch,
    query: customersQuery,
    page: async () => (await import('./customers-list.tsx')).CustomersPage,
  })
