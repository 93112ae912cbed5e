import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { allDomainsQuery } from '../../api/customer-domains.ts'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { readListSearch } from '../../layout/list/list-search.ts'
import { prefetchList } from '../../layout/list/prefetch-list.ts'
import { customerDomainsSearch } from './search.ts'

/** /customers/domains */
export const createCustomerDomainsRoute = (parent: AppRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: '/customers/domains',
    validateSearch: (raw: Record<string, unknown>) => readListSearch(customerDomainsSearch, raw),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchList(context.queryClient, { search: customerDomainsSearch, query: allDomainsQuery }, deps),
    component: lazyRouteComponent(() => import('./customer-domains-page.tsx'), 'CustomerDomainsPage'),
  })
