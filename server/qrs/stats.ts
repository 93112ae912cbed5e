import { and, eq, gte, lte, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { countLimit, type Pagination, paginate } from '../../src/contract/list.ts'
import type { listQrStats as endpoint, QrStatsRow } from '../../src/contract/qr-actions.ts'
import type { Db } from '../db/connect.ts'
import { qrs } from '../db/schema/qrs.ts'

type Query = z.output<(typeof endpoint)['query']>

/**
 * How many QRs each customer made, deleted and archived ones too. What it costs grows with the QRs of the period: they are counted from
 * an index.
 */
export async function listQrStats(db: Db, query: Query): Promise<{ rows: QrStatsRow[]; pagination: Pagination }> {
  const { from, to, type, perPage } = query
  const page = Math.min(query.page, Math.ceil(countLimit / perPage))
  const direction = sql.raw(query.sortDirection)
  const order = query.sort === 'id' ? sql`user_id ${direction}` : sql`count ${direction}, user_id ${direction}`
  const where = and(
    type === undefined ? undefined : eq(qrs.type, type),
    from === undefined ? undefined : gte(qrs.createdAt, from),
    to === undefined ? undefined : lte(qrs.createdAt, to),
  )
  const offset = (page - 1) * perPage
  const { rows } = await db.execute<{ counted: number; user_id: number | null; count: number; email: string }>(sql`
    with made as materialized (
      select ${qrs.userId} as user_id, count(*)::int as count from ${qrs} where ${where ?? sql`true`} group by ${qrs.userId}
    ),
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
