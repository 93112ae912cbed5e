import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { auditQuery } from '../../api/audit.ts'
import { type AppRoute, requireFeature, requireFullAccess } from '../../layout/frame/app-route.tsx'
import { readListSearch } from '../../layout/list/list-search.ts'
import { prefetchList } from '../../layout/list/prefetch-list.ts'
import { auditSearch } from './search.ts'

/** /audit, role 1 only. */
export const createAuditRoute = (parent: AppRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: '/audit',
    beforeLoad: (options) => {
      requireFullAccess(options)
      requireFeature('audit')
    },
    validateSearch: (raw: Record<string, unknown>) => readListSearch(auditSearch, raw),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchList(context.queryClient, { search: auditSearch, query: auditQuery }, deps),
    component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
  })
