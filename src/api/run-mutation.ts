import type { MutationOptions, QueryClient } from '@tanstack/react-query'

/** Runs a mutation outside React through the cache, so that stale queries are refetched. */
export function runMutation<Data, Variables>(
  client: QueryClient,
  options: MutationOptions<Data, Error, Variables>,
  variables: Variables,
): Promise<Data> {
  return client.getMutationCache().build(client, options).execute(variables)
}
