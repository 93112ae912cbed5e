import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { judgeChanges } from '../../audit/judge.ts'
import { type Actor, writeAudit } from '../../audit/write.ts'
import { qrMedia } from '../../db/schema/qrs.ts'
import { staff } from '../../db/schema/staff.ts'
import { ApiError } from '../../http/errors.ts'
import type { AppContext } from '../../outside/context.ts'
import { requireQr } from './queries.ts'

type MarkedFile = Pick<typeof qrMedia.$inferSelect, 'qrId' | 'key' | 'storageKey'>

/** Files of one call deleted concurrently. */
const atOnce = 8

/**
 * Permanently deletes one file of a QR.
 * @throws ApiError not_found without such QR or key; bad_gateway if storage fails: the file stays
 */
export async function deleteFile(context: AppContext, actor: Actor, qrId: number, key: string, log: FastifyBaseLogger): Promise<void> {
  await requireQr(context.database.orm, qrId)
  const files = await mark(context, actor, qrId, key)
  if (files.length === 0) throw new ApiError('not_found', 'The QR code has no such file.')
  const failed = await deleteMarked(context, files, log, 'unmark')
  if (failed > 0) throw new ApiError('bad_gateway', 'The file could not be deleted, please try again.')
}

/**
 * Permanently deletes all files of a QR; those that storage can't delete stay.
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

/** Marks files for deletion, so that a crash can't leave one half deleted. */
async function mark({ database, now }: AppContext, { staff, ip }: Actor, qrId: number, key: string | null): Promise<MarkedFile[]> {
  // PostgreSQL can't store NUL, so no key has it.
  if (key?.includes('\u0000')) return []
  const wanted = and(eq(qrMedia.qrId, qrId), key === null ? undefined : eq(qrMedia.key, key))
  return database.orm.transaction(async (tx) => {
    // In fixed order, or two concurrent deletions would deadlock.
    const found = await tx.select({ key: qrMedia.key }).from(qrMedia).where(wanted).orderBy(asc(qrMedia.key)).for('update')
    if (found.length === 0) return []
    await judgeChanges(tx, [{ action: 'qr.delete-file', targetType: 'qr', targetId: qrId, before: { file: key } }])
    return tx
      .update(qrMedia)
      .set({ deletion: { staff: { id: staff.id, email: staff.email }, ip, at: now() } })
      .where(wanted)
      .returning({ qrId: qrMedia.qrId, key: qrMedia.key, storageKey: qrMedia.storageKey })
  })
}

/**
 * Deletes marked files, first from storage, then the row.
 * @param afterFailure whether a failed file is shown again or retried later
 * @returns number of failures
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

/** Deletes a deleted file's row and records who did it; once. */
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

/** Seconds until a deletion counts as interrupted; younger ones belong to a running request. */
const resumeAfter = 60

/**
 * Resumes deletions interrupted by a crash. Safe on several servers at once.
 * @returns number of files deleted
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
