import { type DataTag, hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'

const hashWithoutSize = (key: QueryKey) => hashKey(key.map((part) => (typeof part === 'object' ? { ...part, perPage: null } : part)))

/** What was loaded last of this page of a list, of whatever size: a page's own tab loads as many rows as fit its window. */
export function cachedPage<Page>(queryClient: QueryClient, queryKey: DataTag<QueryKey, Page, Error>): Page | undefined {
  const hash = hashWithoutSize(queryKey)
  const pages = queryClient
    .getQueryCache()
    .findAll({ queryKey: queryKey.slice(0, -1), predicate: (query) => hashWithoutSize(query.queryKey) === hash })
  return pages.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)[0]?.state.data as Page | undefined
}
