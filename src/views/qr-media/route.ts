import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { qrMediaQuery } from '../../api/media.ts'
import { qrQuery } from '../../api/qrs.ts'
import { Id } from '../../contract/endpoint.ts'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { withCommands } from '../../layout/commands/commands-now.ts'

/** The QR id in the path; null if invalid, and the page says there is no such QR (ruling 15). */
export function qrIdOf(text: string): number | null {
  return Id.safeParse(text).data ?? null
}

/** /qrs/media/{id} */
export const createMediaRoute = (parent: AppRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: '/qrs/media/$id',
    loader: ({ context, params }) => {
      const id = qrIdOf(params.id)
      if (id === null) return
      void context.queryClient.prefetchQuery(qrQuery(id))
      void context.queryClient.prefetchQuery(qrMediaQuery(id))
    },
    component: lazyRouteComponent(() => withCommands(import('./media-page.tsx')), 'MediaPage'),
  })
