import { readBatch } from '../audit/batch.ts'
import type { Actor } from '../audit/write.ts'
import type { AppContext } from '../context.ts'
import { applyChange } from './apply.ts'
import { judge, type QrChange } from './judge.ts'
import { ownHosts } from './own-hosts.ts'

export interface BulkRow {
  id: number
  /** Null: it is possible, or done. */
  refusal: string | null
}

/**
 * What would become of each QR; changes nothing.
 * @throws ApiError not_found where a transfer's destination is not there
 */
export async function previewBulk({ database, config }: AppContext, change: QrChange, ids: readonly number[]) {
  const { verdicts } = await judge(database.orm, change, [...new Set(ids)], { lock: false, ownHosts: ownHosts(config) })
  return verdicts.map(({ id, qr, refused }) => ({ id, name: qr?.name ?? '', uri: qr?.uri ?? '', refusal: refused?.reason ?? null }))
}

/**
 * A part of a bulk change, in one transaction: what is possible is done, the rest says why not. What this batch of theirs did to a QR
 * before counts as done, so that a part may be sent again.
 * @throws ApiError not_found where a transfer's destination is not there
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
    // Of the same part sent twice at once, the second waits here and then finds the work done.
    const judged = await judge(tx, change, wanted, { lock: true, ownHosts: ownHosts(config) })
    const done = await readBatch(tx, actor, batch, 'qr', wanted)
    const verdicts = judged.verdicts.filter(({ id }) => !done.has(id))
    await applyChange(tx, change, { ...judged, verdicts }, { actor, now: now(), batch })
    const refusals = new Map(verdicts.map(({ id, refused }) => [id, refused?.reason ?? null]))
    return wanted.map((id) => ({ id, refusal: refusals.get(id) ?? null }))
  })
}
