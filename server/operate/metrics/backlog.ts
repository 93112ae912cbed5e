import { sql } from 'drizzle-orm'
import type { Orm } from '../../db/connect.ts'
import { stateKey } from '../../resources/figures/refresh.ts'

/** Work that is waiting. */
export interface Backlog {
  /** Refunds without a known outcome, by age. A job looks them up once they are half a minute old. */
  refunds: Record<'under a minute' | 'under an hour' | 'older', number>
  deliveries: number
  lateSeconds: number
  waitingRows: number
  figuresAge: number
}

/** Counting stops here. */
const enough = 10_000

/**
 * Reads the backlog in one statement, using indexes of pending rows.
 * @param now unix seconds
 */
export async function readBacklog(orm: Orm, now: number): Promise<Backlog> {
  const { rows } = await orm.execute<Record<string, number | null>>(sql`
    select
      count(*) filter (where created_at > ${now - 60}) as minute,
      count(*) filter (where created_at <= ${now - 60} and created_at > ${now - 3600}) as hour,
      count(*) filter (where created_at <= ${now - 3600}) as older,
      (select count(*) from (select from webhook_deliveries where state = 'pending' limit ${enough}) as counted) as deliveries,
      (select ${now} - min(next_at) from webhook_deliveries where state = 'pending' and next_at <= ${now}) as late,
      (select count(*) from (select from waiting_rows limit ${enough}) as counted) as waiting,
      (select ${now} - (value)::bigint from app_state where key = ${stateKey}) as figures
    from refunds where state = 'pending'`)
  const row = rows[0] ?? {}
  return {
    refunds: { 'under a minute': row['minute'] ?? 0, 'under an hour': row['hour'] ?? 0, older: row['older'] ?? 0 },
    deliveries: row['deliveries'] ?? 0,
    lateSeconds: row['late'] ?? 0,
    waitingRows: row['waiting'] ?? 0,
    figuresAge: row['figures'] ?? 0,
  }
}
