import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ListRequest } from '../../contract/list.ts'
import type { ListDefinition, ListReply } from './list-definition.ts'
import { type ListSearch, requestOf } from './list-search.ts'

/** Prefetches a list page for route loaders. Don't await it: the view shows loading and errors itself. */
export function prefetchList<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>(
  client: QueryClient,
  list: Pick<ListDefinition<Query, Reply, Key>, 'search' | 'query'>,
  search: ListSearch,
) {
  const query = list.query(requestOf(list.search, search))
  // Going to a list always refetches it; cached rows show meanwhile.
  void client.prefetchQuery({ ...query, staleTime: query.staleTime ?? 0 })
}
