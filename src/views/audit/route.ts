import { listRoute } from '../../layout/frame/view-routes.ts'
import { auditSource } from './search.ts'

export const createAuditRoute = listRoute({
  ...auditSource,
  path: '/audit',
  needs: 'audit.read',
  feature: 'audit',
  page: async () => (await import('./audit-list.tsx')).AuditPage,
})
