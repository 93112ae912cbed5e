import { readBatch } from '../../audit/batch.ts'
import type { Actor } from '../../audit/write.ts'
import type { AppContext } from '../../outside/context.ts'
import { applyChange } from './apply.ts'
import { judge, type QrChange } from './judge.ts'
import { ownHosts } from './own-hosts.ts'

export interface BulkRow {
  id: number
  /** Null: possible, or done. */
  refusal: string | null
}

/**
 * What would happen to each QR; read-only.
 * @throws ApiError not_found if a transfer's destination doesn't exist
 */
export async function previewBulk({ database, config }: AppContext, change: QrChange, ids: readonly number[]) {
  const { verdicts } = await judge(database.orm, change, [...new Set(ids)], { lock: false, ownHosts: ownHosts(config) })
  return verdicts.map(({ id, qr, refused }) => ({ id, name: qr?.name ?? '', uri: qr?.uri ?? '', refusal: refused?.reason ?? null }))
}

/**
 * One part of a bulk change, in one transaction; refused QRs get a reason. What this batch already did counts as done,
 * so a part may be sent again.
 * @throws ApiError not_found if a transfer's destination doesn't exist
 */
export async function runBulk(
  { database, config, now }: AppContext,
  actor: Actor,
  batch: string,
  change: QrChange,
  ids: readonly number[],
): Promise<BulkRow[]> {
  const wanted = [...new Set(ids)]
  return database.orm.transaction(async (tx) => {
    // If the same part is sent twice concurrently, the second request waits here and then finds everything done.
    const judged = await judge(tx, change, wanted, { lock: true, ownHosts: ownHosts(config) })
    const done = await readBatch(tx, actor, batch, 'qr', wanted)
    const verdicts = judged.verdicts.filter(({ id }) => !done.has(id))
    await applyChange(tx, change, { ...judged, verdicts }, { actor, now: now(), batch })
    const refusals = new Map(verdicts.map(({ id, refused }) => [id, refused?.reason ?? null]))
    return wanted.map((id) => ({ id, refusal: refusals.get(id) ?? null }))
  })
}
