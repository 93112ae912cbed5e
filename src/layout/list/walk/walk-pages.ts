import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ListRequest } from '../../../contract/list.ts'
import { totalText } from '../count-text.ts'
import type { ListDefinition, ListReply } from '../list-definition.ts'
import { type ListSearch, requestOf } from '../list-search.ts'
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
 * The walk with more records of its list, after it or before it: those of one more page, or those that have moved to its pages here
 * since others were taken out of the list. Null where the list's code is not here, as after a reload.
 * @throws what the call fails with
 */
export async function withPage(client: QueryClient, walk: Walk, by: 1 | -1): Promise<Walk | null> {
  const { list } = walk
  const fetchPage = list && lists.get(list.id)
  if (!list || !fetchPage) return null
  // Rows that moved on to this page meanwhile are here already.
  const known = new Set(walk.rows.map(({ id }) => id))
  const unknown = ({ rows }: Walk) => rows.filter(({ id }) => !known.has(id))
  if (by < 0) {
    const before = await fetchPage(client, list, list.firstPage - 1)
    const rows = unknown(before)
    return {
      ...walk,
      list: { ...list, firstPage: before.list?.firstPage ?? 1, hasMoreBefore: before.list?.hasMoreBefore ?? false },
      rows: [...rows, ...walk.rows],
      first: walk.first - rows.length,
      at: walk.at + rows.length,
    }
  }
  const next = await fetchPage(client, list, list.lastPage + 1)
  const count = next.list?.count ?? 0
  const moved = count < list.count ? await movedBack(client, fetchPage, list, list.count - count) : []
  const last = moved.some((page) => unknown(page).length > 0) ? moved.at(-1) : next
  return {
    ...walk,
    list: { ...list, lastPage: last?.list?.lastPage ?? list.lastPage, hasMoreAfter: last?.list?.hasMoreAfter ?? false, count },
    rows: [...walk.rows, ...(last === next ? [next] : moved).flatMap(unknown)],
    // Those that have left the list were walked as well: they go on counting.
    total: count > list.count ? next.total : walk.total,
  }
}

/** The pages here to which records may have moved from later ones, fetched again, since so many were taken out of the list. */
async function movedBack(client: QueryClient, fetchPage: FetchPage, list: NonNullable<Walk['list']>, gone: number): Promise<Walk[]> {
  const pages: Walk[] = []
  const from = Math.max(list.firstPage, list.lastPage - Math.ceil(gone / list.perPage) + 1)
  for (let page = from; page <= list.lastPage && pages.at(-1)?.list?.hasMoreAfter !== false; page++)
    pages.push(await fetchPage(client, list, page))
  return pages
}
