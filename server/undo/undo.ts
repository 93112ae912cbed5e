import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, gte, isNull } from 'drizzle-orm'
import { undoSeconds } from '../../src/contract/undo.ts'
import { applyBan, lockCustomer } from '../customers/rules.ts'
import type { Db, Orm } from '../db/connect.ts'
import { auditLog } from '../db/schema/staff.ts'
import { ApiError } from '../http/errors.ts'
import { type Actor, writeAudit } from '../audit/write.ts'

/** How one audited action is taken back. */
interface Reversal {
  /** The command that the undoing is recorded as. */
  action: string
  /** What people call the action, as a message begins. */
  noun: string
  /** Locks the record and reads it: its name for messages, and its fields by the names of the audit row. Null when it is gone. */
  lock(tx: Db, id: number): Promise<{ name: string; fields: Record<string, unknown> } | null>
  /** Writes the locked record's fields back to `before`. */
  restore(tx: Db, id: number, before: Record<string, unknown>, now: number): Promise<void>
}

const banReversal: Pick<Reversal, 'lock' | 'restore'> = {
  async lock(tx, id) {
    const customer = await lockCustomer(tx, id)
    return customer && { name: customer.name, fields: { banned: customer.banned } }
  },
  restore: (tx, id, before, now) => applyBan(tx, id, before.banned === true, now),
}

/**
 * Every action that can be undone. A new one needs a line here and `reversible: true` in its audit row. Sessions of the
 * customer's that a ban ended stay ended: signing in again is all it takes.
 */
const reversals: Record<string, Reversal> = {
  'customer.ban': { ...banReversal, action: 'customer.unban', noun: 'Ban' },
  'customer.unban': { ...banReversal, action: 'customer.ban', noun: 'Unban' },
}

const refused = (message: string) => new ApiError('nothing_to_undo', message)

/**
 * Undoes one change of the actor's own: the one that `auditId` names, or the newest that can still be undone. Record and audit
 * row are locked, so that of two attempts one succeeds.
 * @returns what was undone, and the id of the audit row that says so; that one is not undone in turn
 * @throws ApiError nothing_to_undo when there is none, it is someone else's, undone, older than `undoSeconds`, or the record changed since
 */
export async function undoChange(orm: Orm, actor: Actor, auditId: number | undefined, now: number) {
  return orm.transaction(async (tx) => {
    const change = await lockChange(tx, actor, auditId, now)
    const reversal = reversals[change.action]
    if (!reversal) throw refused('This change can’t be undone.')
    const { action, targetType, targetId } = change
    const before = change.before as Record<string, unknown>
    const after = change.after as Record<string, unknown>
    const record = await reversal.lock(tx, targetId)
    if (!record) throw refused('The record of this change is gone: nothing was undone.')
    const changed = Object.keys(after).some((field) => !isDeepStrictEqual(record.fields[field], after[field]))
    if (changed) throw refused(`${record.name} has been changed since: nothing was undone.`)
    await reversal.restore(tx, targetId, before, now)
    const undoneBy = await writeAudit(tx, { ...actor, now, action: reversal.action, targetType, targetId, before: after, after: before })
    await tx.update(auditLog).set({ undoneBy }).where(eq(auditLog.id, change.id))
    return { auditId: undoneBy, action, targetType, targetId, message: `${reversal.noun} of ${record.name} was undone.` }
  })
}

async function lockChange(tx: Db, actor: Actor, auditId: number | undefined, now: number) {
  const oldest = now - undoSeconds
  const named =
    auditId === undefined
      ? and(eq(auditLog.actorId, actor.staff.id), eq(auditLog.reversible, true), isNull(auditLog.undoneBy), gte(auditLog.at, oldest))
      : eq(auditLog.id, auditId)
  const [change] = await tx.select().from(auditLog).where(named).orderBy(desc(auditLog.at), desc(auditLog.id)).limit(1).for('update')
  if (!change) throw refused('There is nothing to undo.')
  if (change.actorId !== actor.staff.id) throw refused('Only your own changes can be undone.')
  if (!change.reversible) throw refused('This change can’t be undone.')
  if (change.undoneBy !== null) throw refused('This change has been undone already.')
  if (change.at < oldest) throw refused(`This change is older than ${undoSeconds / 60} minutes: it can’t be undone any more.`)
  return change
}
