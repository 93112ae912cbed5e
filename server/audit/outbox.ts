import { sql } from 'drizzle-orm'
import type { AuditAction } from '../../src/contract/audit-actions.ts'
import { eventOf, type ProductEvent } from '../../src/contract/product-events.ts'
import type { Db } from '../db/connect.ts'

/** An audited change, with the fields that its event contains. */
interface Change {
  auditId: number
  action: AuditAction
  recordType: string
  recordId: number
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  /** Unix seconds. */
  at: number
}

/**
 * Writes events for every endpoint that wants them. Runs in the transaction of the change, so that neither is
 * stored without the other. Events that no endpoint wants are not written.
 */
export async function writeEvents(tx: Db, changes: readonly Change[]): Promise<void> {
  const events = changes.flatMap(({ action, ...change }) => {
    const event = eventOf(action)
    return event === null ? [] : [{ ...change, event }]
  })
  await sendEvents(tx, events)
}

/** Writes these events for every endpoint that wants them, in the transaction of what they are about. */
export async function sendEvents(tx: Db, events: readonly (Omit<Change, 'action'> & { event: ProductEvent })[]): Promise<void> {
  if (events.length === 0) return
  // The lock on the record makes the order of ids the order of its changes.
  await tx.execute(sql`
    with added as (
      insert into outbox (event, record_type, record_id, audit_id, before, after, at)
      select e.event, e."recordType", e."recordId", e."auditId", e.before, e.after, e.at
      from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
        as e(event text, "recordType" text, "recordId" int, "auditId" int, before jsonb, after jsonb, at bigint)
      where exists (select from webhook_endpoints w where cardinality(w.events) = 0 or e.event = any(w.events))
      order by e."auditId"
      returning id, event, record_type, record_id, at
    )
    insert into webhook_deliveries (event_id, endpoint_id, record, next_at)
    select t.id, w.id, t.record_type || ':' || t.record_id, t.at
    from added t join webhook_endpoints w on cardinality(w.events) = 0 or t.event = any(w.events)
    order by t.id`)
}

/** Whether an endpoint that is on takes such events. */
export async function isEventWanted(tx: Db, event: ProductEvent): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from webhook_endpoints w where w.disabled_at is null and (cardinality(w.events) = 0 or ${event} = any(w.events)) limit 1`)
  return rows.length > 0
}
