import { and, desc, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import { roleMay } from '../../src/contract/capabilities.ts'
import { type UndoableChange, undoableLimit, undoSeconds } from '../../src/contract/undo.ts'
import type { Actor } from '../audit/write.ts'
import type { AppContext } from '../context.ts'
import type { Db, Orm } from '../db/connect.ts'
import { auditLog } from '../db/schema/staff.ts'
import { hasChanged, nothingToUndo, type Reversal } from './reversal.ts'
import { reversals } from './reversals.ts'
import { type AuditLogRow, changedSince, nothingThere, recordedChange, recordGone, undoChange } from './undo.ts'
import { undoBatch } from './undo-batch.ts'

/**
 * Undoes the newest of the actor's own changes that has not been undone; a bulk change as a whole, as far as nobody changed its
 * records since.
 * @throws ApiError as `undoChange`; nothing_to_undo where there is none
 */
export async function undoNewest(context: AppContext, actor: Actor) {
  const now = context.now()
  const { orm } = context.database
  const [newest] = await orm.select().from(auditLog).where(canBeUndone(actor, now)).orderBy(desc(auditLog.at), desc(auditLog.id)).limit(1)
  if (!newest) throw nothingToUndo(nothingThere)
  const { id, batch, action, targetType, targetId } = newest
  if (batch === null) return undoChange(orm, actor, id, now)
  const { undone, kept } = await undoBatch(context, actor, batch)
  const [first] = kept
  const left = first ? ` ${kept.length} ${kept.length === 1 ? 'stays as it is' : 'stay as they are'}: ${first.refusal}` : ''
  if (undone === 0) throw nothingToUndo(`Nothing was undone.${left}`)
  return {
    action,
    targetType,
    targetId,
    message: `${reversals[action]?.noun ?? action} of ${countOf(targetType, undone)} was undone.${left}`,
  }
}

/**
 * What the actor can undo, the newest first: single changes with the record's name and whether it was changed since, bulk changes
 * as one each. What their role may no longer do is left out. Every record is looked at by the undoing's own lock, one after the
 * other and for a moment only, so that list and undoing can't disagree.
 */
export async function listUndoable(orm: Orm, actor: Actor & { staff: { rol: number } }, now: number): Promise<UndoableChange[]> {
  const newest = await orm
    .select({ id: sql<number>`max(${auditLog.id})`, count: sql<number>`count(*)::int` })
    .from(auditLog)
    .where(canBeUndone(actor, now))
    .groupBy(sql`coalesce(${auditLog.batch}::text, ${auditLog.id}::text)`)
    .orderBy(sql`max(${auditLog.at}) desc, max(${auditLog.id}) desc`)
    .limit(undoableLimit)
  const counts = new Map(newest.map(({ id, count }) => [id, count]))
  const changes = await orm
    .select()
    .from(auditLog)
    .where(inArray(auditLog.id, [...counts.keys()]))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
  const listed: UndoableChange[] = []
  for (const change of changes) {
    const reversal = reversals[change.action]
    if (!reversal || !roleMay(actor.staff.rol, reversal.capability)) continue
    const { id: auditId, batch, at, targetType } = change
    const { name, refusal } =
      batch === null
        ? await orm.transaction((tx) => lookAt(tx, change, reversal))
        : { name: countOf(targetType, counts.get(auditId) ?? 1), refusal: null }
    listed.push({ auditId, batch, at, what: `${reversal.noun} of ${name}`, refusal })
  }
  return listed
}

async function lookAt(tx: Db, change: AuditLogRow, reversal: Reversal): Promise<{ name: string; refusal: string | null }> {
  const recorded = recordedChange(change)
  const record = await reversal.lock(tx, change.targetId, recorded)
  if (!record) return { name: `${change.targetType} #${change.targetId}`, refusal: `${recordGone}.` }
  return { name: record.name, refusal: hasChanged(record, recorded) ? `${changedSince(record)}.` : null }
}

/** Their own reversible changes that are young enough and not undone. */
const canBeUndone = (actor: Actor, now: number) =>
  and(eq(auditLog.actorId, actor.staff.id), eq(auditLog.reversible, true), isNull(auditLog.undoneBy), gte(auditLog.at, now - undoSeconds))

/** So many records of a batch, in words. */
function countOf(targetType: string, count: number): string {
  const [one, many] = {
    qr: ['QR code', 'QR codes'],
    webrisk: ['web-risk entry', 'web-risk entries'],
    abuse: ['abuse report', 'abuse reports'],
  }[targetType] ?? ['record', 'records']
  return `${count} ${count === 1 ? one : many}`
}
