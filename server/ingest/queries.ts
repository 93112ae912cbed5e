import { asc, count } from 'drizzle-orm'
import { type IngestStatus, mostWaitingShown, type WaitingRow } from '../../src/contract/ingest-status.ts'
import { ingestResources } from '../../src/contract/ingest/resources.ts'
import type { Db } from '../db/connect.ts'
import { ingestCounts, waitingRows } from '../db/schema/ingest.ts'

/** What came in by resource, and how many rows wait. */
export async function ingestStatus(db: Db): Promise<IngestStatus[]> {
  const counts = await db.select().from(ingestCounts)
  const waits = await db.select({ resource: waitingRows.resource, waiting: count() }).from(waitingRows).groupBy(waitingRows.resource)
  return ingestResources.map((resource) => ({
    ...(counts.find((row) => row.resource === resource) ?? { resource, lastAt: null, newestAt: null, rows: 0, refused: 0 }),
    waiting: waits.find((row) => row.resource === resource)?.waiting ?? 0,
  }))
}

/** The rows that wait longest. */
export async function listWaiting(db: Db): Promise<{ rows: WaitingRow[]; total: number }> {
  const { resource, externalId, needsResource, needsId, since } = waitingRows
  const rows = await db
    .select({ resource, externalId, needs: { resource: needsResource, externalId: needsId }, since })
    .from(waitingRows)
    .orderBy(asc(since), asc(resource), asc(externalId))
    .limit(mostWaitingShown)
  const [all] = await db.select({ total: count() }).from(waitingRows)
  return { rows, total: all?.total ?? 0 }
}
