import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { bulkLimit } from '../../../contract/bulk-limit.ts'
import type { ListState } from '../use-list-view.ts'
import type { Selection } from '../use-selection.ts'

/** What is on screen of a list. */
export type ShownList = Pick<ListState<{ id: number }>, 'request' | 'rows' | 'pagination' | 'isPlaceholderData'>

/**
 * Takes rows out of the selection that are no longer in the list, whoever changed them. A row that isn't on screen any more
 * may just have moved to another page, so the list is asked for all that match.
 */
export function useLeaving({ ids, matching, drop }: Selection, { request, rows, pagination, isPlaceholderData }: ShownList) {
  const page = JSON.stringify(request)
  const total = isPlaceholderData ? undefined : pagination?.total_results
  const shown = useMemo(() => (total === undefined ? null : { ids: rows.map(({ id }) => id), total, page }), [rows, total, page])
  const before = useRef<typeof shown>(null)
  const look = useEffectEvent(async (mayBeGone: readonly number[]) => {
    const gone = await goneOf([...ids], mayBeGone, matching)
    if (gone.size > 0) drop(gone)
  })
  useEffect(() => {
    if (shown === null) return
    const last = before.current
    before.current = shown
    const unseen = [...ids].filter((id) => !shown.ids.includes(id))
    // Another page shows other rows. What was kept while a record was open is looked at once.
    const mayBeGone =
      last === null || shown.total < last.total ? unseen : unseen.filter((id) => last.page === shown.page && last.ids.includes(id))
    if (mayBeGone.length > 0) void look(mayBeGone)
  }, [shown, ids])
}

/** Without an answer, or with more matches than are told, those that may be gone count as gone: nobody sees them. */
async function goneOf(selected: readonly number[], mayBeGone: readonly number[], matching: () => Promise<readonly number[]>) {
  const found = await matching().catch(() => null)
  if (found === null) return new Set(mayBeGone)
  const there = new Set(found)
  return new Set((found.length < bulkLimit ? selected : mayBeGone).filter((id) => !there.has(id)))
}
