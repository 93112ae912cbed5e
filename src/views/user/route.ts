import { createRoute } from '@tanstack/react-router'
import { userQuery, userSessionsQuery } from '../../api/users.ts'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { recordOptions } from '../../layout/frame/view-routes.ts'

export const createUserRoute = (parent: AppRoute) =>
  createRoute(
    recordOptions(parent, {
      path: '/users/$id',
      needsFullAccess: true,
      hasCommands: true,
      prefetch: (client, id) => {
        void client.prefetchQuery(userQuery(id))
        void client.prefetchQuery(userSessionsQuery(id))
      },
      page: async () => (await import('./user-page.tsx')).UserPage,
    }),
  )
