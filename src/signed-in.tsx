import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { CurrentUser } from './contract/auth.ts'
import { type AppRouter, createAppRouter } from './router.tsx'

let current: { user: CurrentUser; router: AppRouter } | null = null

/**
 * One router per sign-in, so that nothing of the previous user remains. A router patches the browser's history
 * functions, so the old one must restore them first.
 */
function routerFor(user: CurrentUser, queryClient: QueryClient): AppRouter {
  if (current?.user !== user) {
    current?.router.history.destroy()
    current = { user, router: createAppRouter({ queryClient, user }) }
  }
  return current.router
}

/** The signed-in console. */
export function SignedIn({ user }: { user: CurrentUser }) {
  return <RouterProvider router={routerFor(user, useQueryClient())} />
}
