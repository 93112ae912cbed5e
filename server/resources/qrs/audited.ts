import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { equals } from '../../db/list/conditions.ts'
import { auditedQrs, qrs } from '../../db/schema/qrs.ts'
import { judging } from '../../http/access/judging.ts'

/** QRs per statement: a statement for all of them could exceed the query deadline. */
const rowsAtOnce = 1000

/** Columns written by a bulk change: the same for all, except for the folder. */
interface Columns {
  user?: number
  stopped?: 0 | 1
  archived?: boolean
  /** Absent: unchanged. */
  folder?: 'none' | 'former'
}

/**
 * Locks all matching QRs in order of id and notes them under an audit row.
 * @returns how many there are
 */
export async function noteQrs(tx: Db, auditId: number, where: SQL | undefined): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    with found as materialized (select ${qrs.id} as id, ${qrs.folderId} as folder from ${qrs} where ${where} order by ${qrs.id} for update),
      noted as (insert into ${auditedQrs} (audit_id, qr_id, folder_id) select ${auditId}::int, id, folder from found returning 1)
    select count(*)::int as count from noted`)
  return rows[0]?.count ?? 0
}

/** How many QRs match, if policies may ask. */
export async function rowsToJudge(tx: Db, where: SQL | undefined): Promise<{ rows?: number }> {
  if (!judging()) return {}
  const { rows } = await tx.execute<{ count: number }>(sql`select count(*)::int as count from ${qrs} where ${where}`)
  return { rows: rows[0]?.count ?? 0 }
}

/** Updates the QRs noted under an audit row. */
export async function writeNoted(tx: Db, auditId: number, columns: Columns, now: number): Promise<void> {
  const set = [
    columns.user === undefined ? undefined : sql`user_id = ${columns.user}::int`,
    columns.stopped === undefined ? undefined : sql`stopped = ${columns.stopped}::smallint`,
    columns.archived === undefined ? undefined : sql`archived = ${columns.archived}::boolean`,
    columns.folder === 'none' ? sql`folder_id = null` : undefined,
    // Null if the folder is gone or belongs to another customer now.
    columns.folder === 'former'
      ? sql`folder_id = (select f.id from folders f where f.id = n.folder_id and f.user_id = ${columns.user}::int)`
      : undefined,
    sql`updated_at = ${now}::bigint`,
    sql`version = q.version + 1`,
  ].filter((part) => part !== undefined)
  for (let last = 0; ; ) {
    const { rows } = await tx.execute<{ last: number | null }>(sql`
      with part as materialized (select * from ${auditedQrs} where audit_id = ${auditId}::int and qr_id > ${last}::int order by qr_id limit ${rowsAtOnce}),
        written as (update ${qrs} as q set ${sql.join(set, sql`, `)} from part n where q.id = n.qr_id)
      select max(qr_id) as last from part`)
    const next = rows[0]?.last ?? null
    if (next === null) return
    last = next
  }
}

/** Locks the QRs noted under an audit row in order of id and counts those still unchanged. */
export async function countUntouched(
  tx: Db,
  auditId: number,
  left: { userId: number; status?: number; stopped?: number; archived?: boolean },
): Promise<number> {
  const where = and(
    eq(auditedQrs.auditId, auditId),
    // '+ 0' hides an index: without statistics, the planner might search all of the customer's QRs once per QR (27
    // million steps for 5,200).
    sql`${qrs.userId} + 0 = ${left.userId}::int`,
    equals(qrs.status, left.status),
    equals(qrs.stopped, left.stopped),
    equals(qrs.archived, left.archived),
  )
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from ${qrs} join ${auditedQrs} on ${auditedQrs.qrId} = ${qrs.id} where ${where} order by ${qrs.id} for update of ${sql.identifier('qrs')}
    ) as untouched`)
  return rows[0]?.count ?? 0
}

/** Reverses a change to the QRs noted under an audit row; each returns to its former folder. */
export function giveBack(tx: Db, auditId: number, columns: Pick<Columns, 'user' | 'stopped' | 'archived'>, now: number): Promise<void> {
  return writeNoted(tx, auditId, columns.user === undefined ? columns : { ...columns, folder: 'former' }, now)
}
