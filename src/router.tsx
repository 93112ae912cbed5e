import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import type { CurrentUser } from './contract/auth.ts'
import { appRoute, rootRoute } from './layout/frame/app-route.tsx'
import { faultTitle } from './layout/frame/error-boundary.tsx'
import { ErrorPanel } from './layout/kit/error-panel.tsx'
import { originOf, publicPaths } from './layout/session/origin.ts'
import { Spinner } from './layout/kit/spinner.tsx'
import type { moreViews } from './more-routes.ts'
import { createCustomersRoute } from './views/customers/route.ts'

/** What is there from the start; all other views are in more-routes.ts, whose code comes once a first list stands. */
const firstViews = [createCustomersRoute(appRoute)] as const

const home = createRoute({ getParentRoute: () => rootRoute, path: '/', beforeLoad: () => leadTo('/general') })

/** Within the signed-in layout, which stays as it is while a view's route is fetched. */
const unknownPath = createRoute({
  getParentRoute: () => appRoute,
  path: '$',
  beforeLoad: async ({ location }) => {
    if (isComplete) leadTo('/customers')
    await completeRoutes()
    leadTo(location.href)
  },
})

/** Signed in, the public routes lead to the place one came from (ruling 4). */
const publicRoutes = publicPaths.map((path) =>
  createRoute({ getParentRoute: () => rootRoute, path, beforeLoad: ({ location }) => leadTo(originOf(location.searchStr) ?? '/') }),
)

const others = [home, ...publicRoutes] as const
const firstTree = rootRoute.addChildren([appRoute.addChildren([...firstViews, unknownPath]), ...others])
const fullTree = (more: typeof moreViews) => rootRoute.addChildren([appRoute.addChildren([...firstViews, ...more, unknownPath]), ...others])

let router: AppRouter | null = null
let isComplete = false

/** Fetches what the router has to know of the other views. Until then `unknownPath` stands for them, and asks for it when one is gone to. */
export async function completeRoutes(): Promise<void> {
  const { moreViews } = await import('./more-routes.ts')
  if (isComplete) return
  isComplete = true
  fullTree(moreViews)
  router?.setRoutes(router.buildRouteTree())
}

/** The router of the signed-in console. It reads the address bar when it is made. */
export function createAppRouter(context: { queryClient: QueryClient; user: CurrentUser }): AppRouter {
  router = makeRouter(context)
  return router
}

function makeRouter(context: { queryClient: QueryClient; user: CurrentUser }) {
  return createRouter({
    // Its type has all views from the start, so that links and hooks are checked against them.
    routeTree: firstTree as unknown as ReturnType<typeof fullTree>,
    context: { ...context, completeRoutes },
    defaultPreload: 'intent',
    // The query cache decides what is fresh, not the router's.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: Spinner,
    defaultErrorComponent: ({ error, reset }) => <ErrorPanel error={error} title={faultTitle} onRetry={reset} />,
    scrollRestoration: true,
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch,
  })
}
export type AppRouter = ReturnType<typeof makeRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}

function leadTo(href: string): never {
  throw redirect({ href, replace: true })
}

/**
 * Search parameters as the documents write them: plain text, `?page=2&searchTerm=12`. The router's own way would quote
 * the text '12' to tell it from the number. So every value comes in as text, and `validateSearch` reads it by the contract.
 */
function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    if (typeof value === 'string' ? value !== '' : typeof value === 'number' || typeof value === 'boolean') params.set(name, String(value))
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}
