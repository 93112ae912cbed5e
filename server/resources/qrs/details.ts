import { and, count, desc, eq, gte, isNull, max, sql } from 'drizzle-orm'
import { addDays, dayOf } from '../../../src/contract/dates.ts'
import { maxDetailRows, type QrDetails, scanDays } from '../../../src/contract/details.ts'
import type { Db } from '../../db/connect.ts'
import { folders, qrDailyScans, qrMedia, qrs, uriHistory } from '../../db/schema/qrs.ts'
import { ApiError } from '../../http/errors.ts'
import { readHolder } from '../customers/holder.ts'

/**
 * What the side panel shows of a QR beyond its row; archived ones too.
 * @param now unix seconds
 * @throws ApiError not_found
 */
export async function qrDetails(db: Db, id: number, now: number): Promise<QrDetails> {
  const [qr] = await db
    .select({ user: qrs.userId, folder: { id: folders.id, name: folders.name } })
    .from(qrs)
    .leftJoin(folders, eq(folders.id, qrs.folderId))
    .where(eq(qrs.id, id))
  if (!qr) throw new ApiError('not_found', `QR ${id} was not found.`)
  const today = dayOf(now)
  const first = addDays(today, 1 - scanDays)
  const { day, scans, visits } = qrDailyScans
  const ofQr = eq(qrDailyScans.qrId, id)
  const days = await db
    .select({ day, scans, visits })
    .from(qrDailyScans)
    .where(and(ofQr, gte(day, first)))
    .orderBy(day)
  const [last] = await db
    .select({ day: max(day) })
    .from(qrDailyScans)
    .where(and(ofQr, sql`${scans} > 0`))
  const uris = await db
    .select({ id: uriHistory.id, uri: uriHistory.uri, qrUri: uriHistory.qrUri, updatedAt: uriHistory.updatedAt })
    .from(uriHistory)
    .where(eq(uriHistory.qrId, id))
    .orderBy(desc(uriHistory.updatedAt), desc(uriHistory.id))
    .limit(maxDetailRows)
  const [changes] = await db.select({ count: count() }).from(uriHistory).where(eq(uriHistory.qrId, id))
  const [media] = await db
    .select({ count: count() })
    .from(qrMedia)
    .where(and(eq(qrMedia.qrId, id), isNull(qrMedia.deletion)))
  return {
    owner: await readHolder(db, qr.user),
    folder: qr.folder,
    media: media?.count ?? 0,
    today,
    days,
    lastScan: last?.day ?? null,
    uris,
    uriChanges: changes?.count ?? 0,
  }
}
