import { createRoute } from '@tanstack/react-router'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { viewOptions } from '../../layout/frame/view-routes.ts'

export const createUserCreateRoute = (parent: AppRoute) =>
  createRoute(
    viewOptions(parent, {
      path: '/users/create',
      needs: 'staff.manage',
      page: async () => (await import('./user-create-page.tsx')).UserCreatePage,
    }),
  )
