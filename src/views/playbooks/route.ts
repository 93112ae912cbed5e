import { createRoute } from '@tanstack/react-router'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { viewOptions } from '../../layout/frame/view-routes.ts'

export const createPlaybooksRoute = (parent: AppRoute) =>
  createRoute(
    viewOptions(parent, {
      path: '/playbooks',
      feature: 'playbooks',
      hasCommands: true,
      page: async () => (await import('./playbooks-page.tsx')).PlaybooksPage,
    }),
  )
