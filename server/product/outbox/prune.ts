import { sql } from 'drizzle-orm'
import type { AppContext } from '../../outside/context.ts'

/** Deliveries per transaction, so that writers never wait long. */
const atOnce = 1000

/**
 * Deletes webhooks delivered longer ago than `WEBHOOK_KEEP_DAYS`, and events that no delivery refers to any more.
 * Pending and failed deliveries are kept.
 * @returns how many deliveries were deleted
 */
export async function pruneDeliveries({ database, config, now }: AppContext): Promise<number> {
  const before = now() - config.webhookKeepDays * 86_400
  for (let all = 0; ; ) {
    const gone = await prunePortion(database.patient.orm, before)
    all += gone
    if (gone < atOnce) return all
  }
}

/** Goes by id: it grows with time, except for resent deliveries. */
function prunePortion(orm: AppContext['database']['orm'], before: number): Promise<number> {
  return orm.transaction(async (tx) => {
    const { rows } = await tx.execute<{ event: number }>(sql`
      delete from webhook_deliveries where state = 'delivered' and last_at < ${before} and id in (
        select id from webhook_deliveries where state = 'delivered' order by id limit ${atOnce})
      returning event_id as event`)
    if (rows.length === 0) return 0
    const events = [...new Set(rows.map(({ event }) => event))]
    await tx.execute(sql`
      delete from outbox o where o.id in ${events} and not exists (select from webhook_deliveries d where d.event_id = o.id)`)
    return rows.length
  })
}
