import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { webhookDeliveries } from '../../db/schema/outbox.ts'
import type { AppContext } from '../../outside/context.ts'
import { bodyOf } from './body.ts'
import type { Claimed } from './claim.ts'
import { secretOf } from './endpoints.ts'
import { type Answer, sendWebhook } from './send.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Seconds before the next attempt, after the first, second, … one. The last value repeats. */
const pauses = [5, 30, 2 * minute, 5 * minute, 15 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour]

/** After this many seconds without success, deliveries fail for good and the endpoint is disabled. */
const patience = 3 * day

/**
 * Attempts a claimed delivery and stores the outcome.
 * @throws Error if the database is unavailable; the delivery is retried once its lease has expired
 */
export async function deliver({ database, config, now }: AppContext, { delivery, event, endpoint }: Claimed): Promise<void> {
  const { orm } = database.patient
  let answer: Answer
  try {
    const message = { id: messageId(event.id), url: endpoint.url, secret: secretOf(config.secretKey, endpoint), now: now() }
    answer = await sendWebhook({ ...message, body: await bodyOf(orm, event) }, config.webhookPrivateAddresses)
  } catch (error) {
    answer = { status: null, error: error instanceof Error ? error.message : String(error), answer: null }
  }
  await orm.transaction((tx) => note(tx, delivery, answer, now()))
}

/** Lets the product recognize a repeated event. */
export const messageId = (eventId: number) => `evt_${eventId}`

/** Stores the outcome of an attempt. Disables an endpoint that is gone (410), or that has failed for three days. */
async function note(tx: Db, delivery: Claimed['delivery'], { status, error, answer }: Answer, now: number): Promise<void> {
  const { id, endpointId, tries, firstAt } = delivery
  const isGivenUp = now - (firstAt ?? now) >= patience
  const nextAt = now + (pauses[Math.min(tries, pauses.length) - 1] ?? 0)
  const outcome = error === null ? { state: 'delivered' as const } : isGivenUp ? { state: 'failed' as const } : { nextAt }
  await tx
    .update(webhookDeliveries)
    .set({ status, error, answer, ...outcome })
    // Unless another attempt has begun: this one outlasted its lease, or somebody resent the delivery.
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.tries, tries)))
  if (error === null) {
    await tx.execute(sql`update webhook_endpoints set failing_since = null where id = ${endpointId} and failing_since is not null`)
    return
  }
  const isGone = status === 410
  const reason = isGone ? 'The endpoint says that it is gone (410).' : `Nothing arrived for three days. The last time: ${error}`
  await tx.execute(sql`
    update webhook_endpoints set failing_since = coalesce(failing_since, ${now}),
      disabled_at = case when ${isGone} or failing_since <= ${now - patience} then ${now}::bigint end,
      disabled_reason = case when ${isGone} or failing_since <= ${now - patience} then ${reason} end
    where id = ${endpointId} and disabled_at is null
      and (${isGone} or failing_since is null or failing_since <= ${now - patience})`)
}
