import type { QueryClient } from '@tanstack/react-query'
import type { Walk } from './walk.ts'
import { type FetchPage, fetcherOf } from './walk-pages.ts'

/**
 * Extends the walk after or before: with one more page, or with records that moved to known pages after others left the
 * list. Null if the list's code isn't loaded, as after a reload.
 * @throws if a fetch fails
 */
export async function withPage(client: QueryClient, walk: Walk, by: 1 | -1): Promise<Walk | null> {
  const { list } = walk
  const fetchPage = list && fetcherOf(list.id)
  if (!list || !fetchPage) return null
  // Skip rows that have moved onto this page but are already known.
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
    // Records that left the list were walked too, so they still count.
    total: count > list.count ? next.total : walk.total,
  }
}

/** Refetches the known pages that records may have moved back to after `gone` others left the list. */
async function movedBack(client: QueryClient, fetchPage: FetchPage, list: NonNullable<Walk['list']>, gone: number): Promise<Walk[]> {
  const pages: Walk[] = []
  const from = Math.max(list.firstPage, list.lastPage - Math.ceil(gone / list.perPage) + 1)
  for (let page = from; page <= list.lastPage && pages.at(-1)?.list?.hasMoreAfter !== false; page++)
    pages.push(await fetchPage(client, list, page))
  return pages
}
