import { createRoute } from '@tanstack/react-router'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { viewOptions } from '../../layout/frame/view-routes.ts'

export const createApprovalsRoute = (parent: AppRoute) =>
  createRoute(
    viewOptions(parent, {
      path: '/approvals',
      feature: 'policies',
      hasCommands: true,
      page: async () => (await import('./approvals-page.tsx')).ApprovalsPage,
    }),
  )
