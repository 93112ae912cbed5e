import { type SQL, sql } from 'drizzle-orm'
import type { IngestResource } from '../../src/contract/ingest/resources.ts'
import type { Candidate } from './candidates.ts'
import type { References } from './targets.ts'

/** A record, by the product's id. */
export interface Named {
  resource: IngestResource
  id: string
}

/** What is stored of a record. */
export interface Known {
  /** Its state; null if only its deletion was told. */
  state: { at: number; digest: string } | null
  number: number | null
  /** Deleted for good. */
  isGone: boolean
}

/** A row that has all it needs. */
export interface Ready extends Candidate {
  refs: References
  known: Known | undefined
}

/** A row for the table. */
export interface Write {
  index: number
  /** Null for files, which have none. */
  number: number | null
  /** Whether we gave it its number just now. */
  isNumbered: boolean
  /** Unix seconds: of when the state is. */
  at: number
  columns: Record<string, unknown>
}

/** Rows as a table `i` within a statement. */
export const jsonRows = (rows: readonly object[], columns: string): SQL =>
  sql`json_to_recordset(${JSON.stringify(rows)}::json) as i(${sql.raw(columns)})`

/** A positive whole number is the record's number; null for other ids. */
export function ownNumber(externalId: string): number | null {
  return /^[1-9]\d{0,9}$/.test(externalId) && Number(externalId) <= 2_147_483_647 ? Number(externalId) : null
}
