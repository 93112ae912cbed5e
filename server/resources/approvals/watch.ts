import { and, eq, inArray, lte, or, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { approvalSeconds } from '../../../src/contract/approvals.ts'
import { writeAudit } from '../../audit/write.ts'
import { approvals } from '../../db/schema/policies.ts'
import type { AppContext } from '../../outside/context.ts'
import { repeat } from '../../process/repeat.ts'
import { type ApprovalRunner, byPolicy } from './runner.ts'

/** Requests compared in one round. */
const maxCompared = 20

/** Ends requests that nobody decided in time, and approved ones that their asker never carried out. */
export async function expireApprovals({ database, now }: AppContext): Promise<void> {
  const isWaiting = or(eq(approvals.state, 'open'), and(eq(approvals.state, 'approved'), eq(approvals.isDoneByRequester, true)))
  await database.orm
    .update(approvals)
    .set({ state: 'expired' })
    .where(and(inArray(approvals.state, ['open', 'approved']), isWaiting, lte(approvals.expiresAt, now())))
  // Tried every minute since. A refund that is settled later still ends as done.
  await database.orm
    .update(approvals)
    .set({ state: 'failed', answer: 'It could not be done within a day.' })
    .where(and(eq(approvals.state, 'approved'), eq(approvals.isDoneByRequester, false), lte(approvals.expiresAt, now() - approvalSeconds)))
}

/** Makes open requests void whose record has changed in what matters. Compares those with a newer audit row. */
export async function compareApprovals({ database: { orm }, now }: AppContext, runner: ApprovalRunner): Promise<void> {
  const newest = sql<number>`(select max(a.id) from audit_log a
    where a.target_id = ${approvals.targetId} and a.target_type = ${approvals.targetType} and a.at >= ${approvals.createdAt} and a.action not like 'approval.%')`
  const changed = await orm
    .select({ row: approvals, newest })
    .from(approvals)
    .where(and(eq(approvals.state, 'open'), sql`${newest} > ${approvals.comparedTo}`))
    .limit(maxCompared)
  for (const { row, newest: comparedTo } of changed) {
    const answer = await runner.whyNot(row)
    const { id, action, targetType, targetId } = row
    await orm.transaction(async (tx) => {
      const isOpen = and(eq(approvals.id, id), eq(approvals.state, 'open'))
      const set = answer === null ? { comparedTo } : { comparedTo, state: 'void' as const, answer, decidedAt: now() }
      const stored = await tx.update(approvals).set(set).where(isOpen).returning({ id: approvals.id })
      const after = { approval: id, action, requestedBy: row.staffEmail, reason: answer }
      if (answer !== null && stored.length > 0)
        await writeAudit(tx, { ...byPolicy, now: now(), action: 'approval.void', targetType, targetId, after })
    })
  }
}

/**
 * Carries on with approved requests, expires old ones and compares open ones with their records, every second.
 * @returns a function that stops it
 */
export function startApprovals(context: AppContext, runner: ApprovalRunner, log: FastifyBaseLogger): () => Promise<void> {
  let isTakenOver = false
  const round = async () => {
    const isFirst = !isTakenOver
    isTakenOver = true
    if (isFirst) await runner.takeOver()
    await runner.resume()
    await expireApprovals(context)
    await compareApprovals(context, runner)
  }
  return repeat(round, { job: 'approvals', log, fault: 'requests for approval could not be carried on', everyMs: 1000 })
}
