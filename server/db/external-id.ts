import { sql } from 'drizzle-orm'
import type { IngestResource } from '../../src/contract/ingest/resources.ts'
import type { Db } from './connect.ts'

/** The product's own id of a record; ours if it has no other. */
export async function externalIdOf(db: Db, resource: IngestResource, id: number): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select external_id as id from external_records
    where resource = ${resource} and record_id = ${id} and record_id::text <> external_id`)
  return rows[0]?.id ?? String(id)
}
