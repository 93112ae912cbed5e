import { auditQuery } from '../../api/audit.ts'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { listRoute } from '../../layout/frame/view-routes.ts'
import { auditSearch } from './search.ts'

export const createAuditRoute = (parent: AppRoute) =>
  listRoute(parent, {
    path: '/audit',
    search: auditSearch,
    query: auditQuery,
    needsFullAccess: true,
    feature: 'audit',
    page: async () => (await import('./audit-list.tsx')).AuditPage,
  })
