import { z } from 'zod'
import { readStored, writeStored } from '../../kit/browser-storage.ts'
import { useStore } from '../../kit/store.ts'
import { visitKey, visitStore } from '../../session/visit.ts'

/** Only a console path: storage isn't trusted to send anyone elsewhere. */
const Href = z.string().regex(/^\/(?!\/)/)

const Walk = z.object({
  title: z.string(),
  /** The source list; null if the walk only has these records. */
  list: z
    .object({
      id: z.string(),
      path: Href,
      /** Its search parameters, page included. */
      search: z.record(z.string(), z.string()),
      perPage: z.number().int().positive(),
      /** The range of loaded pages. */
      firstPage: z.number().int().positive(),
      lastPage: z.number().int().positive(),
      hasMoreBefore: z.boolean(),
      hasMoreAfter: z.boolean(),
      /** The total as of the last page loaded. A lower one later means records moved to earlier pages. */
      count: z.number().int(),
    })
    .nullable(),
  /** Records in list order with their page; href is null if a row leads to no record. */
  rows: z.array(z.object({ id: z.number(), href: Href.nullable(), page: z.number().int().positive().optional() })),
  /** The first one's position in the whole list, from 1. */
  first: z.number().int(),
  /** The total as text: '12 408'. */
  total: z.string(),
  /** The index shown last; tells rows with the same href apart. */
  at: z.number().int(),
})

/** The list a record was opened from, as far as loaded. */
export type Walk = z.infer<typeof Walk>

const key = () => visitKey('walk')

const walks = visitStore(read)

/** This tab's walk; null if no record was opened from a list. */
export const walkNow = () => walks.get()
export const useWalkStore = () => useStore(walks)

/** Sets this tab's walk; it survives a reload. */
export function setWalk(walk: Walk | null) {
  walks.set(walk)
  writeStored(key(), walk && JSON.stringify(walk), 'sessionStorage')
}

/** Starts a walk through records without a list: pasted ones. */
export function startWalk({ title, hrefs }: { title: string; hrefs: readonly string[] }) {
  const rows = hrefs.map((href, id) => ({ id, href }))
  setWalk({ title, list: null, rows, first: 1, total: String(rows.length), at: 0 })
}

/** The index of a path's record in the walk, or -1. */
export function placeOf(walk: Walk, path: string): number {
  return isAt(walk, walk.at, path) ? walk.at : walk.rows.findIndex((_, index) => isAt(walk, index, path))
}

/** The index of the next loaded record in a direction that isn't the same one, or null. */
export function neighbour(walk: Walk, from: number, by: 1 | -1): number | null {
  const here = walk.rows[from]?.href
  for (let index = from + by; index >= 0 && index < walk.rows.length; index += by) {
    const href = walk.rows[index]?.href
    if (href != null && href !== here) return index
  }
  return null
}

/** Whether the list continues beyond the loaded records. */
export const hasMore = ({ list }: Walk, by: 1 | -1) => list !== null && (by > 0 ? list.hasMoreAfter : list.hasMoreBefore)

/** The URL of the list page with this record. */
export function listHrefAt({ list, rows, first }: Walk, index: number): string | null {
  if (!list) return null
  const page = rows[index]?.page ?? Math.ceil((first + index) / list.perPage)
  const search = new URLSearchParams({ ...list.search, page: String(page) })
  if (page === 1) search.delete('page')
  return search.size === 0 ? list.path : `${list.path}?${search.toString()}`
}

const isAt = (walk: Walk, index: number, path: string) => walk.rows[index]?.href === path

function read(): Walk | null {
  try {
    return Walk.safeParse(JSON.parse(readStored(key(), 'sessionStorage') ?? 'null')).data ?? null
  } catch {
    // Corrupt storage counts as empty.
    return null
  }
}
