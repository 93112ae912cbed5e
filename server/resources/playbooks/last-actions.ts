import { and, asc, eq, gte, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { LastAction, PlaybookType } from '../../../src/contract/playbooks.ts'
import type { Db } from '../../db/connect.ts'
import { payments } from '../../db/schema/payments.ts'
import { qrs } from '../../db/schema/qrs.ts'
import { auditLog } from '../../db/schema/staff.ts'
import { customerOf } from './runs.ts'

const hour = 3600
const week = 7 * 24 * hour

/** The customer whose record an audit row is about; null for anything else. */
const ownerOfRow = sql<number | null>`case ${auditLog.targetType} when 'customer' then ${auditLog.targetId}
  when 'payment' then (select ${payments.userId} from ${payments} where ${payments.id} = ${auditLog.targetId})
  when 'qr' then (select ${qrs.userId} from ${qrs} where ${qrs.id} = ${auditLog.targetId}) end`

/** Somebody's own changes since a moment that nobody has undone, bulk changes and playbooks left out. */
function changesSince(staffId: number, since: number, more?: SQL): SQL | undefined {
  const types = inArray(auditLog.targetType, ['customer', 'payment', 'qr'])
  return and(eq(auditLog.actorId, staffId), gte(auditLog.at, since), types, isNull(auditLog.undoneBy), isNull(auditLog.batch), more)
}

/**
 * What somebody did in the last hour to a record and to what is its customer's, oldest first, and on how many customers they did the
 * same, in the same order, in the last week.
 * @param now unix seconds
 * @throws ApiError not_found
 */
export async function lastActions(
  db: Db,
  staffId: number,
  { type, record }: { type: PlaybookType; record: number },
  now: number,
): Promise<{ actions: LastAction[]; times: number }> {
  const customer = await customerOf(db, type, record)
  const undoing = sql`not exists (select from audit_log undone where undone.undone_by = ${auditLog.id} and undone.actor_id = ${staffId})`
  const ofCustomer = or(
    and(eq(auditLog.targetType, 'customer'), eq(auditLog.targetId, customer)),
    and(eq(auditLog.targetType, 'payment'), sql`${auditLog.targetId} in (select id from payments where user_id = ${customer})`),
    and(eq(auditLog.targetType, 'qr'), sql`${auditLog.targetId} in (select id from qrs where user_id = ${customer})`),
  )
  const { action, targetType, targetId, before, after } = auditLog
  const actions = await db
    .select({ action, targetType, targetId, before: asFields(before), after: asFields(after) })
    .from(auditLog)
    .where(changesSince(staffId, now - hour, and(ofCustomer, undoing)))
    .orderBy(asc(auditLog.id))
    .limit(20)
  if (actions.length < 2) return { actions, times: 0 }
  const { rows } = await db.execute<{ times: number }>(sql`
    select count(*)::int as times from (
      select ${ownerOfRow} as customer, string_agg(${auditLog.action}, ' ' order by ${auditLog.id}) as done from ${auditLog}
      where ${changesSince(staffId, now - week, undoing)} group by 1) as each
    where customer is not null and done = ${actions.map((each) => each.action).join(' ')}`)
  return { actions, times: rows[0]?.times ?? 0 }
}

const asFields = (column: typeof auditLog.before | typeof auditLog.after) => sql<Record<string, unknown> | null>`${column}`
