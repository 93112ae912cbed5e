import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { auditActions } from '../../../src/contract/audit-actions.ts'
import type { Actor } from '../../audit/write.ts'
import { auditLog } from '../../db/schema/staff.ts'
import { ApiError } from '../../http/errors.ts'
import type { AppContext } from '../../outside/context.ts'
import { undoChange } from './undo.ts'

/**
 * Undoes what one's own run of a playbook did, newest first: each step by itself, as some are taken back at the payment provider. A step that
 * can't be undone stays, and so nothing else does.
 * @returns null if the batch is no run's
 */
export async function undoRun(
  context: AppContext,
  actor: Actor,
  batch: string,
): Promise<{ undone: number; kept: { id: number; refusal: string }[] } | null> {
  const rows = await context.database.orm
    .select({ id: auditLog.id, action: auditLog.action, targetId: auditLog.targetId, undoneBy: auditLog.undoneBy })
    .from(auditLog)
    .where(and(eq(auditLog.batch, batch), isNotNull(auditLog.step), eq(auditLog.actorId, actor.staff.id)))
    .orderBy(desc(auditLog.id))
  if (rows.length === 0) return null
  const kept: { id: number; refusal: string }[] = []
  let undone = 0
  for (const { id, action, targetId, undoneBy } of rows) {
    if (undoneBy !== null) continue
    try {
      await undoChange(context, actor, id)
      undone += 1
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      kept.push({ id: targetId, refusal: `${auditActions[action]}: ${error.message}` })
    }
  }
  return { undone, kept }
}
