import { z } from 'zod'
import { Batch } from './bulk.ts'
import { Done, endpoint, UnixSeconds } from './endpoint.ts'
import { extra } from './extra.ts'
import { Integer, NullableText } from './fields.ts'
import { lazyObject } from './lazy.ts'

/** How long a change can be undone, in seconds. */
export const undoSeconds = 600

/** Most changes listed: nobody needs more of the last ten minutes. */
export const undoableLimit = 50

/** One's own change, or whole bulk change, recent enough to undo. */
export const UndoableChange = lazyObject(() => ({
  /** Its audit row; for a bulk change the newest. */
  auditId: Integer,
  /** Null for a single change. */
  batch: Batch.nullable(),
  at: UnixSeconds,
  /** What it did and to what: 'Ban of Ana Ruiz'. */
  what: z.string(),
  /** Why it can't be undone; null if it can. Parts of a bulk change are only checked when it is undone. */
  refusal: NullableText,
}))
export type UndoableChange = z.infer<typeof UndoableChange>

const shared = { access: 'undo.own', feature: 'undo' } as const

const AuditId = Integer.positive().max(2_147_483_647)

/** One's own undoable changes, newest first. */
export const listUndoable = endpoint({ path: '/undo', ...shared, reply: z.object({ changes: z.array(UndoableChange) }) })

/**
 * Undoes one's own change by audit row; without `auditId` the newest undoable one, which may be a whole bulk change.
 * 409 `nothing_to_undo` if it is already undone, too old, or the record has changed since; without `auditId` also if a
 * newer change can't be undone or its record has changed since: `details` then has its audit row as `past`, and as `next`
 * what would be undone with that `past`, which passes whatever can't be undone. What the payment provider carried out is taken back there too: 502 `provider_refused`, 504
 * `provider_timeout`.
 */
export const undo = endpoint({
  method: 'POST',
  path: '/undo',
  ...shared,
  body: z.strictObject({
    auditId: AuditId.optional(),
    /** Without `auditId`: changes that can't be undone, up to this one, don't stop it. */
    past: AuditId.optional(),
  }),
  reply: lazyObject(() => ({
    ...Done.shape,
    /** The undone command and its target. */
    action: z.string(),
    targetType: z.string(),
    targetId: Integer,
    /** The audit row of what was undone; of a bulk change the newest. */
    undoes: extra(Integer.optional()),
    /** The toast's text. */
    message: z.string(),
  })),
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
  reply: lazyObject(() => ({ undone: Integer, kept: z.array(z.object({ id: Integer, refusal: z.string() })) })),
})
