import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ListRequest } from '../../contract/list.ts'
import type { ListDefinition, ListReply } from './list-definition.ts'
import { type ListSearch, requestOf } from './list-search.ts'

type Loadable<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey> = Pick<
  ListDefinition<Query, Reply, Key>,
  'search' | 'query'
>

/**
 * Asks for a page of a list ahead of its view: for route loaders. Not to be waited for, since the view shows at once what is on
 * its way, and what went wrong.
 */
export function prefetchList<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>(
  client: QueryClient,
  list: Loadable<Query, Reply, Key>,
  search: ListSearch,
) {
  const query = list.query(requestOf(list.search, search))
  // Going to a list always refetches it; cached rows show meanwhile.
  void client.prefetchQuery({ ...query, staleTime: query.staleTime ?? 0 })
}
