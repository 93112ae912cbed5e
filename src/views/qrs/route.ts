import { createRoute } from '@tanstack/react-router'
import { qrsQuery } from '../../api/qrs.ts'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { viewOptions } from '../../layout/frame/view-routes.ts'
import { readListSearch } from '../../layout/list/list-search.ts'
import { prefetchList } from '../../layout/list/prefetch-list.ts'
import { qrsSearch, readQrDialog } from '../../layout/records/qrs-search.ts'

export const createQrsRoute = (parent: AppRoute) =>
  createRoute({
    ...viewOptions(parent, { path: '/qrs', page: async () => (await import('./qrs-page.tsx')).QrsPage }),
    validateSearch: (raw: Record<string, unknown>) => ({ ...readListSearch(qrsSearch, raw), ...readQrDialog(raw) }),
    // Neither a dialog nor the side panel changes the list's rows.
    loaderDeps: ({ search: { preview: _preview, static: _static, ...list } }) => ({ ...list, panel: undefined }),
    shouldReload: ({ location: { search } }) => ('panel' in search ? false : undefined),
    loader: ({ context, deps }) => prefetchList(context.queryClient, { search: qrsSearch, query: qrsQuery }, deps),
  })
