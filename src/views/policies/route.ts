import { createRoute } from '@tanstack/react-router'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { viewOptions } from '../../layout/frame/view-routes.ts'

export const createPoliciesRoute = (parent: AppRoute) =>
  createRoute(
    viewOptions(parent, {
      path: '/policies',
      feature: 'policies',
      needs: 'policies.manage',
      hasCommands: true,
      page: async () => (await import('./policies-page.tsx')).PoliciesPage,
    }),
  )
