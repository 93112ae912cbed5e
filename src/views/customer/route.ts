import { customerQuery } from '../../api/customers.ts'
import { noteQuery } from '../../api/notes.ts'
import { recordRoute } from '../../layout/frame/view-routes.ts'
import { readCustomerSearch } from './search.ts'

export const createCustomerRoute = recordRoute({
  path: '/customers/$id',
  hasCommands: true,
  prefetch: (client, id) => {
    void client.prefetchQuery(customerQuery(id))
    // It is near the top, and content below would jump if it came later.
    void client.prefetchQuery(noteQuery(id))
  },
  page: async () => (await import('./customer-page.tsx')).CustomerPage,
  readSearch: readCustomerSearch,
})
