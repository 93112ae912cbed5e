import { createRoute } from '@tanstack/react-router'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { viewOptions } from '../../layout/frame/view-routes.ts'
import { readSalesSearch } from './search.ts'

export const createSalesRoute = (parent: AppRoute) =>
  createRoute({
    ...viewOptions(parent, {
      path: '/sales',
      needsFullAccess: true,
      hasCommands: true,
      page: async () => (await import('./sales-page.tsx')).SalesPage,
    }),
    validateSearch: readSalesSearch,
  })
