import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { outbox, webhookDeliveries, webhookEndpoints } from '../../db/schema/outbox.ts'

/** Seconds, longer than an attempt can take. After that, another server may take over: the claiming one must have died. */
const lease = 60

/** A delivery that is reserved for one server until its lease expires. */
export interface Claimed {
  delivery: typeof webhookDeliveries.$inferSelect
  event: typeof outbox.$inferSelect
  endpoint: typeof webhookEndpoints.$inferSelect
}

/**
 * Enabled endpoints that have deliveries due.
 * @param now unix seconds
 * @returns their ids
 */
export async function endpointsDue(orm: Db, now: number): Promise<number[]> {
  const { rows } = await orm.execute<{ id: number }>(sql`
    select w.id from webhook_endpoints w where w.disabled_at is null and exists (
      select from webhook_deliveries d where d.endpoint_id = w.id and d.state = 'pending' and d.next_at <= ${now})`)
  return rows.map(({ id }) => id)
}

/**
 * Claims deliveries that are due at an endpoint, oldest first. A record's delivery waits until all earlier ones of
 * the record have arrived or failed for good.
 * @param most how many
 * @param now unix seconds
 */
export async function claim(orm: Db, endpoint: number, max: number, now: number): Promise<Claimed[]> {
  // Look up each record's earliest delivery by index: a plan that compared them all would read the whole backlog for one.
  const { rows } = await orm.execute<{ id: number }>(sql`
    update webhook_deliveries set next_at = ${now + lease}, tries = tries + 1, last_at = ${now}, first_at = coalesce(first_at, ${now})
    where id = any(array(
      select d.id from webhook_deliveries d
      where d.endpoint_id = ${endpoint} and d.state = 'pending' and d.next_at <= ${now}
        and exists (select from webhook_endpoints w where w.id = ${endpoint} and w.disabled_at is null)
        and d.id = (
          select min(e.id) from webhook_deliveries e
          where e.endpoint_id = d.endpoint_id and e.record = d.record and e.state = 'pending')
      order by d.id limit ${max} for update of d skip locked))
    returning id`)
  if (rows.length === 0) return []
  return orm
    .select({ delivery: webhookDeliveries, event: outbox, endpoint: webhookEndpoints })
    .from(webhookDeliveries)
    .innerJoin(outbox, eq(outbox.id, webhookDeliveries.eventId))
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(sql`${webhookDeliveries.id} in ${rows.map(({ id }) => id)}`)
    .orderBy(webhookDeliveries.id)
}
