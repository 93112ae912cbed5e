import { allDomainsQuery } from '../../api/customer-domains.ts'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { listRoute } from '../../layout/frame/view-routes.ts'
import { customerDomainsSearch } from './search.ts'

export const createCustomerDomainsRoute = (parent: AppRoute) =>
  listRoute(parent, {
    path: '/customers/domains',
    search: customerDomainsSearch,
    query: allDomainsQuery,
    page: async () => (await import('./customer-domains-list.tsx')).CustomerDomainsPage,
  })
