import { and, desc, eq, gte, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { AuditAction } from '../../../src/contract/audit-actions.ts'
import { roleMay } from '../../../src/contract/capabilities.ts'
import { type UndoableChange, undoableLimit, undoSeconds } from '../../../src/contract/undo.ts'
import { hasChanged, type Reversal } from '../../audit/reversal.ts'
import type { Actor } from '../../audit/write.ts'
import type { Db, Orm } from '../../db/connect.ts'
import { auditLog } from '../../db/schema/staff.ts'
import { reversals } from './reversals.ts'
import { type AuditLogRow, changedSince, recordedChange, recordGone } from './undo.ts'

/** The actor with their role. */
export type Undoer = Actor & { staff: { rol: number } }

/**
 * What the actor can undo, newest first: single changes with the record's name and whether it changed since, bulk
 * changes as one entry. Leaves out what their role may no longer do. Reads records in one snapshot without locks, so
 * that neither this nor an undo waits for the other. Large changes are shown by id only, without reading their records.
 */
export function listUndoable(orm: Orm, actor: Undoer, now: number): Promise<UndoableChange[]> {
  return inSnapshot(orm, async (tx) => {
    const listed: UndoableChange[] = []
    for (const { change, count } of await newestChanges(tx, canBeUndone(actor, now))) {
      const { id: auditId, batch, at } = change
      listed.push({ auditId, batch, at, ...(await describeChange(tx, change, count)) })
    }
    return listed
  })
}

/** Reads as of one moment, without locks. */
export const inSnapshot = <Found>(orm: Orm, read: (tx: Db) => Promise<Found>): Promise<Found> =>
  orm.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })

/** The newest changes, a bulk change as one with its newest audit row and the number of them. */
export async function newestChanges(tx: Db, condition: SQL | undefined): Promise<{ change: AuditLogRow; count: number }[]> {
  const newest = await tx
    .select({ id: sql<number>`max(${auditLog.id})`, count: sql<number>`count(*)::int` })
    .from(auditLog)
    .where(condition)
    .groupBy(sql`coalesce(${auditLog.batch}::text, ${auditLog.id}::text)`)
    .orderBy(sql`max(${auditLog.at}) desc, max(${auditLog.id}) desc`)
    .limit(undoableLimit)
  const counts = new Map(newest.map(({ id, count }) => [id, count]))
  const changes = await tx
    .select()
    .from(auditLog)
    .where(inArray(auditLog.id, [...counts.keys()]))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
  return changes.map((change) => ({ change, count: counts.get(change.id) ?? 1 }))
}

/** What a change did and to what, and why it can't be undone; null if it can. */
export async function describeChange(tx: Db, change: AuditLogRow, count: number): Promise<Pick<UndoableChange, 'what' | 'refusal'>> {
  const { action, batch, step, targetType } = change
  if (step !== null) return { what: `${stepsOf(count)} of a playbook`, refusal: null }
  const reversal = reversals[action]
  if (!reversal) throw new Error(`${action} is not in the list of reversals`)
  const { name, refusal } = batch === null ? await lookAt(tx, change, reversal) : { name: countOf(targetType, count), refusal: null }
  return { what: `${reversal.noun} of ${name}`, refusal }
}

async function lookAt(tx: Db, change: AuditLogRow, reversal: Reversal): Promise<{ name: string; refusal: string | null }> {
  const unseen = { name: `${change.targetType} #${change.targetId}`, refusal: null }
  if (reversal.isLarge) return unseen
  const recorded = recordedChange(change)
  const record = await reversal.read(tx, change.targetId, recorded, { lock: false })
  if (!record) return { ...unseen, refusal: `${recordGone}.` }
  return { name: record.name, refusal: hasChanged(record, recorded) ? `${changedSince(record)}.` : null }
}

/** The actor's recent reversible changes, not undone and permitted to their role. */
export function canBeUndone({ staff }: Undoer, now: number) {
  const actions = Object.entries(reversals).flatMap(([action, { capability }]) =>
    roleMay(staff.rol, capability) ? [action as AuditAction] : [],
  )
  return and(
    eq(auditLog.actorId, staff.id),
    eq(auditLog.reversible, true),
    isNull(auditLog.undoneBy),
    gte(auditLog.at, now - undoSeconds),
    inArray(auditLog.action, actions),
  )
}

export const stepsOf = (count: number) => `${count} ${count === 1 ? 'step' : 'steps'}`

/** A count of records, in words. */
export function countOf(targetType: string, count: number): string {
  const [one, many] = {
    customer: ['customer', 'customers'],
    qr: ['QR code', 'QR codes'],
    webrisk: ['web-risk entry', 'web-risk entries'],
    abuse: ['abuse report', 'abuse reports'],
  }[targetType] ?? ['record', 'records']
  return `${count} ${count === 1 ? one : many}`
}
