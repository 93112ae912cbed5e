import { asc, eq, sql } from 'drizzle-orm'
import type { Pagination } from '../../../src/contract/list.ts'
import type { Delivery, DeliveryListQuery, WebhookEndpoint } from '../../../src/contract/webhooks.ts'
import { type Actor, writeAudit } from '../../audit/write.ts'
import type { Db, Orm } from '../../db/connect.ts'
import { equals } from '../../db/list/conditions.ts'
import { listPage, splitByIndex } from '../../db/list/list.ts'
import { outbox, webhookDeliveries, webhookEndpoints } from '../../db/schema/outbox.ts'
import { ApiError } from '../../http/errors.ts'
import { requireStill } from '../../resources/staff/lock.ts'
import { bodyOf } from './body.ts'

/** All endpoints with the number of their pending deliveries, in the order of creation. Never their secrets. */
export async function listEndpoints(db: Db): Promise<WebhookEndpoint[]> {
  const { id, url, events, createdAt, disabledAt, disabledReason, failingSince } = webhookEndpoints
  const inState = (state: string) =>
    sql<number>`(select count(*) from webhook_deliveries d where d.endpoint_id = webhook_endpoints.id and d.state = ${state})::int`
  return db
    .select({
      id,
      url,
      events,
      createdAt,
      disabledAt,
      disabledReason,
      failingSince,
      pending: inState('pending'),
      failed: inState('failed'),
    })
    .from(webhookEndpoints)
    .orderBy(asc(id))
}

/** A field of the event, read by its id, so that the list query walks only deliveries. */
const ofEvent = (column: string) => sql.raw(`(select o.${column} from outbox o where o.id = webhook_deliveries.event_id)`)

const columns = {
  id: webhookDeliveries.id,
  event: sql<Delivery['event']>`${ofEvent('event')}`,
  endpointId: webhookDeliveries.endpointId,
  record: sql<Delivery['record']>`json_build_object('type', ${ofEvent('record_type')}, 'id', ${ofEvent('record_id')})`,
  state: webhookDeliveries.state,
  tries: webhookDeliveries.tries,
  createdAt: sql<number>`${ofEvent('at')}::bigint`,
  lastAt: webhookDeliveries.lastAt,
  nextAt: sql<number | null>`case when ${webhookDeliveries.state} = 'pending' then ${webhookDeliveries.nextAt} end`,
  status: webhookDeliveries.status,
  error: webhookDeliveries.error,
}

/** A page of deliveries, newest first. */
export async function listDeliveries(db: Db, query: DeliveryListQuery): Promise<{ rows: Delivery[]; pagination: Pagination }> {
  const { state, endpoint, event } = query
  const conditions = {
    state: equals(webhookDeliveries.state, state),
    endpoint: equals(webhookDeliveries.endpointId, endpoint),
    event: event === undefined ? undefined : sql`${ofEvent('event')} = ${event}`,
  }
  const split = splitByIndex(conditions, [['endpoint', 'state'], ['state']])
  return listPage(db, { table: webhookDeliveries, columns, ...split, sortBy: webhookDeliveries.id }, query)
}

/**
 * A delivery with its request body and the answer.
 * @throws ApiError not_found
 */
export async function getDelivery(db: Db, id: number): Promise<Delivery & { body: string; answer: string | null }> {
  const [found] = await db
    .select({ ...columns, answer: webhookDeliveries.answer, outboxRow: outbox })
    .from(webhookDeliveries)
    .innerJoin(outbox, eq(outbox.id, webhookDeliveries.eventId))
    .where(eq(webhookDeliveries.id, id))
  if (!found) throw missing(id)
  const { outboxRow, ...delivery } = found
  return { ...delivery, body: await bodyOf(db, outboxRow) }
}

/**
 * Retries a delivery now; its three days start over.
 * @throws ApiError not_found; forbidden
 */
export async function resend(orm: Orm, actor: Actor, id: number, now: number): Promise<number> {
  return orm.transaction(async (tx) => {
    await requireStill(tx, actor.staff.id, 'integrations.manage')
    const [delivery] = await tx
      .update(webhookDeliveries)
      .set({ state: 'pending', tries: 0, firstAt: null, nextAt: now })
      .where(eq(webhookDeliveries.id, id))
      .returning({ endpointId: webhookDeliveries.endpointId })
    if (!delivery) throw missing(id)
    const target = { targetType: 'webhook', targetId: delivery.endpointId }
    return writeAudit(tx, { ...actor, now, action: 'webhook.resend', ...target, after: { delivery: id } })
  })
}

const missing = (id: number) => new ApiError('not_found', `There is no delivery ${id}.`)
