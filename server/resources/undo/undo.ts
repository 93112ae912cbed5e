import { and, eq, isNull } from 'drizzle-orm'
import { undoSeconds } from '../../../src/contract/undo.ts'
import { hasChanged, type LinkUndone, nothingToUndo, type RecordedChange } from '../../audit/reversal.ts'
import { type Actor, writeAudit } from '../../audit/write.ts'
import type { Db } from '../../db/connect.ts'
import { auditLog } from '../../db/schema/staff.ts'
import { ApiError } from '../../http/errors.ts'
import type { AppContext } from '../../outside/context.ts'
import { requireStill } from '../staff/lock.ts'
import { reversals } from './reversals.ts'

/** A row of the audit log. */
export type AuditLogRow = typeof auditLog.$inferSelect

export const nothingThere = 'There is nothing to undo.'
const alreadyUndone = 'This change has been undone already.'
const notReversible = 'This change can’t be undone.'
export const recordGone = 'The record of this change is gone'
export const changedSince = ({ name }: { name: string }) => `${name} has been changed since`

/**
 * Undoes one of the actor's changes by audit row. Locks record and audit row, so of two attempts one succeeds. What
 * the payment provider carried out is taken back there first, outside the locks, by the opposite command.
 * @returns what was undone, and the undo's audit row, which can't itself be undone
 * @throws ApiError forbidden if their role may no longer do the action; nothing_to_undo if it is someone else's,
 * undone, older than `undoSeconds`, or the record changed since, or the provider's rules have no way back;
 * provider_refused; provider_timeout
 */
export async function undoChange(context: AppContext, actor: Actor, auditId: number) {
  const { database, now } = context
  const judged = await database.orm.transaction(async (tx) => {
    const [row] = await tx.select().from(auditLog).where(eq(auditLog.id, auditId))
    const isAtProvider = row !== undefined && 'takeBack' in (reversals[row.action] ?? {})
    // The command that takes it back locks for itself, the customer first.
    const [change] = isAtProvider ? [row] : await tx.select().from(auditLog).where(eq(auditLog.id, auditId)).for('update')
    const { reversal, recorded, record } = await judge(tx, actor, change, { now: now(), lock: !isAtProvider })
    const { action, targetType, targetId, before, after } = recorded
    const done = { undoes: recorded.auditId, action, targetType, targetId, message: `${reversal.noun} of ${record.name} was undone.` }
    if ('takeBack' in reversal) return { done, takeBack: (link: LinkUndone) => reversal.takeBack(context, actor, recorded, link) }
    await reversal.restore(tx, targetId, before, now(), recorded, actor)
    const undoneBy = await writeAudit(tx, {
      ...actor,
      now: now(),
      action: reversal.action,
      targetType,
      targetId,
      before: after,
      after: before,
    })
    await linkUndone(tx, recorded.auditId, undoneBy)
    return { done, undoneBy }
  })
  const { done, takeBack } = judged
  if (takeBack === undefined) return { ...done, auditId: judged.undoneBy }
  const taken = await takeBack((tx, undoneBy) => linkUndone(tx, done.undoes, undoneBy)).catch(refused)
  return { ...done, auditId: taken.auditId }
}

/** The change with its record, if it can be undone. */
async function judge(tx: Db, actor: Actor, change: AuditLogRow | undefined, { now, lock }: { now: number; lock: boolean }) {
  const refusal = whyNotUndone(change, actor, now)
  if (refusal !== null || !change) throw nothingToUndo(refusal ?? nothingThere)
  const reversal = reversals[change.action]
  if (!reversal) throw nothingToUndo(notReversible)
  const recorded = { ...recordedChange(change), targetType: change.targetType }
  const record = await reversal.read(tx, change.targetId, recorded, { lock })
  await requireStill(tx, actor.staff.id, reversal.capability)
  if (!record) throw nothingToUndo(`${recordGone}: nothing was undone.`)
  if (hasChanged(record, recorded)) throw nothingToUndo(`${changedSince(record)}: nothing was undone.`)
  return { reversal, recorded, record }
}

/** @throws ApiError nothing_to_undo if somebody was faster */
async function linkUndone(tx: Db, auditId: number, undoneBy: number): Promise<void> {
  const undone = await tx
    .update(auditLog)
    .set({ undoneBy })
    .where(and(eq(auditLog.id, auditId), isNull(auditLog.undoneBy)))
    .returning({ id: auditLog.id })
  if (undone.length === 0) throw nothingToUndo(alreadyUndone)
}

/** A rule of the opposite command refused, as it refuses the command itself. */
function refused(error: unknown): never {
  const isRule = error instanceof ApiError && ['unavailable_action', 'stale', 'unprocessable'].includes(error.code)
  throw isRule ? nothingToUndo(`${error.message} Nothing was undone.`) : error
}

function whyNotUndone(change: AuditLogRow | undefined, actor: Actor, now: number): string | null {
  if (!change) return nothingThere
  if (change.actorId !== actor.staff.id) return 'Only your own changes can be undone.'
  if (!change.reversible) return notReversible
  if (change.undoneBy !== null) return alreadyUndone
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
