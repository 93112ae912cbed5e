import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ListRequest } from '../../contract/list.ts'
import { totalText } from '../list/count-text.ts'
import type { ListDefinition, ListReply } from '../list/list-definition.ts'
import { type ListSearch, requestOf } from '../list/list-search.ts'
import type { Walk } from './walk.ts'

/** The records of one page of a list, as a walk. */
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
    },
    rows: (rows as Reply['rows'][number][]).map((row) => ({ id: row.id, href: recordHref(list.href?.(row)) })),
    first: pagination.first_result,
    total: totalText(pagination),
    at: 0,
  }
}

/** A record's own address: one with a search leads to a list. */
const recordHref = (href: string | null | undefined) => (href === undefined || href === null || href.includes('?') ? null : href)

/** Fetches a page of a list as a walk. */
type FetchPage = (client: QueryClient, list: NonNullable<Walk['list']>, page: number) => Promise<Walk>

/** How to fetch the pages of the lists whose code is here, by list. */
const lists = new Map<string, FetchPage>()

/** Lets the records of a list be walked beyond its page on screen. */
export function makeWalkable<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>(
  list: ListDefinition<Query, Reply, Key>,
) {
  lists.set(list.id, async (client, { path, search }, page) => {
    const { queryKey, queryFn, retry, staleTime } = list.query(requestOf(list.search, { ...search, page: String(page) }))
    return walkOf(list, path, search, await client.fetchQuery({ queryKey, queryFn, retry, staleTime }))
  })
}

/**
 * The walk with one more page of its list, after it or before it. Null where the list's code is not here, as after a reload.
 * @throws what the call fails with
 */
export async function withPage(client: QueryClient, walk: Walk, by: 1 | -1): Promise<Walk | null> {
  const { list } = walk
  const fetchPage = list && lists.get(list.id)
  if (!list || !fetchPage) return null
  const more = await fetchPage(client, list, by > 0 ? list.lastPage + 1 : list.firstPage - 1)
  // Rows that moved on to this page meanwhile are here already.
  const known = new Set(walk.rows.map(({ id }) => id))
  const rows = more.rows.filter(({ id }) => !known.has(id))
  if (by > 0)
    return {
      ...walk,
      list: { ...list, lastPage: list.lastPage + 1, hasMoreAfter: more.list?.hasMoreAfter ?? false },
      rows: [...walk.rows, ...rows],
      total: more.total,
    }
  return {
    ...walk,
    list: { ...list, firstPage: list.firstPage - 1, hasMoreBefore: more.list?.hasMoreBefore ?? false },
    rows: [...rows, ...walk.rows],
    first: walk.first - rows.length,
    at: walk.at + rows.length,
    total: more.total,
  }
}
