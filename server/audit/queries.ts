import { eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { AuditListQuery, AuditRow } from '../../src/contract/audit.ts'
import type { AuditAction } from '../../src/contract/audit-actions.ts'
import { emailSpellings } from '../../src/contract/email-identity.ts'
import type { Pagination } from '../../src/contract/list.ts'
import type { Db } from '../db/connect.ts'
import { equals, inRange } from '../db/list/conditions.ts'
import { byBytes, type ListSource, listPage, splitByIndex } from '../db/list/list.ts'
import { auditLog } from '../db/schema/staff.ts'

const rowColumns = {
  id: auditLog.id,
  at: auditLog.at,
  actorId: auditLog.actorId,
  actorEmail: auditLog.actorEmail,
  action: auditLog.action,
  targetType: auditLog.targetType,
  targetId: auditLog.targetId,
  before: sql<Record<string, unknown> | null>`${auditLog.before}`,
  after: sql<Record<string, unknown> | null>`${auditLog.after}`,
  ip: auditLog.ip,
  undoneBy: auditLog.undoneBy,
  batch: auditLog.batch,
  step: auditLog.step,
  approvedBy: auditLog.approvedBy,
}

/** A page of the audit log. */
export async function listAudit(db: Db, query: AuditListQuery): Promise<{ rows: AuditRow[]; pagination: Pagination }> {
  return listPage(db, await auditSource(db, query), query)
}

/** The list's source. */
export async function auditSource(db: Db, query: AuditListQuery): Promise<ListSource<typeof rowColumns>> {
  const { actor, action, targetType, targetId, run, from, to } = query
  const isOfAll = [action, targetType, targetId, run].every((each) => each === undefined)
  const actors = actor ? await actorsLike(db, actor) : undefined
  const [only] = actors ?? []
  const conditions = {
    // The index yields matches in order for one value, not for several.
    actor: actors?.length === 1 && only !== undefined ? eq(byBytes(auditLog.actorEmail), only) : undefined,
    actors: actors && actors.length !== 1 ? inArray(byBytes(auditLog.actorEmail), actors) : undefined,
    action: action === undefined ? undefined : eq(auditLog.action, action as AuditAction),
    targetType: equals(auditLog.targetType, targetType),
    targetId: equals(auditLog.targetId, targetId),
    run: equals(auditLog.batch, run),
    // Where a run is one row, its steps are left out.
    whole: isOfAll ? isNull(auditLog.step) : undefined,
    period: inRange(auditLog.at, from, to),
  }
  return { table: auditLog, columns: rowColumns, ...splitByIndex(conditions, indexed), sortBy: auditLog.at }
}

/**
 * Actor e-mails that contain `term` in either spelling of their host. A recursive query skips from one distinct e-mail to the next in the index.
 * Case is folded here because both engines' C collation only folds ASCII.
 */
async function actorsLike(db: Db, term: string): Promise<string[]> {
  const next = (after: SQL) =>
    sql`select a.actor_email collate "C" as email from ${auditLog} a where a.actor_email collate "C" > ${after} order by a.actor_email collate "C" limit 1`
  const { rows } = await db.execute<{ email: string }>(sql`
    with recursive actors as (
      (${next(sql`''`)})
      union all
      select (${next(sql`actors.email`)}) from actors where actors.email is not null
    )
    select email from actors where email is not null`)
  const lowered = term.toLowerCase()
  const isInside = (email: string) => email.toLowerCase().includes(lowered)
  return rows.flatMap(({ email }) => ([email, ...emailSpellings(email)].some(isInside) ? [email] : []))
}

/** Sets of conditions that an index covers in order of time, rarer ones first. */
const indexed = ([['targetType', 'targetId'], ['action'], ['actor', 'whole'], ['actor'], ['targetType'], ['whole'], []] as const).flatMap(
  (names) => [[...names, 'period'] as const, names],
)
