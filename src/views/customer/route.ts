import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { customerQuery } from '../../api/customers.ts'
import { noteQuery } from '../../api/notes.ts'
import { Id } from '../../contract/endpoint.ts'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { withCommands } from '../../layout/commands/commands-now.ts'
import { readCustomerSearch } from './search.ts'

/** The id in the path; null where it is none: the page then says that there is no such customer (ruling 15). */
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
      // It stands high on the page: what is below it would move when it came later.
      void context.queryClient.prefetchQuery(noteQuery(id))
    },
    component: lazyRouteComponent(() => withCommands(import('./customer-page.tsx')), 'CustomerPage'),
  })
