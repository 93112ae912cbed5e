import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { DeliveryState } from '../../../src/contract/delivery-states.ts'
import type { ProductEvent } from '../../../src/contract/product-events.ts'
import { id, unixSeconds } from './columns.ts'

/** The product's webhook endpoints for staff's changes. */
export const webhookEndpoints = pgTable('webhook_endpoints', {
  id: id(),
  url: text('url').notNull(),
  /** Encrypted and not hashed: signing needs the secret itself. */
  secret: text('secret').notNull(),
  /** Empty: all events. */
  events: text('events').array().$type<ProductEvent[]>().notNull(),
  createdAt: unixSeconds('created_at').notNull(),
  disabledAt: unixSeconds('disabled_at'),
  disabledReason: text('disabled_reason'),
  failingSince: unixSeconds('failing_since'),
})

/** Events about staff's changes, written in the same transaction. */
export const outbox = pgTable(
  'outbox',
  {
    id: id(),
    event: text('event').$type<ProductEvent>().notNull(),
    recordType: text('record_type').notNull(),
    recordId: integer('record_id').notNull(),
    auditId: integer('audit_id').notNull(),
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
    at: unixSeconds('at').notNull(),
  },
  (t) => [index('outbox_audit').on(t.auditId)],
)

/** One row per event and endpoint. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    eventId: integer('event_id')
      .notNull()
      .references(() => outbox.id, { onDelete: 'cascade' }),
    endpointId: integer('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    /** Such as `customer:7`. Deliveries of one record are sent in order. */
    record: text('record').notNull(),
    state: text('state').$type<DeliveryState>().notNull().default('pending'),
    tries: integer('tries').notNull().default(0),
    firstAt: unixSeconds('first_at'),
    lastAt: unixSeconds('last_at'),
    nextAt: unixSeconds('next_at').notNull(),
    status: integer('status'),
    error: text('error'),
    /** The beginning of the last answer's body. */
    answer: text('answer'),
  },
  (t) => [
    index('webhook_deliveries_due').on(t.nextAt).where(sql`state = 'pending'`),
    index('webhook_deliveries_order').on(t.record, t.endpointId, t.id).where(sql`state = 'pending'`),
    index('webhook_deliveries_state').on(t.state, t.id),
    index('webhook_deliveries_endpoint').on(t.endpointId, t.state, t.id),
    index('webhook_deliveries_event').on(t.eventId),
  ],
)
