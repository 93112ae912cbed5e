import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { isEarlyListHere } from '../../api/early.ts'
import type { ListRequest } from '../../contract/list.ts'
import type { ListDefinition, ListReply } from './list-definition.ts'
import { type ListSearch, requestOf } from './list-search.ts'

/**
 * Prefetches a list page for route loaders, which don't wait for it, as the view shows loading and errors itself: unless its rows
 * are here already, and their places needn't be drawn first.
 */
export function prefetchList<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>(
  client: QueryClient,
  list: Pick<ListDefinition<Query, Reply, Key>, 'search' | 'query'>,
  search: ListSearch,
): Promise<void> | undefined {
  const isHere = isEarlyListHere()
  const query = list.query(requestOf(list.search, search))
  // Going to a list always refetches it; cached rows show meanwhile.
  const fetched = client.prefetchQuery({ ...query, staleTime: query.staleTime ?? 0 })
  return isHere ? fetched : undefined
}
