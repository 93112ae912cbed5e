import type { QueryClient } from '@tanstack/react-query'

let last: { message: string; change: number } | null = null

const changesOf = (queryClient: QueryClient) =>
  Math.max(
    0,
    ...queryClient
      .getMutationCache()
      .getAll()
      .map(({ mutationId }) => mutationId),
  )

/** Notes that the last change is final. */
export function rememberFinal(queryClient: QueryClient, message: string) {
  last = { message, change: changesOf(queryClient) }
}

/** What the last change did if it was final, once; null if it can be undone. */
export function takeFinal(queryClient: QueryClient): string | null {
  const final = last?.change === changesOf(queryClient) ? last.message : null
  last = null
  return final
}
