import { useEffect, useMemo, useState } from 'react'
import { ofVisit } from '../../api/visit.ts'
import type { Target } from '../../commands/engine/targets.ts'
import { bulkLimit } from '../../contract/bulk-limit.ts'
import type { ListRequest } from '../../contract/list.ts'
import { useStore } from '../kit/store.ts'
import { toastError } from '../kit/toasts.tsx'
import { visitStore } from '../session/visit.ts'
import type { BulkSpec } from './list-definition.ts'
import type { ListSearch } from './list-search.ts'

interface Selected {
  /** The filters the rows were selected under. */
  under: string
  ids: ReadonlySet<number>
  /** The start of a range: the row selected last. */
  anchor: number | null
}

const none: ReadonlySet<number> = new Set()

/** Each list's selection of this visit, still there when coming back from a record. */
const selections = visitStore<ReadonlyMap<string, Selected>>(() => new Map())

const keep = (listId: string, selected: Selected | null) => {
  const others = [...selections.get()].filter(([id]) => id !== listId)
  selections.set(new Map(selected ? [...others, [listId, selected]] : others))
}

/** Replaced by whatever a pending selection must not override (another selection or filter, the end of the visit); its reply is then dropped. */
const latest = ofVisit(() => ({ choice: {} }))

/** A list's selected rows and the actions on them. */
export interface Selection {
  ids: ReadonlySet<number>
  has: (id: number) => boolean
  /** Toggles a row and makes it the anchor of the next range. */
  toggle: (id: number) => void
  /** Selects the rows on screen from the anchor to this one. */
  extendTo: (id: number) => void
  /** Selects a row and its neighbour; on the way back, deselects the row. */
  step: (from: number, to: number) => void
  togglePage: () => void
  /** The ids of all matches, up to the limit. */
  matching: () => Promise<readonly number[]>
  selectMatching: () => void
  isFetching: boolean
  /** Takes out rows that have left the list. */
  drop: (gone: ReadonlySet<number>) => void
  clear: () => void
  /** The target for the selection; null if empty. */
  target: Target | null
}

/**
 * A list's selection. It survives paging, sorting and opening a record; another filter drops it, and rows that leave the
 * list leave it. Rows of the previous filter can't be selected while still on screen. Null if rows aren't selectable.
 * @param rows those on screen, in order
 * @param isPlaceholder whether these are the previous request's rows
 */
export function useSelection<Query extends ListRequest, Row extends { id: number }>(
  listId: string,
  bulk: BulkSpec<Query, Row> | undefined,
  filters: readonly string[],
  search: ListSearch,
  request: Query,
  rows: readonly Row[],
  isPlaceholder: boolean,
): Selection | null {
  const under = JSON.stringify(filters.map((name) => search[name] ?? null))
  const selected = useStore(selections).get(listId)
  const [rowsUnder, setRowsUnder] = useState(under)
  const [isFetching, setFetching] = useState(false)
  if (!isPlaceholder && rowsUnder !== under) setRowsUnder(under)
  const isStale = isPlaceholder && rowsUnder !== under
  const { ids, anchor } = selected?.under === under ? selected : { ids: none, anchor: null }
  const pageIds = rows.map(({ id }) => id)
  const target = useMemo(
    () =>
      bulk && ids.size > 0
        ? bulk.target(
            [...ids],
            rows.filter(({ id }) => ids.has(id)),
          )
        : null,
    [bulk, ids, rows],
  )
  useEffect(() => {
    const before = selections.get().get(listId)
    if (before && before.under !== under) keep(listId, null)
    return () => {
      latest().choice = {}
    }
  }, [listId, under])
  if (!bulk) return null

  const set = (next: ReadonlySet<number>, from: number | null) => {
    latest().choice = {}
    keep(listId, { under, ids: new Set([...next].slice(0, bulkLimit)), anchor: from })
  }

  const matching = () => bulk.matching(request)
  const selectMatching = async () => {
    const own = {}
    latest().choice = own
    setFetching(true)
    try {
      const found = await matching()
      if (own === latest().choice) set(new Set(found), null)
    } catch (error) {
      if (own === latest().choice) toastError('Not selected', error)
    } finally {
      setFetching(false)
    }
  }

  return {
    ids,
    has: (id) => ids.has(id),
    toggle: (id) => {
      if (isStale) return
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      set(next, id)
    },
    extendTo: (id) => {
      if (isStale) return
      const to = pageIds.indexOf(id)
      const from = anchor === null || !pageIds.includes(anchor) ? to : pageIds.indexOf(anchor)
      set(new Set([...ids, ...pageIds.slice(Math.min(from, to), Math.max(from, to) + 1)]), id)
    },
    step: (from, to) => {
      if (isStale) return
      const start = anchor !== null && ids.has(from) && pageIds.includes(anchor) ? anchor : from
      const away = (id: number) => Math.abs(pageIds.indexOf(id) - pageIds.indexOf(start))
      const next = new Set(ids)
      if (away(to) < away(from)) next.delete(from)
      else next.add(from).add(to)
      set(next, start)
    },
    togglePage: () => {
      if (isStale) return
      const isWhole = pageIds.every((id) => ids.has(id))
      set(isWhole ? new Set([...ids].filter((id) => !pageIds.includes(id))) : new Set([...ids, ...pageIds]), null)
    },
    matching,
    selectMatching: () => void selectMatching(),
    isFetching,
    drop: (gone) => {
      const now = selections.get().get(listId)
      if (now) keep(listId, { ...now, ids: new Set([...now.ids].filter((id) => !gone.has(id))) })
    },
    clear: () => set(none, null),
    target,
  }
}
