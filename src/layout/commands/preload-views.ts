import type { AnyRouter } from '@tanstack/react-router'

/**
 * Fetches the code of the views at some paths, so that whoever opens a record in a moment waits for its data alone. A failure
 * costs nothing: going there tries again and says so.
 */
export function preloadViews(router: AnyRouter, paths: readonly string[]) {
  const routes = new Set(
    paths.flatMap((path) => {
      const [matched] = router.getMatchedRoutes(path)
      return matched
    }),
  )
  void Promise.allSettled([...routes].map(async (route) => router.loadRouteChunk(route)))
}
