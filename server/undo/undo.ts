import { eq } from 'drizzle-orm'
import { undoSeconds } from '../../src/contract/undo.ts'
import { type Actor, writeAudit } from '../audit/write.ts'
import type { Orm } from '../db/connect.ts'
import { auditLog } from '../db/schema/staff.ts'
import { requireStill } from '../staff/lock.ts'
import { hasChanged, nothingToUndo, type RecordedChange } from './reversal.ts'
import { reversals } from './reversals.ts'

/** A row of the audit log. */
export type AuditLogRow = typeof auditLog.$inferSelect

export const nothingThere = 'There is nothing to undo.'
const notReversible = 'This change can’t be undone.'
export const recordGone = 'The record of this change is gone'
export const changedSince = ({ name }: { name: string }) => `${name} has been changed since`

/**
 * Undoes one of the actor's changes by audit row. Locks record and audit row, so of two attempts one succeeds.
 * @returns what was undone, and the undo's audit row, which can't itself be undone
 * @throws ApiError forbidden if their role may no longer do the action; nothing_to_undo if it is someone else's,
 * undone, older than `undoSeconds`, or the record changed since
 */
export async function undoChange(orm: Orm, actor: Actor, auditId: number, now: number) {
  return orm.transaction(async (tx) => {
    const [change] = await tx.select().from(auditLog).where(eq(auditLog.id, auditId)).for('update')
    const refusal = whyNotUndone(change, actor, now)
    if (refusal !== null || !change) throw nothingToUndo(refusal ?? nothingThere)
    const reversal = reversals[change.action]
    if (!reversal) throw nothingToUndo(notReversible)
    const { action, targetType, targetId } = change
    const recorded = recordedChange(change)
    const record = await reversal.read(tx, targetId, recorded, { lock: true })
    await requireStill(tx, actor.staff.id, reversal.capability)
    if (!record) throw nothingToUndo(`${recordGone}: nothing was undone.`)
    if (hasChanged(record, recorded)) throw nothingToUndo(`${changedSince(record)}: nothing was undone.`)
    const { before, after } = recorded
    await reversal.restore(tx, targetId, before, now, recorded, actor)
    const undoneBy = await writeAudit(tx, { ...actor, now, action: reversal.action, targetType, targetId, before: after, after: before })
    await tx.update(auditLog).set({ undoneBy }).where(eq(auditLog.id, change.id))
    return { auditId: undoneBy, action, targetType, targetId, message: `${reversal.noun} of ${record.name} was undone.` }
  })
}

function whyNotUndone(change: AuditLogRow | undefined, actor: Actor, now: number): string | null {
  if (!change) return nothingThere
  if (change.actorId !== actor.staff.id) return 'Only your own changes can be undone.'
  if (!change.reversible) return notReversible
  if (change.undoneBy !== null) return 'This change has been undone already.'
  return change.at < now - undoSeconds ? `This change is older than ${undoSeconds / 60} minutes: it can’t be undone any more.` : null
}

/** An audit row in the form reversals take. */
export const recordedChange = ({ id, action, targetId, before, after }: AuditLogRow): RecordedChange => ({
  auditId: id,
  action,
  targetId,
  before: before as RecordedChange['before'],
  after: after as RecordedChange['after'],
})
