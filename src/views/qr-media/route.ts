import { createRoute } from '@tanstack/react-router'
import { qrMediaQuery } from '../../api/media.ts'
import { qrQuery } from '../../api/qrs.ts'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { recordOptions } from '../../layout/frame/view-routes.ts'

export const createMediaRoute = (parent: AppRoute) =>
  createRoute(
    recordOptions(parent, {
      path: '/qrs/media/$id',
      hasCommands: true,
      prefetch: (client, id) => {
        void client.prefetchQuery(qrQuery(id))
        void client.prefetchQuery(qrMediaQuery(id))
      },
      page: async () => (await import('./media-page.tsx')).MediaPage,
    }),
  )
