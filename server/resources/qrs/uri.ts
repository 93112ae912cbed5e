import { eq, sql } from 'drizzle-orm'
import { whyNotUri } from '../../../src/contract/qr-rules.ts'
import { type Actor, writeAudit } from '../../audit/write.ts'
import type { Db } from '../../db/connect.ts'
import { qrs, uriHistory, usedUris } from '../../db/schema/qrs.ts'
import { ApiError } from '../../http/errors.ts'
import type { AppContext } from '../../outside/context.ts'
import { readQrs } from './locked.ts'

/** Documented wording (document 2, section 8). */
const uriInUse = () => new ApiError('uri_in_use', 'URI already in use.', { details: { uri: 'URI already in use.' } })

/**
 * Gives a QR a new uri that no QR ever had (ruling 42). If two requests want the same one, the first wins.
 * @returns the audit row's id; null if it already has that uri (ruling 53)
 * @throws ApiError not_found; bad_request with the rule's reason; uri_in_use
 */
export async function changeUri({ database, now }: AppContext, actor: Actor, id: number, uri: string): Promise<number | null> {
  try {
    return await database.orm.transaction(async (tx) => {
      const qr = (await readQrs(tx, [id], { lock: true })).get(id)
      if (!qr) throw new ApiError('not_found', `QR ${id} was not found.`)
      if (uri === qr.uri) return null
      const refusal = whyNotUri(uri, qr.uri)
      if (refusal !== null) throw new ApiError('bad_request', 'Check: uri.', { details: { uri: refusal } })
      await take(tx, id, qr.uri, uri)
      await tx
        .update(qrs)
        .set({ uri, updatedAt: now(), version: sql`${qrs.version} + 1` })
        .where(eq(qrs.id, id))
      await tx.insert(uriHistory).values({ qrId: id, uri: qr.uri, qrUri: uri, updatedAt: now() })
      const fields = { targetType: 'qr', targetId: id, before: { uri: qr.uri }, after: { uri } }
      return writeAudit(tx, { ...actor, now: now(), action: 'qr.uri', ...fields })
    })
  } catch (error) {
    // A QR being created with this uri isn't among the used ones yet.
    if (isTaken(error)) throw uriInUse()
    throw error
  }
}

/** Reserves a uri for good; waits for a concurrent transaction that wants the same one. */
async function take(tx: Db, qrId: number, former: string, uri: string): Promise<void> {
  const taken = await tx.insert(usedUris).values({ uri, qrId }).onConflictDoNothing().returning({ uri: usedUris.uri })
  if (taken.length === 0) throw uriInUse()
  await tx.insert(usedUris).values({ uri: former, qrId }).onConflictDoNothing()
}

function isTaken(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, constraint } = error as Error & { code?: unknown; constraint?: unknown }
  return (code === '23505' && constraint === 'qrs_uri') || isTaken(error.cause)
}
