import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router'
import { apiHas } from '../../api/features.ts'
import type { CurrentUser } from '../../contract/auth.ts'
import type { Capability } from '../../contract/capabilities.ts'
import type { Feature } from '../../contract/features.ts'
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

/** Where people go who may not see a screen (document 1, section 2). */
const openToAll = '/customers'

/** For `beforeLoad` of a route whose feature the admin API may lack; redirects like an unknown path. */
export function requireFeature(feature: Feature) {
  if (!apiHas(feature)) throw redirect({ href: openToAll, replace: true })
}

/** For `beforeLoad` of a route that takes a capability: redirects those who lack it to the customers. */
export function requireCapability(needs: Capability, { context: { user } }: { context: RouterContext }) {
  if (!user.capabilities.includes(needs)) throw redirect({ href: openToAll, replace: true })
}
