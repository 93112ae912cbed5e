import { z } from 'zod'
import { createStore, useStore } from '../../kit/store.ts'
import { forgetAtEnd, recallAtStart, visitorId } from '../../session/visit.ts'

/** Only ever a path of the console: storage is not trusted to send anyone elsewhere. */
const Href = z.string().regex(/^\/(?!\/)/)

const Walk = z.object({
  /** What the list is called. */
  title: z.string(),
  /** The list that the records stand in; null where they are only those that are here. */
  list: z
    .object({
      id: z.string(),
      path: Href,
      /** Its state, page included. */
      search: z.record(z.string(), z.string()),
      perPage: z.number().int().positive(),
      /** Which of its pages are here. */
      firstPage: z.number().int().positive(),
      lastPage: z.number().int().positive(),
      hasMoreBefore: z.boolean(),
      hasMoreAfter: z.boolean(),
      /** How many records it had when its last page here was fetched: fewer later, and those that follow have moved to pages before. */
      count: z.number().int(),
    })
    .nullable(),
  /** The records in the list's order, with its page they stood on; without an address where a row leads to no record. */
  rows: z.array(z.object({ id: z.number(), href: Href.nullable(), page: z.number().int().positive().optional() })),
  /** The place of the first of them among all of the list, from 1. */
  first: z.number().int(),
  /** How many the list has, as text: '12 408'. */
  total: z.string(),
  /** The one on screen last: it tells rows of one address apart. */
  at: z.number().int(),
})
/** The list that a record was opened from, as far as it is known. */
export type Walk = z.infer<typeof Walk>

const key = () => `walk.${visitorId() ?? ''}`

const walks = createStore<Walk | null>(null)
forgetAtEnd(() => setWalk(null))
// Whose it is has to be known first: a reload reads this before the server has said who is signed in.
recallAtStart(() => walks.set(read()))

/** The walk of this tab; null where no record was opened from a list. */
export const walkNow = () => walks.get()
export const useWalkStore = () => useStore(walks)

/** Makes it the walk of this tab, a reload included. */
export function setWalk(walk: Walk | null) {
  walks.set(walk)
  try {
    if (walk) sessionStorage.setItem(key(), JSON.stringify(walk))
    else sessionStorage.removeItem(key())
  } catch {
    // Full or forbidden: the walk ends with a reload.
  }
}

/** Begins a walk through records that stand in no list, in their order: those that were pasted. */
export function startWalk({ title, hrefs }: { title: string; hrefs: readonly string[] }) {
  const rows = hrefs.map((href, id) => ({ id, href }))
  setWalk({ title, list: null, rows, first: 1, total: String(rows.length), at: 0 })
}

/** Where in a walk the record of a path is; -1 where it is not. */
export function placeOf(walk: Walk, path: string): number {
  return isAt(walk, walk.at, path) ? walk.at : walk.rows.findIndex((_, index) => isAt(walk, index, path))
}

/** The next record in a direction that is here; null where there is none. The same record is no step. */
export function neighbour(walk: Walk, from: number, by: 1 | -1): number | null {
  const here = walk.rows[from]?.href
  for (let index = from + by; index >= 0 && index < walk.rows.length; index += by) {
    const href = walk.rows[index]?.href
    if (href != null && href !== here) return index
  }
  return null
}

/** Whether the list goes on in a direction, beyond the records that are here. */
export const hasMore = ({ list }: Walk, by: 1 | -1) => list !== null && (by > 0 ? list.hasMoreAfter : list.hasMoreBefore)

/** The address of the list's page that a record stands on. */
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
    return Walk.safeParse(JSON.parse(sessionStorage.getItem(key()) ?? 'null')).data ?? null
  } catch {
    // Corrupt or forbidden storage is the same as none.
    return null
  }
}
