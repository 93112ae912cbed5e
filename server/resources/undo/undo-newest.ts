import { and, eq, isNotNull, notExists } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { undoSeconds } from '../../../src/contract/undo.ts'
import { nothingToUndo } from '../../audit/reversal.ts'
import type { Db } from '../../db/connect.ts'
import { auditLog } from '../../db/schema/staff.ts'
import { ApiError } from '../../http/errors.ts'
import type { AppContext } from '../../outside/context.ts'
import { finalSince, finalWords, isOvertaken } from './final.ts'
import { reversals } from './reversals.ts'
import { type AuditLogRow, nothingThere, undoChange } from './undo.ts'
import { undoBatch } from './undo-batch.ts'
import { canBeUndone, countOf, describeChange, inSnapshot, newestChanges, stepsOf, type Undoer } from './undoable.ts'

/**
 * Undoes the actor's newest change that can be undone and that their role may still undo; a bulk change as a whole, except
 * records changed since. A partly undone one is then skipped, so it doesn't block earlier changes. A newer change that
 * can't be undone stops it.
 * @param past the newest such change that the actor knows of
 * @throws ApiError as `undoChange`; nothing_to_undo if there is none
 */
export async function undoNewest(context: AppContext, actor: Undoer, past: number) {
  const { next, hasEarlier, stop } = await inSnapshot(context.database.orm, (tx) => lookBack(tx, actor, past, context.now()))
  if (stop) throw stop
  if (!next) throw nothingToUndo(nothingThere)
  try {
    return await (next.batch === null ? undoChange(context, actor, next.id) : undoWhole(context, actor, next, next.batch))
  } catch (error) {
    if (!hasEarlier || !(error instanceof ApiError && error.code === 'nothing_to_undo')) throw error
    throw nothingToUndo(`${error.message} Earlier changes are in the list of what you can undo.`)
  }
}

/** The newest change that can be undone; and, where newer ones can't be, what has to be said of them first. */
async function lookBack(tx: Db, actor: Undoer, past: number, now: number) {
  const since = now - undoSeconds
  const changes = await newestChanges(tx, and(canBeUndone(actor, now), notExists(undoneOf(tx))))
  const stops: Stop[] = []
  let next: { change: AuditLogRow; what: string } | null = null
  for (const { change, count } of changes) {
    const { what, refusal } = await describeChange(tx, change, count)
    if (refusal === null) {
      next = { change, what }
      break
    }
    const isNamed = change.id <= past || (await isOvertaken(tx, actor, change, since))
    if (!isNamed) stops.push({ id: change.id, refusal })
  }
  const finals = await finalSince(tx, actor, { after: Math.max(past, next?.change.id ?? 0), since })
  stops.push(...finals.map((id) => ({ id, refusal: null })))
  const hasEarlier = next !== null && next.change !== changes.at(-1)?.change
  return { next: next?.change ?? null, hasEarlier, stop: await stoppedBy(tx, stops, next?.what) }
}

/** A change that can't be undone, by its audit row. */
interface Stop {
  id: number
  /** Null if such changes never can. */
  refusal: string | null
}

/** What stopped it, and what comes next: the caller may go past it by its audit row. */
async function stoppedBy(tx: Db, stops: readonly Stop[], next: string | undefined) {
  const [newest, ...others] = stops.toSorted((a, b) => b.id - a.id)
  if (!newest) return null
  const count = others.length
  const before = count === 0 ? '' : ` Nor can the ${count === 1 ? 'change' : `${count} changes`} before it.`
  return nothingToUndo(`${await wordsOf(tx, newest)}${before}`, { past: String(newest.id), ...(next === undefined ? {} : { next }) })
}

async function wordsOf(tx: Db, { id, refusal }: Stop): Promise<string> {
  if (refusal !== null) return `${refusal.slice(0, -1)}: nothing was undone.`
  const [final] = await tx.select().from(auditLog).where(eq(auditLog.id, id))
  return final ? `‘${await finalWords(tx, final)}’ can’t be undone.` : ''
}

async function undoWhole(context: AppContext, actor: Undoer, change: AuditLogRow, batch: string) {
  const { id, action, targetType, targetId } = change
  const { undone, kept } = await undoBatch(context, actor, batch)
  const [first] = kept
  const left = first ? ` ${kept.length} ${kept.length === 1 ? 'stays as it is' : 'stay as they are'}: ${first.refusal}` : ''
  if (undone === 0) throw nothingToUndo(`Nothing was undone.${left}`)
  return {
    undoes: id,
    action,
    targetType,
    targetId,
    message:
      change.step === null
        ? `${reversals[action]?.noun ?? action} of ${countOf(targetType, undone)} was undone.${left}`
        : `${stepsOf(undone)} of the playbook ${undone === 1 ? 'was' : 'were'} undone.${left}`,
  }
}

/** Undone parts of the same bulk change. */
function undoneOf(tx: Db) {
  const part = alias(auditLog, 'part')
  return tx
    .select({ id: part.id })
    .from(part)
    .where(and(eq(part.batch, auditLog.batch), isNotNull(part.undoneBy)))
}
