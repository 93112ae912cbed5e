import { and, desc, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { countLimit, type Pagination, paginate } from '../../../src/contract/list.ts'
import type { listQrStats as endpoint, QrStatsRow } from '../../../src/contract/qr-lists.ts'
import type { Database, Db } from '../../db/connect.ts'
import { inRange } from '../../db/list/conditions.ts'
import type { WholeList } from '../../db/list/whole-list.ts'
import { customers } from '../../db/schema/customers.ts'
import { qrs } from '../../db/schema/qrs.ts'
import { areQrsCounted, countedQrs } from './counts.ts'

type Query = z.output<(typeof endpoint)['query']>

/**
 * QRs created per customer, including deleted and archived ones. Without a period, stored counts are used; the QRs
 * of a period are counted through an index.
 */
export async function listQrStats(db: Db, query: Query): Promise<{ rows: QrStatsRow[]; pagination: Pagination }> {
  const { perPage } = query
  const page = Math.min(query.page, Math.ceil(countLimit / perPage))
  const order = orderOf(query)
  const offset = (page - 1) * perPage
  const { rows } = await db.execute<{ counted: number; user_id: number | null; count: number; email: string }>(sql`
    with made as materialized (${await madeIn(db, query, countLimit + 1)}),
    page as (select * from made order by ${order} limit ${Math.min(perPage, countLimit - offset)} offset ${offset})
    select all_made.counted, page.user_id, page.count, c.email
    from (select count(*)::int as counted from (select from made limit ${countLimit + 1}) as capped) as all_made
    left join page on true
    left join customers c on c.id = page.user_id
    order by ${order}`)
  const pagination = paginate({ page, perPage }, rows[0]?.counted ?? 0)
  if (pagination.current_page < page) return listQrStats(db, { ...query, page: pagination.current_page })
  return {
    rows: rows.flatMap(({ user_id: userId, count, email }) => (userId === null ? [] : [{ userId, count, email }])),
    pagination,
  }
}

/** The whole statistics, at most `max` customers: counts are a snapshot, e-mails are read later in batches. */
export async function wholeQrStats({ reading }: Pick<Database, 'reading'>, query: Query, max: number): Promise<WholeList<QrStatsRow>> {
  const { rows } = await reading(async (db) =>
    db.execute<{ user_id: number; count: number }>(
      sql`select * from (${await madeIn(db, query, max)}) as made order by ${orderOf(query)} limit ${max}`,
    ),
  )
  const counts = new Map(rows.map((row) => [row.user_id, row.count]))
  return {
    ids: rows.map((row) => row.user_id),
    read: async (ids) => {
      const isWanted = inArray(customers.id, [...ids])
      const found = await reading((db) => db.select({ userId: customers.id, email: customers.email }).from(customers).where(isWanted))
      return new Map(found.map((row) => [row.userId, { ...row, count: counts.get(row.userId) ?? 0 }]))
    },
  }
}

/** Customers with their count: all, or at least the first `max` of the order. */
async function madeIn(db: Db, query: Query, max: number): Promise<SQL> {
  const { type } = query
  const [from, to] = await Promise.all([sinceSome(db, query.from), untilSome(db, query.to)])
  if (from === undefined && to === undefined && (await areQrsCounted(db))) return countedQrs(type, orderOf(query), max)
  const where = and(
    // Includes archived ones. The condition is stated so that the index on type can be used for the period.
    type === undefined ? undefined : and(eq(qrs.type, type), inArray(qrs.archived, [false, true])),
    inRange(qrs.createdAt, from, to),
  )
  return sql`select ${qrs.userId} as user_id, count(*)::int as count from ${qrs} where ${where ?? sql`true`} group by ${qrs.userId}`
}

/** Start of the period; undefined if no QR is older. */
async function sinceSome(db: Db, from: number | undefined): Promise<number | undefined> {
  if (from === undefined) return undefined
  const older = await db.select({ id: qrs.id }).from(qrs).where(lt(qrs.createdAt, from)).orderBy(qrs.createdAt).limit(1)
  return older.length > 0 ? from : undefined
}

/** End of the period; undefined if no QR is newer. */
async function untilSome(db: Db, to: number | undefined): Promise<number | undefined> {
  if (to === undefined) return undefined
  const newer = await db.select({ id: qrs.id }).from(qrs).where(gt(qrs.createdAt, to)).orderBy(desc(qrs.createdAt)).limit(1)
  return newer.length > 0 ? to : undefined
}

function orderOf({ sort, sortDirection }: Query): SQL {
  const direction = sql.raw(sortDirection)
  return sort === 'id' ? sql`user_id ${direction}` : sql`count ${direction}, user_id ${direction}`
}
