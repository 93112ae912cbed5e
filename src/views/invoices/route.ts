import { createRoute } from '@tanstack/react-router'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { viewOptions } from '../../layout/frame/view-routes.ts'
import { readListSearch } from '../../layout/list/list-search.ts'
import { prefetchList } from '../../layout/list/prefetch-list.ts'
import { invoicesOf, invoicesSearchOf } from '../../layout/records/invoices-search.ts'

export const createInvoicesRoute = (parent: AppRoute) =>
  createRoute({
    ...viewOptions(parent, {
      path: '/invoices',
      hasCommands: true,
      page: async () => (await import('./invoices-page.tsx')).InvoicesPage,
    }),
    validateSearch: (raw: Record<string, unknown>) => readListSearch(invoicesSearchOf(raw), raw),
    // The side panel does not fetch the list under it anew.
    loaderDeps: ({ search }) => ({ ...search, panel: undefined }),
    shouldReload: ({ location: { search } }) => ('panel' in search ? false : undefined),
    loader: ({ context, deps }) => prefetchList(context.queryClient, { search: invoicesSearchOf(deps), query: invoicesOf }, deps),
  })
