import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { type AppRoute, requireFullAccess } from '../../layout/frame/app-route.tsx'
import { withCommands } from '../../layout/commands/commands-now.ts'
import { readSalesSearch } from './search.ts'

/** /sales, role 1 only. */
export const createSalesRoute = (parent: AppRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: '/sales',
    beforeLoad: requireFullAccess,
    validateSearch: (raw: Record<string, unknown>) => readSalesSearch(raw),
    component: lazyRouteComponent(() => withCommands(import('./sales-page.tsx')), 'SalesPage'),
  })
