import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { undoSeconds } from '../../../src/contract/undo.ts'
import { type BatchReversal, hasChanged, nothingToUndo, type RecordedChange } from '../../audit/reversal.ts'
import { type Actor, writeAudits } from '../../audit/write.ts'
import type { Db } from '../../db/connect.ts'
import { auditLog } from '../../db/schema/staff.ts'
import type { AppContext } from '../../outside/context.ts'
import { customerBatchReversal } from '../customers/reversals.ts'
import { qrBatchReversal } from '../qrs/reversals.ts'
import { abuseBatchReversal, webriskBatchReversal } from '../reviews/reversals.ts'
import { requireStill } from '../staff/lock.ts'
import { reversals } from './reversals.ts'
import { recordedChange } from './undo.ts'
import { undoRun } from './undo-run.ts'

/** By the batch's record type; the console makes batches of a single type. */
const batchReversals: Readonly<Record<string, BatchReversal>> = {
  customer: customerBatchReversal,
  qr: qrBatchReversal,
  webrisk: webriskBatchReversal,
  abuse: abuseBatchReversal,
}

/** Records per transaction. */
const rowsAtOnce = 1000

interface Undone {
  undone: number
  kept: { id: number; refusal: string }[]
}

/**
 * Undoes one's own batch, which may be a playbook's run, except records changed since. Can be repeated after a partial undo.
 * @throws ApiError forbidden if their role may no longer do the actions; nothing_to_undo if there is no such batch or
 * all of it is too old
 */
export async function undoBatch(context: AppContext, actor: Actor, batch: string): Promise<Undone> {
  const ofRun = await undoRun(context, actor, batch)
  if (ofRun) return ofRun
  const { database, now } = context
  const answer: Undone = { undone: 0, kept: [] }
  let last = 0
  let found = 0
  for (;;) {
    const part = await database.orm.transaction((tx) => undoPart(tx, actor, batch, last, now()))
    if (part === null) break
    found += 1
    last = part.last
    answer.undone += part.undone
    answer.kept.push(...part.kept)
  }
  if (found === 0) throw nothingToUndo('There is nothing to undo.')
  return answer
}

async function undoPart(tx: Db, actor: Actor, batch: string, after: number, now: number): Promise<(Undone & { last: number }) | null> {
  const found = await tx
    .select()
    .from(auditLog)
    .where(
      and(
        eq(auditLog.batch, batch),
        eq(auditLog.actorId, actor.staff.id),
        eq(auditLog.reversible, true),
        isNull(auditLog.undoneBy),
        sql`${auditLog.id} > ${after}`,
      ),
    )
    .orderBy(asc(auditLog.id))
    .limit(rowsAtOnce)
    .for('update')
  const rows = found.filter(({ targetType }) => targetType === found[0]?.targetType)
  const newest = rows.at(-1)
  const reversal = batchReversals[newest?.targetType ?? '']
  if (newest === undefined || reversal === undefined) return null
  await requireStill(tx, actor.staff.id, ...rows.flatMap(({ action }) => reversals[action]?.capability ?? []))
  const kept: Undone['kept'] = []
  const young = rows.filter(({ at, targetId }) => {
    if (at >= now - undoSeconds) return true
    kept.push({ id: targetId, refusal: `This change is older than ${undoSeconds / 60} minutes: it can’t be undone any more.` })
    return false
  })
  const changes = young.map(recordedChange)
  const current = await reversal.read(tx, changes, { lock: true })
  const possible = changes.filter((change) => {
    const record = current.get(change.targetId)
    if (record !== undefined && !hasChanged(record, change)) return true
    kept.push({ id: change.targetId, refusal: record === undefined ? 'It is gone.' : `${record.name} has been changed since.` })
    return false
  })
  await reversal.restore(tx, possible, now, actor)
  await record(tx, actor, newest.targetType, possible, now)
  return { undone: possible.length, kept, last: newest.id }
}

/** Writes audit rows for the undo and links the undone ones to them. */
async function record(tx: Db, actor: Actor, targetType: string, changes: readonly RecordedChange[], now: number): Promise<void> {
  const auditIds = await writeAudits(
    tx,
    changes.map(({ action, targetId, before, after }) => ({
      ...actor,
      now,
      action: reversals[action]?.action ?? action,
      targetType,
      targetId,
      before: after,
      after: before,
    })),
  )
  if (auditIds.length === 0) return
  const pairs = changes.map(({ auditId }, index) => ({ id: auditId, undone_by: auditIds[index] }))
  await tx.execute(sql`
    update ${auditLog} as a set undone_by = p.undone_by
    from json_to_recordset(${JSON.stringify(pairs)}::json) as p(id int, undone_by int) where a.id = p.id`)
}
