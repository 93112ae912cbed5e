import { and, desc, eq, gte, inArray, isNotNull, isNull, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AuditAction } from '../../src/contract/audit-actions.ts'
import { roleMay } from '../../src/contract/capabilities.ts'
import { type UndoableChange, undoableLimit, undoSeconds } from '../../src/contract/undo.ts'
import type { Actor } from '../audit/write.ts'
import type { AppContext } from '../context.ts'
import type { Db, Orm } from '../db/connect.ts'
import { auditLog } from '../db/schema/staff.ts'
import { ApiError } from '../http/errors.ts'
import { type FinalChanges, finalSince, finalWords } from './final.ts'
import { hasChanged, nothingToUndo, type Reversal } from './reversal.ts'
import { reversals } from './reversals.ts'
import { type AuditLogRow, changedSince, nothingThere, recordedChange, recordGone, undoChange } from './undo.ts'
import { undoBatch } from './undo-batch.ts'

/** The actor with their role. */
type Undoer = Actor & { staff: { rol: number } }

/**
 * Undoes the actor's newest change that their role may still undo; a bulk change as a whole, except records changed
 * since. A partly undone one is then skipped, so it doesn't block earlier changes. A newer change that can't be undone
 * stops it.
 * @param past the newest such change that the actor knows of
 * @throws ApiError as `undoChange`; nothing_to_undo if there is none
 */
export async function undoNewest(context: AppContext, actor: Undoer, past: number) {
  const now = context.now()
  const { orm } = context.database
  const newest = await orm
    .select()
    .from(auditLog)
    .where(and(canBeUndone(actor, now), notExists(undoneOf(orm))))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(2)
  const [change, another] = newest
  const final = await finalSince(orm, actor, { after: Math.max(past, change?.id ?? 0), since: now - undoSeconds })
  if (final) throw await stoppedBy(context, actor, final)
  if (!change) throw nothingToUndo(nothingThere)
  try {
    return await (change.batch === null ? undoChange(context, actor, change.id) : undoWhole(context, actor, change, change.batch))
  } catch (error) {
    if (!another || !(error instanceof ApiError && error.code === 'nothing_to_undo')) throw error
    throw nothingToUndo(`${error.message} Earlier changes are in the list of what you can undo.`)
  }
}

/** What stopped it, and what comes next: the caller may go past it by its audit row. */
async function stoppedBy({ database: { orm }, now }: AppContext, actor: Undoer, { last, others }: FinalChanges) {
  const what = await orm.transaction((tx) => finalWords(tx, last))
  const [next] = await listUndoable(orm, actor, now())
  const before = others === 0 ? '' : ` Nor can the ${others === 1 ? 'change' : `${others} changes`} before it.`
  return nothingToUndo(`‘${what}’ can’t be undone.${before}`, { past: String(last.id), ...(next ? { next: next.what } : {}) })
}

async function undoWhole(context: AppContext, actor: Undoer, { id, action, targetType, targetId }: AuditLogRow, batch: string) {
  const { undone, kept } = await undoBatch(context, actor, batch)
  const [first] = kept
  const left = first ? ` ${kept.length} ${kept.length === 1 ? 'stays as it is' : 'stay as they are'}: ${first.refusal}` : ''
  if (undone === 0) throw nothingToUndo(`Nothing was undone.${left}`)
  return {
    undoes: id,
    action,
    targetType,
    targetId,
    message: `${reversals[action]?.noun ?? action} of ${countOf(targetType, undone)} was undone.${left}`,
  }
}

/**
 * What the actor can undo, newest first: single changes with the record's name and whether it changed since, bulk
 * changes as one entry. Leaves out what their role may no longer do. Reads records in one snapshot without locks, so
 * that neither this nor an undo waits for the other. Large changes are shown by id only, without reading their records.
 */
export function listUndoable(orm: Orm, actor: Undoer, now: number): Promise<UndoableChange[]> {
  return orm.transaction(
    async (tx) => {
      const newest = await tx
        .select({ id: sql<number>`max(${auditLog.id})`, count: sql<number>`count(*)::int` })
        .from(auditLog)
        .where(canBeUndone(actor, now))
        .groupBy(sql`coalesce(${auditLog.batch}::text, ${auditLog.id}::text)`)
        .orderBy(sql`max(${auditLog.at}) desc, max(${auditLog.id}) desc`)
        .limit(undoableLimit)
      const counts = new Map(newest.map(({ id, count }) => [id, count]))
      const changes = await tx
        .select()
        .from(auditLog)
        .where(inArray(auditLog.id, [...counts.keys()]))
        .orderBy(desc(auditLog.at), desc(auditLog.id))
      const listed: UndoableChange[] = []
      for (const change of changes) {
        const { id: auditId, action, batch, at, targetType } = change
        const reversal = reversals[action]
        if (!reversal) continue
        const { name, refusal } =
          batch === null ? await lookAt(tx, change, reversal) : { name: countOf(targetType, counts.get(auditId) ?? 1), refusal: null }
        listed.push({ auditId, batch, at, what: `${reversal.noun} of ${name}`, refusal })
      }
      return listed
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
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
function canBeUndone({ staff }: Undoer, now: number) {
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

/** Undone parts of the same bulk change. */
function undoneOf(orm: Orm) {
  const part = alias(auditLog, 'part')
  return orm
    .select({ id: part.id })
    .from(part)
    .where(and(eq(part.batch, auditLog.batch), isNotNull(part.undoneBy)))
}

/** A count of records, in words. */
function countOf(targetType: string, count: number): string {
  const [one, many] = {
    customer: ['customer', 'customers'],
    qr: ['QR code', 'QR codes'],
    webrisk: ['web-risk entry', 'web-risk entries'],
    abuse: ['abuse report', 'abuse reports'],
  }[targetType] ?? ['record', 'records']
  return `${count} ${count === 1 ? one : many}`
}
