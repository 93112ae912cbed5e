import { notifyManager, type Query, type QueryClient, type QueryFunction } from '@tanstack/react-query'
import { ApiFailure, byItself } from '../../../api/client.ts'
import { touches } from '../../../api/live.ts'
import type { LiveChange } from '../../../contract/live.ts'
import { heldRows, type ShownRows, shownRows } from '../../list/held-rows.ts'
import { lookAtValues, markSince } from './marks.ts'
import { mergeRows, type Rows } from './merge-rows.ts'

/** Milliseconds between two reads of a list: for rows that it doesn't show, and for what programs change, which may be much. */
const listEvery = { hidden: 5000, programs: 2000, hiddenPrograms: 20_000 }
/** Milliseconds between two reads of a dashboard. */
const figuresEvery = 30_000
/** Milliseconds until a list that is being read is read again. */
const readAgainAfter = 200
/** Milliseconds before a failed read is retried. */
const tryAgainAfter = 5000
/** Milliseconds between checks whether a part that grows at its top is no longer in use. */
const lookAgainAfter = 1000

/** Who made the changes: a colleague, the product or provider, or (undefined) the person who looks at them, who needs no marks. */
export type By = string | null | undefined

/** Everything may be out of date: too much has happened, or it isn't known what. */
export type Batch = readonly LiveChange[] | 'everything'

const isFigures = ({ queryKey: [resource] }: Query) => resource === 'stats'
const hits = (batch: Batch, query: Query): readonly LiveChange[] | null => {
  if (batch === 'everything') return []
  const touching = batch.filter((change) => touches(change, query.queryKey))
  return touching.length > 0 ? touching : null
}
/** Never reported by the stream, or fetched on a timer. */
const isOutside = ({ queryKey: [resource], options }: Query) =>
  resource === 'auth' ||
  resource === 'presence' ||
  resource === 'question' ||
  (options as { refetchInterval?: unknown }).refetchInterval !== undefined

/**
 * Refetches what changes touch: records and small parts in place, lists without moving a row, dashboards at most every
 * thirty seconds. What isn't on screen is read when it is wanted.
 */
