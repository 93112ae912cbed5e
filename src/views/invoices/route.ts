import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { withCommands } from '../../layout/commands/commands-now.ts'
import { readListSearch } from '../../layout/list/list-search.ts'
import { prefetchList } from '../../layout/list/prefetch-list.ts'
import { invoicesOf, invoicesSearchOf } from '../../layout/records/invoices-search.ts'

/** /invoices */
export const createInvoicesRoute = (parent: AppRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: '/invoices',
    validateSearch: (raw: Record<string, unknown>) => readListSearch(invoicesSearchOf(raw), raw),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchList(context.queryClient, { search: invoicesSearchOf(deps), query: invoicesOf }, deps),
    component: lazyRouteComponent(() => withCommands(import('./invoices-page.tsx')), 'InvoicesPage'),
  })
