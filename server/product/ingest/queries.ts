import { and, asc, count, eq, isNotNull, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { ingestResources } from '../../../src/contract/ingest/resources.ts'
import {
  type dismissRefused as dismissing,
  type IngestStatus,
  maxWaitingShown,
  type WaitingRow,
} from '../../../src/contract/ingest-status.ts'
import { type Actor, writeAudit } from '../../audit/write.ts'
import type { Db, Orm } from '../../db/connect.ts'
import { ingestCounts, waitingRows } from '../../db/schema/ingest.ts'
import { ApiError } from '../../http/errors.ts'
import { requireStill } from '../../resources/staff/lock.ts'

type Dismissed = z.output<typeof dismissing.body>

/** The counts of each resource, and how many of its rows wait. */
export async function ingestStatus(db: Db): Promise<IngestStatus[]> {
  const counts = await db.select().from(ingestCounts)
  const waits = await db
    .select({ resource: waitingRows.resource, waiting: count() })
    .from(waitingRows)
    .where(isNull(waitingRows.refused))
    .groupBy(waitingRows.resource)
  return ingestResources.map((resource) => ({
    ...(counts.find((row) => row.resource === resource) ?? { resource, lastAt: null, newestAt: null, rows: 0, refused: 0 }),
    waiting: waits.find((row) => row.resource === resource)?.waiting ?? 0,
  }))
}

/** Refused rows first, then those that have waited longest. */
export async function listWaiting(db: Db): Promise<{ rows: WaitingRow[]; total: number }> {
  const { resource, externalId, needsResource, needsId, since, refused } = waitingRows
  const rows = await db
    .select({ resource, externalId, needs: { resource: needsResource, externalId: needsId }, since, refused })
    .from(waitingRows)
    .orderBy(asc(isNull(refused)), asc(since), asc(resource), asc(externalId))
    .limit(maxWaitingShown)
  const [all] = await db.select({ total: count() }).from(waitingRows)
  return { rows, total: all?.total ?? 0 }
}

/**
 * Deletes a refused row that was kept.
 * @returns the audit row's id
 * @throws ApiError not_found, forbidden
 */
export function dismissRefused(orm: Orm, actor: Actor, { resource, externalId }: Dismissed, now: number): Promise<number> {
  return orm.transaction(async (tx) => {
    await requireStill(tx, actor.staff.id, 'integrations.manage')
    const gone = await tx
      .delete(waitingRows)
      .where(and(eq(waitingRows.resource, resource), eq(waitingRows.externalId, externalId), isNotNull(waitingRows.refused)))
      .returning({ refused: waitingRows.refused })
    if (gone.length === 0) throw new ApiError('not_found', 'There is no such refused row any more.')
    const before = { resource, externalId, refused: gone[0]?.refused }
    return writeAudit(tx, { ...actor, now, action: 'ingest.dismiss', targetType: 'ingest', targetId: 0, before })
  })
}
