import { mutationOptions, queryOptions, type QueryKey } from '@tanstack/react-query'
import { listUndoable, undo, undoBatch } from '../contract/undo.ts'
import { call } from './client.ts'

/** What one can undo now. Asked for anew each time, and while it is looked at: any change of one's own adds to it. */
export const undoableQuery = () =>
  queryOptions({
    queryKey: ['undo'],
    queryFn: ({ signal }) => call(listUndoable, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: 60_000,
  })

/** An undo can touch any record: everything on screen is asked for again. */
const stale: QueryKey[] = [
  ['undo'],
  ['customers'],
  ['billing'],
  ['payments'],
  ['notes'],
  ['timeline'],
  ['qrs'],
  ['folders'],
  ['invitations'],
  ['domains'],
  ['invoices'],
  ['users'],
  ['webrisk'],
  ['abuse'],
  ['audit'],
]

/** Undoes one change by its audit row; without one, the newest of one's own that can be undone. */
export const undoMutation = () =>
  mutationOptions({
    mutationFn: (auditId?: number) => call(undo, { body: auditId === undefined ? {} : { auditId } }),
    meta: { stale },
  })

/** Undoes all of a bulk change of one's own, as far as nobody changed it since. */
export const undoBatchMutation = () =>
  mutationOptions({ mutationFn: (batch: string) => call(undoBatch, { body: { batch } }), meta: { stale } })
