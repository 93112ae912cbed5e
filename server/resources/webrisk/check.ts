import { eq } from 'drizzle-orm'
import type { BulkOutcome, BulkPreview } from '../../../src/contract/bulk.ts'
import { statusAfterCheck, WebriskStatus } from '../../../src/contract/webrisk.ts'
import { readBatch } from '../../audit/batch.ts'
import { judgeChanges } from '../../audit/judge.ts'
import { type Actor, writeAudit } from '../../audit/write.ts'
import { webrisk } from '../../db/schema/security.ts'
import { ApiError } from '../../http/errors.ts'
import type { AppContext } from '../../outside/context.ts'
import { isCheckable, notCheckable, type WebRiskCheck } from '../../outside/web-risk/port.ts'
import { webriskKind } from '../reviews/kinds.ts'
import { notFound, readReviews, requireReview, writeStatuses } from '../reviews/rows.ts'

/** Checks run in parallel. */
const checksAtOnce = 10

interface Checked extends WebRiskCheck {
  status: WebriskStatus
  /** The change's audit row; absent if the status stayed. */
  auditId?: number
}

/**
 * Checks a row's address again and sets its status. Web Risk is asked outside the transaction; the address is never opened.
 * @param batch the bulk change it belongs to, which changes a row only once
 * @throws ApiError not_found; stale if somebody else changed the status in the meantime
 */
export async function checkAgain({ database, webRisk, now }: AppContext, actor: Actor, id: number, batch?: string): Promise<Checked> {
  const [entry] = await database.orm.select({ url: webrisk.url, status: webrisk.status }).from(webrisk).where(eq(webrisk.id, id))
  if (!entry) throw new ApiError('not_found', notFound(webriskKind, id))
  const check = await webRisk.check(entry.url)
  return database.orm.transaction(async (tx) => {
    const row = await requireReview(tx, webriskKind, id)
    // If the same part is sent twice concurrently, the second request waits for the row and then finds it done.
    if (batch !== undefined && (await readBatch(tx, actor, batch, webriskKind.targetType, [id])).has(id))
      return { ...check, failure: null, status: WebriskStatus.parse(row.status) }
    if (row.status !== entry.status || row.url !== entry.url)
      throw new ApiError('stale', `Web-risk entry ${id} has been changed while it was checked.`)
    const status = statusAfterCheck(row.status, check.verdict)
    if (status === row.status) return { ...check, status }
    await writeStatuses(tx, webriskKind, [{ id, status }])
    const auditId = await writeAudit(tx, {
      ...actor,
      now: now(),
      action: 'webrisk.check',
      targetType: 'webrisk',
      targetId: id,
      before: { status: row.status },
      after: { status, threats: check.threats },
      reversible: true,
      batch,
    })
    return { ...check, status, auditId }
  })
}

/** Which rows can be checked, without checking them. */
export async function previewCheck({ database }: AppContext, ids: readonly number[]): Promise<BulkPreview> {
  const found = await readReviews(database.orm, webriskKind, ids, { lock: false })
  const rows = [...new Set(ids)].map((id) => {
    const row = found.get(id)
    const refusal = row === undefined ? notFound(webriskKind, id) : isCheckable(row.url) ? null : notCheckable.failure
    return { id, name: row?.url ?? '', uri: '', refusal }
  })
  return { rows }
}

/**
 * Checks some rows one by one, with a reason for each failure. Rows that this batch already changed count as done
 * and aren't checked again, so a part may be sent again.
 */
export async function runCheck(context: AppContext, actor: Actor, batch: string, ids: readonly number[]): Promise<BulkOutcome> {
  const wanted = [...new Set(ids)]
  const done = await readBatch(context.database.orm, actor, batch, webriskKind.targetType, wanted)
  const check = async (id: number) => ({ id, refusal: done.has(id) ? null : await checkOne(context, actor, batch, id) })
  // All together, before the first is checked.
  const found = await readReviews(context.database.orm, webriskKind, wanted, { lock: false })
  const toJudge = wanted.flatMap((id) => (done.has(id) ? [] : (found.get(id) ?? [])))
  await judgeChanges(
    context.database.orm,
    toJudge.map(({ id, status }) => ({ action: 'webrisk.check', targetType: webriskKind.targetType, targetId: id, before: { status } })),
    { isMade: false },
  )
  const rows: BulkOutcome['rows'] = []
  for (let at = 0; at < wanted.length; at += checksAtOnce) {
    const part = wanted.slice(at, at + checksAtOnce)
    rows.push(...(await Promise.all(part.map(check))))
  }
  return { rows }
}

/** Why nothing was done. A row set to unknown because the check failed was changed, so it counts as done. */
async function checkOne(context: AppContext, actor: Actor, batch: string, id: number): Promise<string | null> {
  try {
    const { auditId, failure } = await checkAgain(context, actor, id, batch)
    return auditId === undefined ? failure : null
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
}
