import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paymentsQuery } from '../../api/payments.ts'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { readListSearch } from '../../layout/list/list-search.ts'
import { prefetchList } from '../../layout/list/prefetch-list.ts'
import { allPaymentsSearch } from './search.ts'

/** /payments */
export const createPaymentsRoute = (parent: AppRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: '/payments',
    validateSearch: (raw: Record<string, unknown>) => readListSearch(allPaymentsSearch, raw),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchList(context.queryClient, { search: allPaymentsSearch, query: paymentsQuery }, deps),
    component: lazyRouteComponent(() => import('./payments-page.tsx'), 'PaymentsPage'),
  })
