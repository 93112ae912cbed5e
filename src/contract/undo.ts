import { z } from 'zod'
import { Batch } from './bulk.ts'
import { Done, endpoint } from './endpoint.ts'

/** How long a reversible change can be undone, in seconds. */
export const undoSeconds = 600

/**
 * Undoes one change of one's own, named by its audit row; without a body field, the newest that can be undone.
 * 409 `nothing_to_undo` where it was undone already, is too old, or the record changed since.
 */
export const undo = endpoint({
  method: 'POST',
  path: '/undo',
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
  access: { capability: 'undo.own' },
  body: z.strictObject({ batch: Batch }),
  reply: z.object({ undone: z.number().int(), kept: z.array(z.object({ id: z.number().int(), refusal: z.string() })) }),
})
