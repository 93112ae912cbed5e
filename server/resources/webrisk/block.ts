import { inArray } from 'drizzle-orm'
import type { BulkOutcome, BulkPreview } from '../../../src/contract/bulk.ts'
import { whyNotBlockQr } from '../../../src/contract/webrisk.ts'
import { readBatch } from '../../audit/batch.ts'
import type { Actor } from '../../audit/write.ts'
import type { Db } from '../../db/connect.ts'
import { webrisk } from '../../db/schema/security.ts'
import type { AppContext } from '../../outside/context.ts'
import { applyChange } from '../qrs/apply.ts'
import { type Judged, judge, type QrChange } from '../qrs/judge.ts'
import { ownHosts } from '../qrs/own-hosts.ts'
import { webriskKind } from '../reviews/kinds.ts'
import { notFound } from '../reviews/rows.ts'

const block: QrChange = { action: 'status', status: 'blocked' }

interface Entry {
  id: number
  url: string
  qrId: number | null
}

/** What would happen to the QR of each row; read-only. */
export async function previewBlock({ database, config }: AppContext, ids: readonly number[]): Promise<BulkPreview> {
  const entries = await readEntries(database.orm, ids)
  const { verdicts } = await judge(database.orm, block, qrIdsOf(entries), { lock: false, ownHosts: ownHosts(config) })
  const refusals = refusalsOf(verdicts)
  const rows = [...new Set(ids)].map((id) => {
    const entry = entries.get(id)
    return { id, name: entry?.url ?? '', uri: '', refusal: refusalOf(id, entry, refusals) }
  })
  return { rows }
}

/**
 * Blocks the QRs of some rows, with the rules and audit of any QR change. A
 * QR shared by several rows is blocked once, and all of them are done.
 */
export async function runBlock(
  { database, config, now }: AppContext,
  actor: Actor,
  batch: string,
  ids: readonly number[],
): Promise<BulkOutcome> {
  return database.orm.transaction(async (tx) => {
    const entries = await readEntries(tx, ids)
    const qrIds = qrIdsOf(entries)
    const judged = await judge(tx, block, qrIds, { lock: true, ownHosts: ownHosts(config) })
    const done = await readBatch(tx, actor, batch, 'qr', qrIds)
    const refusals = refusalsOf(judged.verdicts)
    const verdicts = judged.verdicts.filter(({ id }) => !done.has(id) && (refusals.get(id) ?? null) === null)
    await applyChange(tx, block, { ...judged, verdicts }, { actor, now: now(), batch })
    for (const id of done) refusals.set(id, null)
    return { rows: [...new Set(ids)].map((id) => ({ id, refusal: refusalOf(id, entries.get(id), refusals) })) }
  })
}

async function readEntries(db: Db, ids: readonly number[]): Promise<Map<number, Entry>> {
  const rows = await db
    .select({ id: webrisk.id, url: webrisk.url, qrId: webrisk.qrId })
    .from(webrisk)
    .where(inArray(webrisk.id, [...ids]))
  return new Map(rows.map((row) => [row.id, row]))
}

const qrIdsOf = (entries: ReadonlyMap<number, Entry>) => [
  ...new Set([...entries.values()].flatMap(({ qrId }) => (qrId === null ? [] : [qrId]))),
]

/** Why each QR can't be blocked; null if it can. */
const refusalsOf = (verdicts: Judged['verdicts']) =>
  new Map(verdicts.map(({ id, qr, refused }) => [id, whyNotBlockQr(qr) ?? refused?.reason ?? null]))

function refusalOf(id: number, entry: Entry | undefined, refusals: ReadonlyMap<number, string | null>): string | null {
  if (entry === undefined) return notFound(webriskKind, id)
  return entry.qrId === null ? whyNotBlockQr(null) : (refusals.get(entry.qrId) ?? null)
}
