import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { judgePolicies, type Policy } from '../../../src/contract/policies.ts'
import { covers, isPolicyAction, policyActionNames } from '../../../src/contract/policy-actions.ts'
import type { Db } from '../../db/connect.ts'
import { customers } from '../../db/schema/customers.ts'
import { auditLog, staff } from '../../db/schema/staff.ts'

/** How many actions a policy is tried on. */
const maxTried = 1000
const day = 24 * 3600

/** How many of the last actions that a policy is about it would have stopped, by the audit trail and the roles of now. */
export async function tryPolicy(db: Db, policy: Policy): Promise<{ stopped: number; of: number }> {
  const { who, what } = policy
  const by = { actorId: auditLog.actorId, actorEmail: auditLog.actorEmail }
  const actions = policyActionNames.filter((action) => covers(what, action))
  const rows = await db
    .select({ id: auditLog.id, at: auditLog.at, action: auditLog.action, ...by, role: staff.rol, batch: auditLog.batch, ...sums, signedUp })
    .from(auditLog)
    .leftJoin(staff, eq(staff.id, auditLog.actorId))
    .where(
      and(
        inArray(auditLog.action, actions),
        isNotNull(auditLog.ip),
        who.is === 'role' ? eq(staff.rol, who.role) : undefined,
        who.is === 'person' ? eq(auditLog.actorId, who.id) : undefined,
        who.is === 'token'
          ? sql`${auditLog.actorEmail} = (select 'service token “' || name || '”' from service_tokens where id = ${who.id})`
          : undefined,
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(maxTried)
  const inBatch = new Map<string, number>()
  for (const { batch } of rows) if (batch !== null) inBatch.set(batch, (inBatch.get(batch) ?? 0) + 1)
  const before = (row: (typeof rows)[number]) =>
    rows.filter(
      ({ at, id, actorEmail }) => actorEmail === row.actorEmail && at > row.at - day && (at < row.at || (at === row.at && id < row.id)),
    )
  const asEverybody = { ...policy, who: { is: 'everybody' as const } }
  const stopped = rows.filter((row) => {
    if (!isPolicyAction(row.action)) return false
    const others = policy.when?.is.endsWith('in-a-day') === true ? before(row) : []
    const { verdict } = judgePolicies([asEverybody], { is: 'token', id: 0 }, row.action, {
      amount: row.amount ?? undefined,
      amountInDay: others.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
      timesInDay: { [what]: others.length },
      rows: policy.when?.is === 'rows' && row.batch !== null ? inBatch.get(row.batch) : 1,
      customerDays: row.signedUp === null ? undefined : Math.floor((row.at - row.signedUp) / day),
    })
    return verdict !== 'allow'
  })
  return { stopped: stopped.length, of: rows.length }
}

/** What a refund sent, in the account currency. */
const sums = {
  amount: sql<number | null>`case when ${auditLog.action} = 'payment.refund'
    then (${auditLog.after} ->> 'finalAmountRefunded')::float8 - (${auditLog.before} ->> 'finalAmountRefunded')::float8 end`,
}

const signedUp = sql<number | null>`(select ${customers.createdAt} from ${customers} where ${customers.id} = case ${auditLog.targetType}
  when 'customer' then ${auditLog.targetId}
  when 'qr' then (select user_id from qrs where qrs.id = ${auditLog.targetId})
  when 'payment' then (select user_id from payments where payments.id = ${auditLog.targetId}) end)`.mapWith(Number)
