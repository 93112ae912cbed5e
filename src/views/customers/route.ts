import { customersQuery } from '../../api/customers.ts'
import { listRoute } from '../../layout/frame/view-routes.ts'
import { customersSearch } from './search.ts'

export const createCustomersRoute = listRoute({
  path: '/customers',
  search: customersSearch,
  query: customersQuery,
  page: async () => (await import('./customers-list.tsx')).CustomersPage,
})
