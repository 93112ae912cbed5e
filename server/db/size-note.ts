import type { Database } from './connect.ts'

/** Up to here the embedded database was measured to return pages within 75 ms. */
const maxQrs = 1_000_000

/** A note at start if the embedded database has outgrown what it is good for. */
export async function sizeNote(database: Database): Promise<string[]> {
  if (database.kind === 'postgres') return []
  // The planner's estimate: counting would take seconds.
  const { rows } = await database.pool.query<{ qrs: number }>("SELECT reltuples::int8 AS qrs FROM pg_class WHERE oid = 'qrs'::regclass")
  const qrs = rows[0]?.qrs ?? 0
  if (qrs <= maxQrs) return []
  return [`Note: with ${(qrs / 1_000_000).toFixed(1)} million QRs the embedded database gets slow. Set DATABASE_URL to a PostgreSQL.`]
}
