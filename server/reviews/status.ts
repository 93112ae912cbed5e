import { type Actor, type AuditEntry, writeAudit, writeAudits } from '../audit/write.ts'
import { readBatch } from '../audit/batch.ts'
import type { AppContext } from '../context.ts'
import { ApiError } from '../http/errors.ts'
import type { ReviewKind } from './kinds.ts'
import { notFound, readReviews, requireReview, type ReviewRow, writeStatuses } from './rows.ts'

interface StatusChange<Status extends number> {
  status: Status
  /** The status that the person saw; absent where they did not say. */
  expected?: number | undefined
}

/**
 * Gives one row a status: lock, rule, change and audit row, in one transaction.
 * @returns the id of the audit row, by which the change can be undone; null if it has that status already (ruling 53)
 * @throws ApiError not_found; stale if it has another status than `expected`
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
      throw new ApiError('stale', `${kind.noun} ${id} has become ${kind.labels[row.status]} meanwhile.`)
    await writeStatuses(tx, kind, [{ id, status }])
    return writeAudit(tx, entryOf(kind, row, status, { actor, now: now() }))
  })
}

/** What would become of each row; changes nothing. */
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
 * A part of a bulk change, in one transaction: what is possible is done, the rest says why not. What this batch of theirs did to a row
 * before counts as done, so that a part may be sent again.
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
    // Of the same part sent twice at once, the second waits here and then finds the work done.
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
