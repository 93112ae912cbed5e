import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { type Actor, writeAudit } from '../audit/write.ts'
import type { AppContext } from '../context.ts'
import { qrMedia } from '../db/schema/qrs.ts'
import { staff } from '../db/schema/staff.ts'
import { ApiError } from '../http/errors.ts'
import { requireQr } from './queries.ts'

type MarkedFile = Pick<typeof qrMedia.$inferSelect, 'qrId' | 'key' | 'storageKey'>

/** Files of one call that are deleted at a time. */
const atOnce = 8

/**
 * Deletes one file of a QR for good.
 * @throws ApiError not_found for a QR or key that is not there; bad_gateway where the store failed: the file stays
 */
export async function deleteFile(context: AppContext, actor: Actor, qrId: number, key: string, log: FastifyBaseLogger): Promise<void> {
  await requireQr(context.database.orm, qrId)
  const files = await mark(context, actor, qrId, key)
  if (files.length === 0) throw new ApiError('not_found', 'The QR code has no such file.')
  const failed = await deleteMarked(context, files, log, 'unmark')
  if (failed > 0) throw new ApiError('bad_gateway', 'The file could not be deleted, please try again.')
}

/**
 * Deletes all files of a QR for good; those that the store would not delete stay.
 * @returns whether some stayed
 * @throws ApiError not_found
 */
export async function deleteMedia(
  context: AppContext,
  actor: Actor,
  qrId: number,
  log: FastifyBaseLogger,
): Promise<{ partialDelete: boolean }> {
  await requireQr(context.database.orm, qrId)
  const files = await mark(context, actor, qrId, null)
  return { partialDelete: (await deleteMarked(context, files, log, 'unmark')) > 0 }
}

/** Says of files that they go: from then on a crash can't leave one that is half gone. */
async function mark({ database, now }: AppContext, { staff, ip }: Actor, qrId: number, key: string | null): Promise<MarkedFile[]> {
  // PostgreSQL can't hold this character, so that no key has it.
  if (key?.includes('\u0000')) return []
  const wanted = and(eq(qrMedia.qrId, qrId), key === null ? undefined : eq(qrMedia.key, key))
  return database.orm.transaction(async (tx) => {
    // In one order: two who delete the same files would wait for each other else.
    await tx.select({ key: qrMedia.key }).from(qrMedia).where(wanted).orderBy(asc(qrMedia.key)).for('update')
    return tx
      .update(qrMedia)
      .set({ deletion: { staff: { id: staff.id, email: staff.email }, ip, at: now() } })
      .where(wanted)
      .returning({ qrId: qrMedia.qrId, key: qrMedia.key, storageKey: qrMedia.storageKey })
  })
}

/**
 * Deletes marked files, first what is stored and then the row.
 * @param afterFailure whether a file that could not be deleted is shown again or tried again later
 * @returns how many could not be
 */
async function deleteMarked(
  context: AppContext,
  files: readonly MarkedFile[],
  log: FastifyBaseLogger,
  afterFailure: 'unmark' | 'leave',
): Promise<number> {
  let failed = 0
  for (let from = 0; from < files.length; from += atOnce) {
    await Promise.all(
      files.slice(from, from + atOnce).map(async (file) => {
        try {
          await context.storage.delete(file.storageKey)
        } catch (error) {
          failed += 1
          log.warn({ err: error, qrId: file.qrId }, 'a file could not be deleted')
          if (afterFailure === 'unmark') await context.database.orm.update(qrMedia).set({ deletion: null }).where(isFile(file))
          return
        }
        await remove(context, file)
      }),
    )
  }
  return failed
}

const isFile = ({ qrId, key }: MarkedFile) => and(eq(qrMedia.qrId, qrId), eq(qrMedia.key, key))

/** Removes the row of a file that is gone, and records who deleted it; once. */
async function remove({ database, now }: AppContext, file: MarkedFile): Promise<void> {
  await database.orm.transaction(async (tx) => {
    const [removed] = await tx.delete(qrMedia).where(isFile(file)).returning({ url: qrMedia.url, deletion: qrMedia.deletion })
    if (!removed?.deletion) return
    const { staff: by, ip } = removed.deletion
    const [known] = await tx.select({ id: staff.id }).from(staff).where(eq(staff.id, by.id))
    await writeAudit(tx, {
      staff: { id: known?.id ?? null, email: by.email },
      ip,
      now: now(),
      action: 'qr.delete-file',
      targetType: 'qr',
      targetId: file.qrId,
      before: { file: file.key, url: removed.url },
      after: { file: null, url: null },
    })
  })
}

/** Seconds: a younger deletion is still being carried out by the request that asked for it. */
const resumeAfter = 60

/**
 * Goes on with deletions that a crash cut short. Several servers may do so at once.
 * @returns how many files were deleted
 */
export async function resumeDeletions(context: AppContext, log: FastifyBaseLogger): Promise<number> {
  const files = await context.database.orm
    .select({ qrId: qrMedia.qrId, key: qrMedia.key, storageKey: qrMedia.storageKey })
    .from(qrMedia)
    .where(and(isNotNull(qrMedia.deletion), sql`(${qrMedia.deletion} ->> 'at')::bigint <= ${context.now() - resumeAfter}`))
    .orderBy(asc(qrMedia.qrId), asc(qrMedia.key))
    .limit(1000)
  const failed = await deleteMarked(context, files, log, 'leave')
  return files.length - failed
}
