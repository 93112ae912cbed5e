import { and, eq } from 'drizzle-orm'
import { approvalSeconds } from '../../../src/contract/approvals.ts'
import { judgePolicies } from '../../../src/contract/policies.ts'
import { factsOf } from '../../audit/policy-facts.ts'
import { type Actor, writeAudit } from '../../audit/write.ts'
import type { Db, Orm } from '../../db/connect.ts'
import { approvals } from '../../db/schema/policies.ts'
import type { SignedIn } from '../../http/access/session.ts'
import { ApiError } from '../../http/errors.ts'
import { readPolicies } from '../policies/table.ts'
import { type ApprovalRow, readApproval, shownApproval } from './queries.ts'
import { type ApprovalRunner, approvalLease } from './runner.ts'

type Decider = Actor & { staff: SignedIn }

/**
 * Agrees to a request and carries it out, unless the asker does. [1.7 second person]
 * @returns the request as it is then
 * @throws ApiError not_found; forbidden; conflict if it is no longer open; stale if the record has changed since
 */
export async function approve(orm: Orm, runner: ApprovalRunner, by: Decider, id: number, now: number) {
  const seen = await readApproval(orm, by.staff, id)
  const refusal = seen.state === 'open' && seen.staffId !== by.staff.id ? await runner.whyNot(seen) : null
  if (refusal !== null) await voidApproval(orm, by, seen, refusal, now)
  const approved = await orm.transaction(async (tx) => {
    const row = await lockOpen(tx, by, id, now)
    await requireAllowed(tx, by, row, now)
    const leaseUntil = now + approvalLease
    const [stored] = await tx
      .update(approvals)
      .set({ state: 'approved', ...decidedBy(by, now), ...(row.isDoneByRequester ? { expiresAt: now + approvalSeconds } : { leaseUntil }) })
      .where(eq(approvals.id, id))
      .returning()
    if (!stored) throw new Error(`request ${id} is gone`)
    await audit(tx, by, row, { action: 'approval.approve', now })
    return stored
  })
  if (!approved.isDoneByRequester) await runner.run(approved)
  return shownApproval(await readApproval(orm, by.staff, id), by.staff)
}

/** @throws ApiError not_found; forbidden to the asker; conflict if it is no longer open */
export function reject(orm: Orm, by: Decider, id: number, reason: string, now: number) {
  return orm.transaction(async (tx) => {
    const row = await lockOpen(tx, by, id, now)
    await requireAllowed(tx, by, row, now)
    await tx
      .update(approvals)
      .set({ state: 'rejected', answer: reason, ...decidedBy(by, now) })
      .where(eq(approvals.id, id))
    await audit(tx, by, row, { action: 'approval.reject', reason, now })
    return shownApproval(await readApproval(tx, by.staff, id), by.staff)
  })
}

/** @throws ApiError not_found; forbidden to all but the asker; conflict if it is no longer open */
export function withdraw(orm: Orm, by: Decider, id: number, now: number) {
  return orm.transaction(async (tx) => {
    const row = await lockOpen(tx, by, id, now)
    if (row.staffId !== by.staff.id) throw new ApiError('forbidden', 'Only whoever asked for it may withdraw it.')
    await tx.update(approvals).set({ state: 'withdrawn', decidedAt: now }).where(eq(approvals.id, id))
    await audit(tx, by, row, { action: 'approval.withdraw', now })
    return shownApproval(await readApproval(tx, by.staff, id), by.staff)
  })
}

const decidedBy = ({ staff }: Decider, now: number) => ({
  decidedById: staff.id,
  decidedByEmail: staff.email,
  decidedByName: staff.name,
  decidedAt: now,
})

async function lockOpen(tx: Db, { staff }: Decider, id: number, now: number): Promise<ApprovalRow> {
  await tx.select({ id: approvals.id }).from(approvals).where(eq(approvals.id, id)).for('update')
  const row = await readApproval(tx, staff, id)
  if (row.state === 'open' && row.expiresAt > now) return row
  throw new ApiError('conflict', whyNotOpen(row))
}

function whyNotOpen({ state, decidedByName, answer }: ApprovalRow): string {
  const by = decidedByName ?? 'somebody'
  if (state === 'rejected') return `It was rejected by ${by}: ${answer ?? ''}`
  if (state === 'approved' || state === 'done' || state === 'failed') return `It was approved by ${by} already.`
  if (state === 'withdrawn') return 'It was withdrawn by whoever asked for it.'
  return state === 'void' ? `It is void: ${answer ?? ''}` : 'It has expired: it was not decided within 24 hours.'
}

/**
 * Only somebody else, whom the policies would let do it: by those of now, and by those of then, which nobody has changed in the meantime.
 * Role 1 decides what isn't blocked for them, or a rule about everybody would leave nobody.
 * @throws ApiError forbidden
 */
async function requireAllowed(tx: Db, { staff }: Decider, row: ApprovalRow, now: number): Promise<void> {
  if (row.staffId === staff.id) throw new ApiError('forbidden', 'Nobody decides on their own request: ask somebody else.')
  if (!shownApproval(row, staff).mayDecide) throw new ApiError('forbidden', 'Your account may not do this.')
  const actor = { is: 'person', id: staff.id, role: staff.rol } as const
  const change = { action: row.action, targetType: row.targetType, targetId: row.targetId, amount: row.amount ?? undefined }
  for (const policies of [(await readPolicies(tx)).policies, row.policies]) {
    const [facts = {}] = await factsOf(tx, { actor, email: staff.email, policies, now, rows: row.rows }, [change])
    const { verdict, policy } = judgePolicies(policies, actor, row.action, facts)
    if (policy && (verdict === 'block' || (verdict === 'ask' && staff.rol !== 1)))
      throw new ApiError('forbidden', `You may not decide on this, as you may not do it alone yourself. ${policy.text}`)
  }
}

async function voidApproval(orm: Orm, by: Decider, row: ApprovalRow, answer: string, now: number): Promise<never> {
  await orm.transaction(async (tx) => {
    const isOpen = and(eq(approvals.id, row.id), eq(approvals.state, 'open'))
    const ended = await tx.update(approvals).set({ state: 'void', answer, decidedAt: now }).where(isOpen).returning({ id: approvals.id })
    // Somebody else decided while it was looked at.
    if (ended.length === 0) throw new ApiError('conflict', whyNotOpen(await readApproval(tx, by.staff, row.id)))
    await audit(tx, by, row, { action: 'approval.void', reason: answer, now })
  })
  throw new ApiError('stale', `It is void: ${answer} Whoever asked can ask again.`)
}

interface Entry {
  action: 'approval.approve' | 'approval.reject' | 'approval.withdraw' | 'approval.void'
  reason?: string
  now: number
}

function audit(tx: Db, { staff, ip }: Decider, row: ApprovalRow, { action, reason, now }: Entry): Promise<number> {
  const { id, targetType, targetId, staffEmail } = row
  const after = { approval: id, action: row.action, requestedBy: staffEmail, ...(reason === undefined ? {} : { reason }) }
  return writeAudit(tx, { staff, ip, now, action, targetType, targetId, after })
}
