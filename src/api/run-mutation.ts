import type { MutationOptions, QueryClient } from '@tanstack/react-query'

/** Runs a mutation outside React, through the cache, so that what it makes stale is asked for again. */
export function runMutation<Data, Variables>(
  client: QueryClient,
  options: MutationOptions<Data, Error, Variables>,
  variables: Variables,
): Promise<Data> {
  return client.getMutationCache().build(client, options).execute(variables)
}
