import { customerOverviewQuery } from '../../api/customer-overview.ts'
import { customerQuery } from '../../api/customers.ts'
import { apiHas } from '../../api/features.ts'
import { noteQuery } from '../../api/notes.ts'
import { recordRoute } from '../../layout/frame/view-routes.ts'
import { readCustomerSearch } from './search.ts'

export const createCustomerRoute = recordRoute({
  path: '/customers/$id',
  hasCommands: true,
  prefetch: (client, id) => {
    void client.prefetchQuery(customerQuery(id))
    // The page waits for what is near its top, so that nothing moves.
    if (apiHas('overview')) void client.prefetchQuery(customerOverviewQuery(id))
    void client.prefetchQuery(noteQuery(id))
  },
  page: async () => (await import('./customer-page.tsx')).CustomerPage,
  readSearch: readCustomerSearch,
})
