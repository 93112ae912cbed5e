import type { Actor } from '../audit/write.ts'
import type { AppContext } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import { applyChange } from './apply.ts'
import { judge, type QrChange } from './judge.ts'
import type { QrRecord } from './locked.ts'
import { ownHosts } from './own-hosts.ts'

/**
 * Changes one QR: lock, rule, change and audit row, in one transaction.
 * @param origin whose QR it is, where the caller says so
 * @returns the id of the audit row, by which the change can be undone, null if it was so already (ruling 53); and the QR as it was
 * @throws ApiError not_found; unavailable_action or domain_already_exists with the rule's words
 */
export async function changeQr(
  { database, config, now }: AppContext,
  actor: Actor,
  id: number,
  change: QrChange,
  origin?: number,
): Promise<{ auditId: number | null; qr: QrRecord }> {
  return database.orm.transaction(async (tx) => {
    const judged = await judge(tx, change, [id], { lock: true, ownHosts: ownHosts(config) })
    const [verdict] = judged.verdicts
    const qr = verdict?.qr
    if (!qr) throw new ApiError('not_found', `QR ${id} was not found.`)
    if (origin !== undefined && qr.user !== origin) throw new ApiError('unavailable_action', 'The QR code is not theirs any more.')
    // The rules of these two refuse nothing else.
    if (verdict.refused !== null && (change.action === 'status' || change.action === 'whitelist')) return { auditId: null, qr }
    if (verdict.refused !== null) throw new ApiError(verdict.refused.code, verdict.refused.reason)
    const auditId = (await applyChange(tx, change, judged, { actor, now: now() })).get(id)
    if (auditId === undefined) throw new Error(`QR ${id} was not changed`)
    return { auditId, qr }
  })
}
