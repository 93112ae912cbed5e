import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { approvalSeconds, maxApprovalReasonLength } from '../../../src/contract/approvals.ts'
import { approvalReasonHeader } from '../../../src/contract/endpoint.ts'
import { isDoneByRequester } from '../../../src/contract/policy-actions.ts'
import { rowsOf } from '../../audit/policy-facts.ts'
import { writeAudit } from '../../audit/write.ts'
import type { Db } from '../../db/connect.ts'
import { approvals } from '../../db/schema/policies.ts'
import { auditLog } from '../../db/schema/staff.ts'
import { type ApprovalCall, type ApprovalNeeded, withoutSecrets } from '../../http/access/judging.ts'
import { ApiError } from '../../http/errors.ts'
import { apiBase } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'

/**
 * Keeps a call that takes a second person as a request. The same call of the same person is kept once.
 * @returns the refusal to reply: approval_required with the request's id
 */
export async function askForApproval({ database, now }: AppContext, call: ApprovalCall, needed: ApprovalNeeded): Promise<ApiError> {
  const { staff, judging } = call
  if (!staff) throw new Error('only people can ask for approval')
  const id = await database.orm.transaction(async (tx) => {
    const callHash = judging.callHash()
    await tx.execute(sql`select pg_advisory_xact_lock(46, ${staff.id})`)
    const matters = JSON.stringify(needed.matters)
    const isOpen = and(eq(approvals.staffId, staff.id), eq(approvals.callHash, callHash), inArray(approvals.state, ['open', 'approved']))
    const [former] = await tx.select().from(approvals).where(isOpen).for('update')
    const isBeingDone = former?.state === 'approved' && !former.isDoneByRequester
    if (former && former.expiresAt > now() && (isBeingDone || former.matters === matters)) return former.id
    if (former) await tx.update(approvals).set({ state: 'void', answer: 'It was asked for again.' }).where(eq(approvals.id, former.id))
    return store(tx, call, needed, { callHash, matters, now: now() })
  })
  const message = `${needed.policy.text} Asked for as request ${id}: nothing changes until somebody else agrees.`
  return new ApiError('approval_required', message, { details: { approval: String(id) } })
}

interface Kept {
  callHash: string
  matters: string
  now: number
}

async function store(tx: Db, { request, staff, capability, judging }: ApprovalCall, needed: ApprovalNeeded, kept: Kept): Promise<number> {
  const [first] = needed.changes
  if (!first || !staff) throw new Error('a request is about a change of somebody')
  const { action, targetType, targetId, before, after } = first
  const body = withoutSecrets(request.body)
  const { idempotencyKey, version: _, batch: __, ids: ___, total: ____, ...values } = body
  const { customerId, name } = await describe(tx, targetType, targetId)
  const isRefund = action === 'payment.refund'
  const amounts = needed.changes.flatMap(({ amount }) => amount ?? [])
  const [newest] = await tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(eq(auditLog.targetId, targetId), eq(auditLog.targetType, targetType)))
    .orderBy(sql`${auditLog.at} desc, ${auditLog.id} desc`)
    .limit(1)
  const reason = reasonOf(request.headers[approvalReasonHeader], body['reason'] ?? (request.query as { reason?: unknown }).reason)
  const [added] = await tx
    .insert(approvals)
    .values({
      state: 'open',
      staffId: staff.id,
      staffEmail: staff.email,
      staffName: staff.name,
      ip: request.ip,
      method: request.method,
      path: request.url.slice(apiBase.length),
      // A refund that is tried again goes on by its key.
      body: isRefund ? { ...body, idempotencyKey: idempotencyKey ?? `approval-${kept.callHash.slice(0, 20)}-${kept.now}` } : body,
      callHash: kept.callHash,
      // Nor can a call be made for them whose password is kept nowhere.
      isDoneByRequester: isDoneByRequester(action) || Object.keys(body).length < Object.keys(request.body ?? {}).length,
      capability,
      action,
      targetType,
      targetId,
      targetName: name,
      customerId,
      rows: rowsOf(needed.changes, judging.rows),
      amount: amounts.length === 0 ? null : amounts.reduce((sum, amount) => sum + amount, 0),
      before: before ?? null,
      after: after ?? values,
      matters: kept.matters,
      reason,
      policies: judging.policies,
      policyText: needed.policy.text,
      createdAt: kept.now,
      expiresAt: kept.now + approvalSeconds,
      comparedTo: newest?.id ?? 0,
    })
    .returning({ id: approvals.id })
  if (!added) throw new Error('the request was not returned')
  await writeAudit(tx, {
    staff,
    ip: request.ip,
    now: kept.now,
    action: 'approval.request',
    targetType,
    targetId,
    after: { approval: added.id, action, reason, policy: needed.policy.text },
  })
  return added.id
}

/** The reason in the header, else that of the call itself. */
function reasonOf(header: string | string[] | undefined, own: unknown): string | null {
  const text = typeof header === 'string' ? decoded(header) : own
  return typeof text === 'string' && text.trim() !== '' ? text.trim().slice(0, maxApprovalReasonLength) : null
}

/** @throws ApiError bad_request */
function decoded(header: string): string {
  try {
    const text = decodeURIComponent(header)
    if (!text.includes('\0')) return text
  } catch {
    // Falls through: it was encoded by nobody.
  }
  throw new ApiError('bad_request', `${approvalReasonHeader} must be percent-encoded text.`)
}

/** What people call a record, and whose it is. */
async function describe(tx: Db, type: string, id: number): Promise<{ name: string; customerId: number | null }> {
  const query = descriptions[type]
  const { rows } = query ? await tx.execute<{ name: string; customer: number | null }>(query(id)) : { rows: [] }
  return { name: rows[0]?.name ?? '', customerId: rows[0]?.customer ?? null }
}

const descriptions: Readonly<Record<string, (id: number) => SQL>> = {
  customer: (id) => sql`select email as name, id as customer from customers where id = ${id}`,
  qr: (id) => sql`select name || ' (' || uri || ')' as name, user_id as customer from qrs where id = ${id}`,
  payment: (id) => sql`select c.email as name, c.id as customer from payments p join customers c on c.id = p.user_id where p.id = ${id}`,
  invoice: (id) => sql`select number as name, user_id as customer from invoices where id = ${id}`,
  staff: (id) => sql`select email as name, null::int as customer from staff where id = ${id}`,
}
