import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { listUndoable, undo, undoBatch } from '../contract/undo.ts'
import { byItself, call } from './client.ts'
import { changesOf } from './shown-in.ts'

/** One's own undoable changes. Never cached and polled while shown, as any change adds to it. */
export const undoableQuery = () =>
  queryOptions({
    queryKey: ['undo'],
    queryFn: ({ signal }) => byItself(() => call(listUndoable, { signal })),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: 60_000,
  })

/** An undo can change any record that a person can change. */
const { stale } = changesOf(
  'customer',
  'qr',
  'payment',
  'invoice',
  'note',
  'folder',
  'invitation',
  'domain-rule',
  'webrisk',
  'abuse-report',
  'user',
)
const changes = { stale: [['undo'], ...stale] }

/**
 * Undoes one change by audit row; without one, the newest of one's own. One waits for the one before it, so that two
 * presses in a row undo two changes. Throws ApiFailure 409 `nothing_to_undo`, with
 * the audit row of the newer change that stops it as `past`.
 */
export const undoMutation = () =>
  mutationOptions({
    mutationFn: (which: { auditId?: number; past?: number }) => call(undo, { body: which }),
    meta: changes,
    scope: { id: 'undo' },
  })

/** Undoes one's own bulk change, except records changed since. */
export const undoBatchMutation = () =>
  mutationOptions({ mutationFn: (batch: string) => call(undoBatch, { body: { batch } }), meta: changes })
