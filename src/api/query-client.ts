import { MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { ApiFailure, UnfitReply } from './client.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Keys (or their beginnings) of what the mutation makes stale: the one place below invalidates them. */
      stale?: readonly QueryKey[]
    }
  }
}

const retries = 2
const longestRetryAfter = 5

/** Tries again where the server asked for patience; everything else is shown at once, with a retry button. */
function shouldRetry(failures: number, error: Error): boolean {
  return (
    failures < retries &&
    error instanceof ApiFailure &&
    (error.status === 503 || error.status === 429) &&
    (error.retryAfter ?? 1) <= longestRetryAfter
  )
}

const isTimeline = ({ queryKey }: { queryKey: QueryKey }) => queryKey[0] === 'timeline'

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // Offline a call fails at once and says so, instead of waiting in silence.
        networkMode: 'always',
        gcTime: 10 * 60_000,
        retry: shouldRetry,
        retryDelay: (_, error) => 1000 * (error instanceof ApiFailure ? (error.retryAfter ?? 1) : 1),
        throwOnError: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onSuccess: async (_data, _variables, _result, mutation) => {
        const stale = mutation.meta?.stale ?? []
        // A time line may have many pieces loaded: nobody waits for all of them before it is said that something was done.
        for (const queryKey of stale) void client.invalidateQueries({ queryKey, predicate: isTimeline })
        await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey, predicate: (query) => !isTimeline(query) })))
      },
      onError: (error, _variables, _result, mutation) => {
        // Somebody else was first, or it was done after all: what is on screen is not so any more.
        if (!(error instanceof ApiFailure) || (error.status !== 409 && !(error instanceof UnfitReply))) return
        for (const queryKey of mutation.meta?.stale ?? []) void client.invalidateQueries({ queryKey })
      },
    }),
  })
  return client
}
