import { createRoute } from '@tanstack/react-router'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { listRoute, viewOptions } from '../../layout/frame/view-routes.ts'
import { auditSource } from './search.ts'

export const createAuditRoute = listRoute({
  ...auditSource,
  path: '/audit',
  needs: 'audit.read',
  feature: 'audit',
  page: async () => (await import('./audit-list.tsx')).AuditPage,
})

/** What it lists and how its address is read comes with the page: few people open it. */
export const createViewsRoute = (parent: AppRoute) =>
  createRoute(
    viewOptions(parent, {
      path: '/audit/views',
      needs: 'audit.read',
      feature: 'views',
      page: async () => (await import('./views-list.tsx')).ViewsPage,
    }),
  )
