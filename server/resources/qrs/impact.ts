import { eq, type SQL, sql } from 'drizzle-orm'
import { addDays, dayOf } from '../../../src/contract/dates.ts'
import type { Impact } from '../../../src/contract/qr-actions.ts'
import type { Db } from '../../db/connect.ts'
import { qrDailyScans, qrs } from '../../db/schema/qrs.ts'
import { ApiError } from '../../http/errors.ts'
import { requireKnownCustomer } from '../customers/known-customer.ts'

/** Madrid days, including today. */
const days = 30

/**
 * How much a change to one QR affects.
 * @throws ApiError not_found
 */
export async function qrImpact(db: Db, id: number, now: number): Promise<Impact> {
  const impact = await impactOf(db, eq(qrs.id, id), now)
  if (impact.qrs === 0) throw new ApiError('not_found', `QR ${id} was not found.`)
  return impact
}

/**
 * How much a change to all of a customer's QRs affects.
 * @throws ApiError not_found
 */
export async function customerImpact(db: Db, id: number, now: number): Promise<Impact> {
  await requireKnownCustomer(db, id)
  return impactOf(db, eq(qrs.userId, id), now)
}

/** How much a change to these QRs affects; missing ones don't count. */
export function idsImpact(db: Db, ids: readonly number[], now: number): Promise<Impact> {
  // An array is a single parameter, whatever its size.
  return impactOf(db, sql`${qrs.id} = any(${sql.param([...ids])}::int[])`, now)
}

/** How much a transfer of a customer's folders affects, by the QRs in them. */
export async function foldersImpact(db: Db, userId: number, folders: readonly number[], now: number): Promise<Impact> {
  await requireKnownCustomer(db, userId)
  return impactOf(db, sql`${qrs.userId} = ${userId} and ${qrs.folderId} = any(${sql.param([...folders])}::int[])`, now)
}

async function impactOf(db: Db, where: SQL, now: number): Promise<Impact> {
  const first = addDays(dayOf(now), 1 - days)
  const counted = await db
    .select({
      qrs: sql<number>`count(*)::int`,
      liveQrs: sql<number>`count(*) filter (where ${qrs.status} = 1 and ${qrs.stopped} = 0)::int`,
    })
    .from(qrs)
    .where(where)
  const scanned = await db
    .select({ scans: sql<number>`coalesce(sum(${qrDailyScans.scans}), 0)::bigint` })
    .from(qrs)
    .innerJoin(qrDailyScans, eq(qrDailyScans.qrId, qrs.id))
    .where(sql`${where} and ${qrDailyScans.day} >= ${first}::date`)
  return { qrs: counted[0]?.qrs ?? 0, liveQrs: counted[0]?.liveQrs ?? 0, scans: scanned[0]?.scans ?? 0 }
}
