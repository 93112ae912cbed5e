import { z } from 'zod'
import { Batch } from './bulk.ts'
import { Done, endpoint, UnixSeconds } from './endpoint.ts'

/** How long a reversible change can be undone, in seconds. */
export const undoSeconds = 600

/** The most changes that are listed: nobody looks for more of their last ten minutes. */
export const undoableLimit = 50

/** One change of one's own that is young enough to be undone, or all of a bulk change. */
export const UndoableChange = z.object({
  /** Its audit row, the newest of a bulk change. */
  auditId: z.number().int(),
  /** Null for a single change. */
  batch: Batch.nullable(),
  at: UnixSeconds,
  /** What it did, to what: 'Ban of Ana Ruiz'. */
  what: z.string(),
  /** Why it can't be undone as things stand; null where it can. What became of the parts of a bulk change is known when it is undone. */
  refusal: z.string().nullable(),
})
export type UndoableChange = z.infer<typeof UndoableChange>

/** What one can undo oneself, the newest first. */
export const listUndoable = endpoint({
  method: 'GET',
  path: '/undo',
  feature: 'undo',
  access: { capability: 'undo.own' },
  reply: z.object({ changes: z.array(UndoableChange) }),
})

/**
 * Undoes one change of one's own, named by its audit row; without a body field, the newest that can be undone, of many records at
 * once where it was a bulk change. 409 `nothing_to_undo` where it was undone already, is too old, or the record changed since.
 */
export const undo = endpoint({
  method: 'POST',
  path: '/undo',
  feature: 'undo',
  access: { capability: 'undo.own' },
  body: z.strictObject({ auditId: z.number().int().positive().max(2_147_483_647).optional() }),
  reply: Done.extend({
    /** The command that was undone, on what. */
    action: z.string(),
    targetType: z.string(),
    targetId: z.number().int(),
    /** What the toast says. */
    message: z.string(),
  }),
})

/**
 * Undoes what one's own bulk change did, as far as nobody changed it since; says what was left. 409 `nothing_to_undo` where there is
 * nothing of the kind, or all of it is too old.
 */
export const undoBatch = endpoint({
  method: 'POST',
  path: '/undo/batch',
  feature: 'undo',
  access: { capability: 'undo.own' },
  body: z.strictObject({ batch: Batch }),
  reply: z.object({ undone: z.number().int(), kept: z.array(z.object({ id: z.number().int(), refusal: z.string() })) }),
})
