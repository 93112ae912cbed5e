import type { Actor } from '../../audit/write.ts'
import { ApiError } from '../../http/errors.ts'
import type { AppContext } from '../../outside/context.ts'
import { applyChange } from './apply.ts'
import { judge, type QrChange } from './judge.ts'
import type { QrRecord } from './locked.ts'
import { ownHosts } from './own-hosts.ts'

/**
 * Changes one QR in one transaction: lock, rule, change, audit row.
 * @param origin the expected owner, if given
 * @returns the audit row's id, which undo takes (null if it was already so, ruling 53), and the QR before the change
 * @throws ApiError not_found; unavailable_action or domain_already_exists with the rule's reason
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
    // These two changes are only refused if there is nothing to change.
    if (verdict.refused !== null && (change.action === 'status' || change.action === 'whitelist')) return { auditId: null, qr }
    if (verdict.refused !== null) throw new ApiError(verdict.refused.code, verdict.refused.reason)
    const auditId = (await applyChange(tx, change, judged, { actor, now: now() })).get(id)
    if (auditId === undefined) throw new Error(`QR ${id} was not changed`)
    return { auditId, qr }
  })
}
