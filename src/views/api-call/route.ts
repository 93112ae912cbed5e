import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { apiCallQuery } from '../../api/api-calls.ts'
import { Id } from '../../contract/endpoint.ts'
import { type AppRoute, requireFullAccess } from '../../layout/frame/app-route.tsx'
import { withCommands } from '../../layout/commands/commands-now.ts'

/** The call id in the path; null if invalid, and the page says there is no such call (ruling 15). */
export function apiCallIdOf(text: string): number | null {
  return Id.safeParse(text).data ?? null
}

/** /api-calls/{id}, role 1 only. */
export const createApiCallRoute = (parent: AppRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: '/api-calls/$id',
    beforeLoad: requireFullAccess,
    loader: ({ context, params }) => {
      const id = apiCallIdOf(params.id)
      if (id !== null) void context.queryClient.prefetchQuery(apiCallQuery(id))
    },
    component: lazyRouteComponent(() => withCommands(import('./api-call-page.tsx')), 'ApiCallPage'),
  })