export function createReader(client: QueryClient) {
  const waiting = new Map<string, { due: number; timer: ReturnType<typeof setTimeout> }>()
  const readAt = new Map<string, number>()
  const reading = new Set<string>()
  /** Rows that changed since the list was read; null for many at once. */
  const unread = new Map<string, Set<number | null>>()

  /** Runs now, or as soon as the last run of this key is long enough ago: once then, and not in a hidden tab. */
  const spaced = (key: string, gap: number, run: () => void) => {
    const due = Math.max(Date.now(), (readAt.get(key) ?? 0) + gap)
    const before = waiting.get(key)
    if (before && before.due <= due) return
    clearTimeout(before?.timer)
    const start = () => {
      if (document.hidden) return document.addEventListener('visibilitychange', start, { once: true })
      waiting.delete(key)
      readAt.set(key, Date.now())
      run()
    }
    waiting.set(key, { due, timer: setTimeout(start, due - Date.now()) })
  }

  const read = (batch: Batch, by: By) => {
    const mark = by === undefined ? undefined : marker(by)
    for (const query of client.getQueryCache().getAll()) {
      const found = isOutside(query) ? null : hits(batch, query)
      if (found === null) continue
      const rows = rowsOf(query)
      if (!query.isActive()) query.invalidate()
      else if (isFigures(query)) spaced(query.queryHash, figuresEvery, () => refetch(query))
      else if (rows) readRows(query, rows, found, mark)
      else refetch(query, mark)
    }
    for (const key of readAt.keys()) if (!client.getQueryCache().get(key)) readAt.delete(key)
  }

  const refetch = (query: Query, mark?: () => void) => {
    if (!query.isActive()) return query.invalidate()
    if (isInUse(query)) {
      readAt.set(query.queryHash, Date.now())
      return spaced(query.queryHash, lookAgainAfter, () => refetch(query))
    }
    readAt.set(query.queryHash, Date.now())
    void byItself(() => client.refetchQueries({ queryKey: query.queryKey, exact: true })).then(() => {
      if (mayComeLater(query.state.error)) spaced(query.queryHash, tryAgainAfter, () => refetch(query, mark))
      else mark?.()
    })
  }

  const readRows = (query: Query, rows: ShownRows, found: readonly LiveChange[], mark: (() => void) | undefined) => {
    const ids = new Set((query.state.data as Rows).rows.map(({ id }) => id))
    const changed = unread.get(query.queryHash) ?? new Set()
    for (const { id } of found) changed.add(id)
    if (found.length === 0) changed.add(null)
    unread.set(query.queryHash, changed)
    const isShown = changed.has(null) || found.some(({ id, customerId }) => ids.has(id!) || ids.has(customerId ?? -1))
    const isByStaff = found.length === 0 || found.some(({ by }) => by !== null)
    const gap = isShown || !rows.waits ? (isByStaff ? 0 : listEvery.programs) : isByStaff ? listEvery.hidden : listEvery.hiddenPrograms
    spaced(query.queryHash, gap, () => void layOver(query, mark))
  }

  const layOver = async (query: Query, mark: (() => void) | undefined): Promise<void> => {
    // A reading under way may have missed the change.
    if (reading.has(query.queryHash)) return void setTimeout(() => void layOver(query, mark), readAgainAfter)
    if (!query.isActive()) return query.invalidate()
    const { dataUpdateCount } = query.state
    const changed = unread.get(query.queryHash) ?? new Set()
    unread.delete(query.queryHash)
    reading.add(query.queryHash)
    const fresh = await byItself(() => fetchFresh(client, query)).catch(() => null)
    reading.delete(query.queryHash)
    const now = rowsOf(query)
    if (!now) return
    const isOvertaken = query.state.dataUpdateCount !== dataUpdateCount
    if (fresh === null || isOvertaken) {
      unread.set(query.queryHash, new Set([...changed, ...(unread.get(query.queryHash) ?? [])]))
      // What somebody else read meanwhile may have been too early; what failed may come later.
      return spaced(query.queryHash, isOvertaken ? 0 : tryAgainAfter, () => void layOver(query, mark))
    }
    const before = query.state.data as Rows
    const earlier = heldRows.get().get(before)
    const merged = mergeRows(before, fresh, (id) => changed.has(id) || changed.has(null) || earlier?.left.has(id) === true)
    const isFree = !now.waits && !isTouched(now.element)
    const show = (rows: Rows) => client.setQueryData(query.queryKey, rows)!
    if (merged.count === 0 || isFree || before.rows.length === 0) show(fresh)
    else {
      const { shown, count, left } = merged
      const data = show(shown)
      heldRows.set(new Map([...stillShown(client), [data, { count, left, refresh: () => show(fresh) }]]))
    }
    mark?.()
  }

  return {
    read,
    end: () => {
      for (const { timer } of waiting.values()) clearTimeout(timer)
    },
  }
}

/** Whether a reading failed for want of a connection or of a server: what was told is still to be read. */
const mayComeLater = (error: Error | null) =>
  error instanceof ApiFailure && (error.status === null || error.status === 429 || error.status >= 500)

/** Marks what is different as soon as it is rendered: with the frame that paints it. */
function marker(by: string | null) {
  const snapshot = lookAtValues()
  return () => notifyManager.schedule(() => requestAnimationFrame(() => markSince(snapshot, by)))
}

const isTouched = (element: Element) => element.matches(':hover') || element.contains(document.activeElement)

/** Whether the part of the page that shows it is in use, and would move. */
const isInUse = ({ queryKey: [resource] }: Query) => [...document.querySelectorAll(`[data-reads="${String(resource)}"]`)].some(isTouched)

const rowsOf = (query: Query) => [...shownRows].find(({ data }) => data === query.state.data)

/** What is held of replies that are still the latest. */
function stillShown(client: QueryClient) {
  const latest = new Set(
    client
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data),
  )
  return [...heldRows.get()].filter(([data]) => latest.has(data))
}

/** Reads what a query reads, without showing it. */
async function fetchFresh(client: QueryClient, { options, queryKey, meta }: Query): Promise<Rows> {
  const read = options.queryFn as QueryFunction<Rows>
  return read({ client, queryKey, meta, signal: AbortSignal.timeout(15_000) })
}
