import { asc, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { ApiError } from '../../http/errors.ts'
import type { ReviewKind } from './kinds.ts'

/** What a status decision needs. */
export interface ReviewRow {
  id: number
  url: string
  status: number
}

type Of = Pick<ReviewKind<never>, 'table' | 'noun'>

/** Rows by id; missing ones are left out. With `lock` they stay locked until the transaction ends, in order of id. */
export async function readReviews(
  db: Db,
  { table }: Of,
  ids: readonly number[],
  { lock }: { lock: boolean },
): Promise<Map<number, ReviewRow>> {
  if (ids.length === 0) return new Map()
  const query = db
    .select({ id: table.id, url: table.url, status: table.status })
    .from(table)
    .where(inArray(table.id, [...ids]))
    .orderBy(asc(table.id))
  const rows = await (lock ? query.for('update') : query)
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Locks one row.
 * @throws ApiError not_found
 */
export async function requireReview(tx: Db, kind: Of, id: number): Promise<ReviewRow> {
  const row = (await readReviews(tx, kind, [id], { lock: true })).get(id)
  if (!row) throw new ApiError('not_found', notFound(kind, id))
  return row
}

export const notFound = ({ noun }: Pick<Of, 'noun'>, id: number) => `${noun} ${id} was not found.`

/** Sets the status of any number of locked rows with one statement. */
export async function writeStatuses(tx: Db, { table }: Of, rows: readonly { id: number; status: number }[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    update ${table} as r set status = w.status
    from json_to_recordset(${JSON.stringify(rows)}::json) as w(id int, status smallint)
    where r.id = w.id`)
}
