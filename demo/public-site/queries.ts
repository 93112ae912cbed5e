import { eq, sql } from 'drizzle-orm'
import type { Orm } from '../../server/db/connect.ts'
import { qrDailyScans, qrs } from '../../server/db/schema/qrs.ts'
import { dayOf } from '../../src/contract/dates.ts'

/** The QR with this uri, or null. */
export async function findByUri(orm: Orm, uri: string) {
  const [qr] = await orm
    .select({ id: qrs.id, name: qrs.name, type: qrs.type, status: qrs.status, stopped: qrs.stopped, data: qrs.content })
    .from(qrs)
    .where(eq(qrs.uri, uri))
  return qr ?? null
}

/**
 * Counts a scan and visit for the QR and the Madrid day.
 * @param now unix seconds
 */
export async function countScan(orm: Orm, qrId: number, now: number): Promise<void> {
  await orm.transaction(async (tx) => {
    await tx
      .update(qrs)
      .set({ scans: sql`${qrs.scans} + 1`, visits: sql`${qrs.visits} + 1` })
      .where(eq(qrs.id, qrId))
    await tx
      .insert(qrDailyScans)
      .values({ qrId, day: dayOf(now), scans: 1, visits: 1 })
      .onConflictDoUpdate({
        target: [qrDailyScans.qrId, qrDailyScans.day],
        set: { scans: sql`${qrDailyScans.scans} + 1`, visits: sql`${qrDailyScans.visits} + 1` },
      })
  })
}
