import { z } from 'zod'
import { Batch } from './bulk.ts'
import { Done, endpoint, UnixSeconds } from './endpoint.ts'

/** How long a change can be undone, in seconds. */
export const undoSeconds = 600

/** Most changes listed: nobody needs more of the last ten minutes. */
export const undoableLimit = 50

/** One's own change, or whole bulk change, recent enough to undo. */
export const UndoableChange = z.object({
  /** Its audit row; for a bulk change the newest. */
  auditId: z.number().int(),
  /** Null for a single change. */
  batch: Batch.nullable(),
  at: UnixSeconds,
  /** What it did and to what: 'Ban of Ana Ruiz'. */
  what: z.string(),
  /** Why it can't be undone; null if it can. Parts of a bulk change are only checked when it is undone. */
  refusal: z.string().nullable(),
})
export type UndoableChange = z.infer<typeof UndoableChange>

const shared = { access: 'undo.own', feature: 'undo' } as const

/** One's own undoable changes, newest first. */
export const listUndoable = endpoint({ path: '/undo', ...shared, reply: z.object({ changes: z.array(UndoableChange) }) })

/**
 * Undoes one's own change by audit row; without `auditId` the newest undoable one, which may be a whole bulk change.
 * 409 `nothing_to_undo` if it is already undone, too old, or the record has changed since.
 */
export const undo = endpoint({
  method: 'POST',
  path: '/undo',
  ...shared,
  body: z.strictObject({ auditId: z.number().int().positive().max(2_147_483_647).optional() }),
  reply: Done.extend({
    /** The undone command and its target. */
    action: z.string(),
    targetType: z.string(),
    targetId: z.number().int(),
    /** The toast's text. */
    message: z.string(),
  }),
})

/**
 * Undoes one's own bulk change, except records changed since, and reports those. 409 `nothing_to_undo` if there is no
 * such change or all of it is too old.
 */
export const undoBatch = endpoint({
  method: 'POST',
  path: '/undo/batch',
  ...shared,
  body: z.strictObject({ batch: Batch }),
  reply: z.object({ undone: z.number().int(), kept: z.array(z.object({ id: z.number().int(), refusal: z.string() })) }),
})
