import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { type AppRoute, requireFullAccess } from '../../layout/app-route.tsx'
import { readSalesSearch } from './search.ts'

/** /sales, for role 1 alone. */
export const createSalesRoute = (parent: AppRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: '/sales',
    beforeLoad: requireFullAccess,
    validateSearch: (raw: Record<string, unknown>) => readSalesSearch(raw),
    component: lazyRouteComponent(() => import('./sales-page.tsx'), 'SalesPage'),
  })
