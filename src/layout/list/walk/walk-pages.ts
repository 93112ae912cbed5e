import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ListRequest } from '../../../contract/list.ts'
import { totalText } from '../count-text.ts'
import type { ListDefinition, ListReply } from '../list-definition.ts'
import { type ListSearch, requestOf } from '../list-search.ts'
import type { Walk } from './walk.ts'

export function walkOf<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>(
  list: Pick<ListDefinition<Query, Reply, Key>, 'id' | 'title' | 'href'>,
  path: string,
  search: ListSearch,
  { rows, pagination }: Reply,
): Walk {
  return {
    title: list.title,
    list: {
      id: list.id,
      path,
      search: Object.fromEntries(Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined)),
      perPage: pagination.configuredEntries,
      firstPage: pagination.current_page,
      lastPage: pagination.current_page,
      hasMoreBefore: pagination.has_previous_page,
      hasMoreAfter: pagination.has_next_page,
      count: pagination.total_results,
    },
    rows: (rows as Reply['rows'][number][]).map((row) => ({
      id: row.id,
      href: recordHref(list.href?.(row)),
      page: pagination.current_page,
    })),
    first: pagination.first_result,
    total: totalText(pagination),
    at: 0,
  }
}

/** A record's own URL; one with a search leads to a list. */
const recordHref = (href: string | null | undefined) => (href === undefined || href === null || href.includes('?') ? null : href)

export type FetchPage = (client: QueryClient, list: NonNullable<Walk['list']>, page: number) => Promise<Walk>

/** Page fetchers of the lists whose code has loaded, by list id. */
const lists = new Map<string, FetchPage>()

/** Lets a walk continue beyond the list's current page. */
export function makeWalkable<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>(
  list: ListDefinition<Query, Reply, Key>,
) {
  lists.set(list.id, async (client, { path, search }, page) => {
    const { queryKey, queryFn, retry, staleTime } = list.query(requestOf(list.search, { ...search, page: String(page) }))
    return walkOf(list, path, search, await client.fetchQuery({ queryKey, queryFn, retry, staleTime }))
  })
}

/** Fetches pages of a list; undefined if its code isn't loaded, as after a reload. */
export const fetcherOf = (listId: string): FetchPage | undefined => lists.get(listId)
