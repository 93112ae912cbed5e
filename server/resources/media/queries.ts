import { and, asc, eq, isNull } from 'drizzle-orm'
import { MediaFile } from '../../../src/contract/qr-media.ts'
import type { Db } from '../../db/connect.ts'
import { qrMedia, qrs } from '../../db/schema/qrs.ts'
import { ApiError } from '../../http/errors.ts'

/** @throws ApiError not_found */
export async function requireQr(db: Db, id: number): Promise<void> {
  const found = await db.select({ id: qrs.id }).from(qrs).where(eq(qrs.id, id))
  if (found.length === 0) throw new ApiError('not_found', `QR ${id} was not found.`)
}

/**
 * A QR's files by key, without those being deleted; empty if its type has none.
 * @throws ApiError not_found
 */
export async function readMedia(db: Db, qrId: number): Promise<Record<string, MediaFile>> {
  await requireQr(db, qrId)
  const rows = await db
    .select()
    .from(qrMedia)
    .where(and(eq(qrMedia.qrId, qrId), isNull(qrMedia.deletion)))
    .orderBy(asc(qrMedia.key))
  return Object.fromEntries(rows.map(({ key, type, url, src }) => [key, { type: typeOf(type), url, src }]))
}

function typeOf(type: string): MediaFile['type'] {
  const known = MediaFile.shape.type.safeParse(type)
  return known.success ? known.data : 'other'
}
