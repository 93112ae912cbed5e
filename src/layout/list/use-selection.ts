import { useMemo, useState } from 'react'
import type { Target } from '../../commands/command.ts'
import type { ListRequest } from '../../contract/list.ts'
import { toastError } from '../toasts.tsx'
import { forgetAtEnd } from '../visit.ts'
import type { BulkSpec } from './list-definition.ts'
import type { ListSearch } from './list-search.ts'

interface Selected {
  /** The filters that the rows were selected under. */
  under: string
  ids: ReadonlySet<number>
  /** Where a range begins: the row selected last. */
  anchor: number | null
}

const none: ReadonlySet<number> = new Set()

/** What is selected in every list of this visit: it is still there when one comes back from a record. */
const kept = new Map<string, Selected>()
forgetAtEnd(() => kept.clear())

/** The selected rows of a list, and what selects them. */
export interface Selection {
  ids: ReadonlySet<number>
  has: (id: number) => boolean
  /** In or out; it is where the next range begins. */
  toggle: (id: number) => void
  /** All rows on screen from where a range begins to this one. */
  extendTo: (id: number) => void
  /** All rows on screen, or none of them. */
  togglePage: () => void
  /** All that the filter finds, up to the most that can be changed at once. */
  selectMatching: () => void
  isFetching: boolean
  clear: () => void
  /** The most that can be selected at once. */
  limit: number
  /** The record that stands for the selection; null while nothing is selected. */
  target: Target | null
}

/**
 * Which rows of a list are selected. The selection outlives paging, sorting and a look at a record; another filter is another list,
 * whose rows are not selected. Null for a list whose rows cannot be.
 * @param pageIds the rows on screen, in order
 */
export function useSelection<Query extends ListRequest>(
  listId: string,
  bulk: BulkSpec<Query> | undefined,
  filters: readonly string[],
  search: ListSearch,
  request: Query,
  pageIds: readonly number[],
): Selection | null {
  const under = JSON.stringify(filters.map((name) => search[name] ?? null))
  const [selected, setSelected] = useState<Selected>(() => kept.get(listId) ?? { under, ids: none, anchor: null })
  const [isFetching, setFetching] = useState(false)
  const { ids, anchor } = selected.under === under ? selected : { ids: none, anchor: null }
  const target = useMemo(() => (bulk && ids.size > 0 ? bulk.target([...ids]) : null), [bulk, ids])
  if (!bulk) return null

  const set = (next: ReadonlySet<number>, from: number | null) => {
    const now = { under, ids: new Set([...next].slice(0, bulk.limit)), anchor: from }
    kept.set(listId, now)
    setSelected(now)
  }

  const selectMatching = async () => {
    setFetching(true)
    try {
      set(new Set(await bulk.matching(request)), null)
    } catch (error) {
      toastError('Not selected', error)
    } finally {
      setFetching(false)
    }
  }

  return {
    ids,
    has: (id) => ids.has(id),
    toggle: (id) => {
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      set(next, id)
    },
    extendTo: (id) => {
      const to = pageIds.indexOf(id)
      const from = anchor === null || !pageIds.includes(anchor) ? to : pageIds.indexOf(anchor)
      set(new Set([...ids, ...pageIds.slice(Math.min(from, to), Math.max(from, to) + 1)]), id)
    },
    togglePage: () => {
      const isWhole = pageIds.every((id) => ids.has(id))
      set(isWhole ? new Set([...ids].filter((id) => !pageIds.includes(id))) : new Set([...ids, ...pageIds]), null)
    },
    selectMatching: () => void selectMatching(),
    isFetching,
    clear: () => set(none, null),
    limit: bulk.limit,
    target,
  }
}
