import { readBatch } from '../../audit/batch.ts'
import { type Actor, type AuditEntry, writeAudit, writeAudits } from '../../audit/write.ts'
import { ApiError } from '../../http/errors.ts'
import type { AppContext } from '../../outside/context.ts'
import type { ReviewKind } from './kinds.ts'
import { notFound, type ReviewRow, readReviews, requireReview, writeStatuses } from './rows.ts'

interface StatusChange<Status extends number> {
  status: Status
  /** The status the person saw, if sent. */
  expected?: number | undefined
}

/**
 * Sets one row's status in one transaction: lock, rule, change, audit row.
 * @returns the audit row's id, which undo takes; null if it already has that status (ruling 53)
 * @throws ApiError not_found; stale if the status isn't `expected`
 */
export async function setStatus<Status extends number>(
  { database, now }: AppContext,
  kind: ReviewKind<Status>,
  actor: Actor,
  id: number,
  { status, expected }: StatusChange<Status>,
): Promise<number | null> {
  return database.orm.transaction(async (tx) => {
    const row = await requireReview(tx, kind, id)
    if (kind.whyNot(row.status, status) !== null) return null
    if (expected !== undefined && row.status !== expected)
      throw new ApiError('stale', `${kind.noun} ${id} has become ${kind.labels[row.status]} in the meantime.`)
    await writeStatuses(tx, kind, [{ id, status }])
    return writeAudit(tx, entryOf(kind, row, status, { actor, now: now() }))
  })
}

/** What would happen to each row; read-only. */
export async function previewStatus<Status extends number>(
  { database }: AppContext,
  kind: ReviewKind<Status>,
  status: Status,
  ids: readonly number[],
) {
  const found = await readReviews(database.orm, kind, ids, { lock: false })
  const rows = [...new Set(ids)].map((id) => {
    const row = found.get(id)
    return { id, name: row?.url ?? '', uri: '', refusal: refusalOf(kind, status, id, row) }
  })
  return { rows }
}

/**
 * One part of a bulk change, in one transaction; refused rows get a reason.
 * What this batch already did counts as done, so a part may be sent again.
 */
export async function runStatus<Status extends number>(
  { database, now }: AppContext,
  kind: ReviewKind<Status>,
  actor: Actor,
  batch: string,
  status: Status,
  ids: readonly number[],
) {
  const wanted = [...new Set(ids)]
  return database.orm.transaction(async (tx) => {
    // If the same part is sent twice concurrently, the second request waits here and then finds everything done.
    const found = await readReviews(tx, kind, wanted, { lock: true })
    const done = await readBatch(tx, actor, batch, kind.targetType, wanted)
    const rows = wanted.map((id) => ({ id, refusal: done.has(id) ? null : refusalOf(kind, status, id, found.get(id)) }))
    const changed = rows.flatMap(({ id, refusal }) => (refusal === null && !done.has(id) ? (found.get(id) ?? []) : []))
    await writeStatuses(
      tx,
      kind,
      changed.map(({ id }) => ({ id, status })),
    )
    const circumstances = { actor, now: now(), batch }
    await writeAudits(
      tx,
      changed.map((row) => entryOf(kind, row, status, circumstances)),
    )
    return { rows }
  })
}

function refusalOf<Status extends number>(kind: ReviewKind<Status>, status: Status, id: number, row: ReviewRow | undefined) {
  return row === undefined ? notFound(kind, id) : kind.whyNot(row.status, status)
}

function entryOf(
  { action, targetType }: Pick<ReviewKind, 'action' | 'targetType'>,
  row: ReviewRow,
  status: number,
  { actor, now, batch }: { actor: Actor; now: number; batch?: string },
): AuditEntry {
  const target = { action, targetType, targetId: row.id }
  return { ...actor, now, ...target, before: { status: row.status }, after: { status }, reversible: true, batch }
}
