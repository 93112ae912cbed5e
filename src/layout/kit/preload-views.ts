import type { AnyRouter } from '@tanstack/react-router'

/**
 * Preloads the code of views, so opening a record only waits for
 * its data. Failures are ignored: navigating retries and reports.
 */
export async function preloadViews(router: AnyRouter, paths: readonly string[]): Promise<void> {
  const routes = new Set(paths.flatMap((path) => router.getMatchedRoutes(path)[0]))
  await Promise.allSettled([...routes].map(async (route) => router.loadRouteChunk(route)))
}

/** Preloads a page's code and data. Failures are ignored here too. */
export function prefetchPage(router: AnyRouter, href: string) {
  const [path = '', search = ''] = href.split('?')
  void router.preloadRoute({ to: path, search: Object.fromEntries(new URLSearchParams(search)) })
}

/** Under which it is remembered that the code of the lists has loaded. */
export const codeOfLists = ['code-of-lists'] as const
