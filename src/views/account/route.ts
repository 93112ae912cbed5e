import { createRoute } from '@tanstack/react-router'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { viewOptions } from '../../layout/frame/view-routes.ts'

export const createAccountRoute = (parent: AppRoute) =>
  createRoute(
    viewOptions(parent, {
      path: '/account',
      feature: 'account',
      hasCommands: true,
      page: async () => (await import('./account-page.tsx')).AccountPage,
    }),
  )
