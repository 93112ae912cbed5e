import { MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { Method } from '../contract/endpoint.ts'
import { ApiFailure, UnfitReply } from './client.ts'

/** A change as the request that makes it: what a playbook has the server send. */
export interface Call {
  method: Method
  /** Relative to the admin API, its parameters filled in. */
  path: string
  body: Record<string, unknown>
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The request of these variables. */
      call?: (variables: unknown) => Call
      /** Query keys (or prefixes) the mutation makes stale; invalidated below, in one place. */
      stale?: readonly QueryKey[]
    }
  }
}

/** Whether changes are told as they happen: coming back to a window is then no reason to read all of it again. */
export const live = { isOn: false }

const retries = 2
const maxRetryAfter = 5

/** Retries only after 429 or 503 with a short wait; other errors show at once with a retry button. */
function shouldRetry(failures: number, error: Error): boolean {
  return (
    failures < retries &&
    error instanceof ApiFailure &&
    (error.status === 503 || error.status === 429) &&
    (error.retryAfter ?? 1) <= maxRetryAfter
  )
}

const isTimeline = ({ queryKey }: { queryKey: QueryKey }) => queryKey[0] === 'timeline'

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        refetchOnWindowFocus: () => !live.isOn,
        // Offline, a call fails at once instead of waiting silently.
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
        // Don't wait for a timeline, which may have many pages loaded, before reporting success.
        for (const queryKey of stale) void client.invalidateQueries({ queryKey, predicate: isTimeline })
        await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey, predicate: (query) => !isTimeline(query) })))
      },
      onError: (error, _variables, _result, mutation) => {
        // Somebody else was first, or the change was made after all: what is on screen is out of date.
        if (!(error instanceof ApiFailure) || (error.status !== 409 && !(error instanceof UnfitReply))) return
        for (const queryKey of mutation.meta?.stale ?? []) void client.invalidateQueries({ queryKey })
      },
    }),
  })
  return client
}
