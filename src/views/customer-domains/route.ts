import { listRoute } from '../../layout/frame/view-routes.ts'
import { customerDomainsSource } from './search.ts'

export const createCustomerDomainsRoute = listRoute({
  ...customerDomainsSource,
  path: '/customers/domains',
  page: async () => (await import('./customer-domains-list.tsx')).CustomerDomainsPage,
})
