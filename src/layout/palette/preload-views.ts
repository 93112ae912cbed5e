import type { AnyRouter } from '@tanstack/react-router'

/**
 * Fetches the code of the views at some paths, so that whoever opens a record in a moment waits for its data alone. A failure
 * costs nothing: going there tries again and says so.
 */
export async function preloadViews(router: AnyRouter, paths: readonly string[]): Promise<void> {
  const routes = new Set(paths.flatMap((path) => router.getMatchedRoutes(path)[0]))
  await Promise.allSettled([...routes].map(async (route) => router.loadRouteChunk(route)))
}

/** Fetches ahead what a page of the console will need: its code and its data. A failure costs nothing here either. */
export function prefetchPage(router: AnyRouter, href: string) {
  const [path = '', search = ''] = href.split('?')
  void router.preloadRoute({ to: path, search: Object.fromEntries(new URLSearchParams(search)) })
}
