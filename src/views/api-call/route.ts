import { createRoute } from '@tanstack/react-router'
import { apiCallQuery } from '../../api/api-calls.ts'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { recordOptions } from '../../layout/frame/view-routes.ts'

export const createApiCallRoute = (parent: AppRoute) =>
  createRoute(
    recordOptions(parent, {
      path: '/api-calls/$id',
      needsFullAccess: true,
      hasCommands: true,
      prefetch: (client, id) => {
        void client.prefetchQuery(apiCallQuery(id))
      },
      page: async () => (await import('./api-call-page.tsx')).ApiCallPage,
    }),
  )
