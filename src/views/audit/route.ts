import { listRoute } from '../../layout/frame/view-routes.ts'
import { auditSource } from './search.ts'

export const createAuditRoute = listRoute({
  ...auditSource,
  path: '/audit',
  needsFullAccess: true,
  feature: 'audit',
  page: async () => (await import('./audit-list.tsx')).AuditPage,
})
