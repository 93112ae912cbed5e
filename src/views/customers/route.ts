import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { customersQuery } from '../../api/customers.ts'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { readListSearch } from '../../layout/list/list-search.ts'
import { prefetchList } from '../../layout/list/prefetch-list.ts'
import { customersSearch } from './search.ts'

/** /customers */
export const createCustomersRoute = (parent: AppRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: '/customers',
    validateSearch: (raw: Record<string, unknown>) => readListSearch(customersSearch, raw),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchList(context.queryClient, { search: customersSearch, query: customersQuery }, deps),
    component: lazyRouteComponent(() => import('./customers-page.tsx'), 'CustomersPage'),
  })
