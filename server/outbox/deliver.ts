import { eq, sql } from 'drizzle-orm'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { outbox, webhookDeliveries, webhookEndpoints } from '../db/schema/outbox.ts'
import { bodyOf } from './body.ts'
import { secretOf } from './endpoints.ts'
import { type Answer, sendWebhook } from './send.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Seconds until the next try, after the first, second, … one; then the last of them. */
const pauses = [5, 30, 2 * minute, 5 * minute, 15 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour]

/** Given up, and the endpoint switched off, after this many seconds without success. */
const patience = 3 * day

/** Longer than a try may take: only then another server takes over one whose server has died. */
const lease = minute

/** Tries at the same time. */
const atOnce = 20

type Delivery = typeof webhookDeliveries.$inferSelect

/**
 * Tries what is due, in order for each record and endpoint, at least once each. Servers share the work.
 * @returns how many were tried
 */
export async function deliverDue(context: AppContext): Promise<number> {
  const due = await claim(context.database.patient.orm, context.now())
  await Promise.all(due.map((delivery) => deliver(context, delivery)))
  return due.length
}

/** Takes deliveries for a while. One of a record waits until all earlier ones to the endpoint have arrived or were given up. */
async function claim(orm: Db, now: number): Promise<Delivery[]> {
  const { rows } = await orm.execute<{ id: number }>(sql`
    update webhook_deliveries set next_at = ${now + lease}, tries = tries + 1, last_at = ${now}, first_at = coalesce(first_at, ${now})
    where id in (
      select d.id from webhook_deliveries d join webhook_endpoints w on w.id = d.endpoint_id
      where d.state = 'pending' and d.next_at <= ${now} and w.disabled_at is null
        and not exists (
          select from webhook_deliveries e
          where e.endpoint_id = d.endpoint_id and e.record = d.record and e.state = 'pending' and e.id < d.id)
      order by d.next_at, d.id limit ${atOnce} for update of d skip locked)
    returning id`)
  if (rows.length === 0) return []
  return orm
    .select()
    .from(webhookDeliveries)
    .where(sql`${webhookDeliveries.id} in ${rows.map(({ id }) => id)}`)
    .orderBy(webhookDeliveries.id)
}

async function deliver({ database, config, now }: AppContext, delivery: Delivery): Promise<void> {
  const { orm } = database.patient
  const [[event], [endpoint]] = await Promise.all([
    orm.select().from(outbox).where(eq(outbox.id, delivery.eventId)),
    orm.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, delivery.endpointId)),
  ])
  // Removed meanwhile.
  if (!event || !endpoint) return
  let answer: Answer
  try {
    const message = { id: messageId(event.id), url: endpoint.url, secret: secretOf(config.secretKey, endpoint), now: now() }
    answer = await sendWebhook({ ...message, body: await bodyOf(orm, event) }, config.webhookPrivateAddresses)
  } catch (error) {
    answer = { status: null, error: error instanceof Error ? error.message : String(error), answer: null }
  }
  await orm.transaction((tx) => note(tx, delivery, answer, now()))
}

/** By which the product knows an event that comes again. */
export const messageId = (eventId: number) => `evt_${eventId}`

/** Notes how a try ended. An endpoint that is gone (410), or has not answered well for three days, is switched off. */
async function note(tx: Db, { id, endpointId, tries, firstAt }: Delivery, { status, error, answer }: Answer, now: number): Promise<void> {
  const said = { status, error, answer }
  if (error === null) {
    await tx
      .update(webhookDeliveries)
      .set({ ...said, state: 'delivered' })
      .where(eq(webhookDeliveries.id, id))
    await tx.update(webhookEndpoints).set({ failingSince: null }).where(eq(webhookEndpoints.id, endpointId))
    return
  }
  const isGivenUp = now - (firstAt ?? now) >= patience
  const nextAt = now + (pauses[Math.min(tries, pauses.length) - 1] ?? 0)
  await tx
    .update(webhookDeliveries)
    .set(isGivenUp ? { ...said, state: 'failed' } : { ...said, nextAt })
    .where(eq(webhookDeliveries.id, id))
  const reason = status === 410 ? 'The endpoint says that it is gone (410).' : `Nothing arrived for three days. The last time: ${error}`
  await tx.execute(sql`
    update webhook_endpoints set failing_since = coalesce(failing_since, ${now}),
      disabled_at = case when ${status === 410} or failing_since <= ${now - patience} then ${now}::bigint end,
      disabled_reason = case when ${status === 410} or failing_since <= ${now - patience} then ${reason} end
    where id = ${endpointId} and disabled_at is null`)
}
