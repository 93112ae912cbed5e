import { sql } from 'drizzle-orm'
import type { IngestResource } from '../../../src/contract/ingest/resources.ts'
import type { ProductEventBody } from '../../../src/contract/product-events.ts'
import type { Db } from '../../db/connect.ts'
import { externalIdOf } from '../../db/external-id.ts'
import type { outbox } from '../../db/schema/outbox.ts'

/** Resources that have ids of the product's own, by record type in the audit trail. */
const resources: Readonly<Record<string, IngestResource>> = {
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
  const { rows: approved } = await db.execute<{ requestedBy: string; approvedBy: string }>(sql`
    select actor_email as "requestedBy", approved_by as "approvedBy" from audit_log where id = ${auditId} and approved_by is not null`)
  const body: ProductEventBody = {
    type: event,
    timestamp: new Date(at * 1000).toISOString(),
    data: {
      record: {
        type: recordType,
        id: recordId,
        externalId: resource === undefined ? String(recordId) : await externalIdOf(db, resource, recordId),
      },
      before,
      after,
      auditId,
      ...(approved[0] && { approval: approved[0] }),
    },
  }
  return JSON.stringify(body)
}
