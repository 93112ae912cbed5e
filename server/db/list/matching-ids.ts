import type { SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { bulkLimit } from '../../../src/contract/bulk-limit.ts'
import type { Db } from '../connect.ts'

/** Ids of all rows that match a list's filters, highest first: at most `bulkLimit`, an arbitrary subset if there are more. */
export async function matchingIds(
  db: Db,
  table: PgTable & { id: PgColumn },
  where: SQL | undefined,
): Promise<{ ids: number[]; total: number }> {
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(where)
    .limit(bulkLimit + 1)
  const ids = rows.map(({ id }) => Number(id)).sort((a, b) => b - a)
  return { ids: ids.slice(0, bulkLimit), total: rows.length }
}
