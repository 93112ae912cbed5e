import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { customerQuery } from '../../api/customers.ts'
import { noteQuery } from '../../api/notes.ts'
import { Id } from '../../contract/endpoint.ts'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { withCommands } from '../../layout/commands/commands-now.ts'
import { readCustomerSearch } from './search.ts'

/** The id in the path; null if invalid, and the page says there is no such customer (ruling 15). */
export function customerIdOf(text: string): number | null {
  return Id.safeParse(text).data ?? null
}

/** /customers/{id} */
export const createCustomerRoute = (parent: AppRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: '/customers/$id',
    validateSearch: readCustomerSearch,
    loader: ({ context, params }) => {
      const id = customerIdOf(params.id)
      if (id === null) return
      void context.queryClient.prefetchQuery(customerQuery(id))
      // Prefetch: it is near the top, and content below would jump if it came later.
      void context.queryClient.prefetchQuery(noteQuery(id))
    },
    component: lazyRouteComponent(() => withCommands(import('./customer-page.tsx')), 'CustomerPage'),
  })
