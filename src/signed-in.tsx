import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { CurrentUser } from './contract/auth.ts'
import { createAppRouter, type AppRouter } from './router.tsx'

let current: { user: CurrentUser; router: AppRouter } | null = null

/**
 * One router for each time somebody signs in, made when the console opens: what the last person saw is gone with theirs. A
 * router takes over the browser's history functions, so the old one gives them back first.
 */
function routerFor(user: CurrentUser, queryClient: QueryClient): AppRouter {
  if (current?.user !== user) {
    current?.router.history.destroy()
    current = { user, router: createAppRouter({ queryClient, user }) }
  }
  return current.router
}

/** The console of a signed-in person. */
export function SignedIn({ user }: { user: CurrentUser }) {
  return <RouterProvider router={routerFor(user, useQueryClient())} />
}
