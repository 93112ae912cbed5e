import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { auditLog } from '../db/schema/staff.ts'
import type { Actor } from './write.ts'

/** Which of these records the actor already changed in this batch. */
export async function readBatch(tx: Db, actor: Actor, batch: string, targetType: string, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .select({ id: auditLog.targetId })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.batch, batch),
        inArray(auditLog.targetId, [...ids]),
        eq(auditLog.targetType, targetType),
        eq(auditLog.actorId, actor.staff.id),
      ),
    )
  return new Set(rows.map(({ id }) => id))
}
