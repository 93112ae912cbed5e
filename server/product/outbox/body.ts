import { sql } from 'drizzle-orm'
import type { ProductEventBody } from '../../../src/contract/product-events.ts'
import type { Db } from '../../db/connect.ts'
import type { outbox } from '../../db/schema/outbox.ts'

/** Resources that have ids of the product's own, by record type in the audit trail. */
const resources: Readonly<Record<string, string>> = {
  customer: 'customers',
  qr: 'qrs',
  folder: 'folders',
  invitation: 'invitations',
  domain: 'domains',
  abuse: 'abuse-reports',
}

/** The JSON body of an event. */
export async function bodyOf(
  db: Db,
  { event, recordType, recordId, before, after, at, auditId }: typeof outbox.$inferSelect,
): Promise<string> {
  const resource = resources[recordType]
  const { rows } =
    resource === undefined
      ? { rows: [] }
      : await db.execute<{ id: string }>(sql`
          select external_id as id from external_records
          where resource = ${resource} and record_id = ${recordId} and record_id::text <> external_id`)
  const { rows: approved } = await db.execute<{ requestedBy: string; approvedBy: string }>(sql`
    select actor_email as "requestedBy", approved_by as "approvedBy" from audit_log where id = ${auditId} and approved_by is not null`)
  const body: ProductEventBody = {
    type: event,
    timestamp: new Date(at * 1000).toISOString(),
    data: {
      record: { type: recordType, id: recordId, externalId: rows[0]?.id ?? String(recordId) },
      before,
      after,
      auditId,
      ...(approved[0] && { approval: approved[0] }),
    },
  }
  return JSON.stringify(body)
}
