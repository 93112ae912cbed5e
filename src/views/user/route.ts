import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { userQuery, userSessionsQuery } from '../../api/users.ts'
import { Id } from '../../contract/endpoint.ts'
import { type AppRoute, requireFullAccess } from '../../layout/frame/app-route.tsx'
import { withCommands } from '../../layout/commands/commands-now.ts'

/** The id in the path; null if invalid, and the page says there is no such account (ruling 15). */
export function userIdOf(text: string): number | null {
  return Id.safeParse(text).data ?? null
}

/** /users/{id}, role 1 only. */
export const createUserRoute = (parent: AppRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: '/users/$id',
    beforeLoad: requireFullAccess,
    loader: ({ context, params }) => {
      const id = userIdOf(params.id)
      if (id === null) return
      void context.queryClient.prefetchQuery(userQuery(id))
      void context.queryClient.prefetchQuery(userSessionsQuery(id))
    },
    component: lazyRouteComponent(() => withCommands(import('./user-page.tsx')), 'UserPage'),
  })
