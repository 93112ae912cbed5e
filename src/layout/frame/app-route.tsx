import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import type { CurrentUser } from '../../contract/auth.ts'
import { Shell } from './shell.tsx'

/** What every signed-in route can rely on. */
export interface RouterContext {
  queryClient: QueryClient
  user: CurrentUser
}

export const rootRoute = createRootRouteWithContext<RouterContext>()()

/** The parent of every view, with the shell around it. The router only exists while somebody is signed in. */
export const appRoute = createRoute({ getParentRoute: () => rootRoute, id: 'app', component: Shell })
export type AppRoute = typeof appRoute
