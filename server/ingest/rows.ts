import { type SQL, sql } from 'drizzle-orm'
import type { IngestResource } from '../../src/contract/ingest/resources.ts'
import type { Candidate } from './candidates.ts'
import type { References } from './targets.ts'

/** A record, identified by the product's id. */
export interface Named {
  resource: IngestResource
  id: string
}

/** What is stored about a record. */
export interface Known {
  /** Its state; null if we only know of its deletion. */
  state: { at: number; digest: string } | null
  number: number | null
  /** Deleted for good. */
  isGone: boolean
}

/** A row that can be stored. */
export interface Ready extends Candidate {
  refs: References
  known: Known | undefined
}

/** A row to write to the table. */
export interface Write {
  index: number
  /** Null for files, which have no number. */
  number: number | null
  /** Whether we have just given it its number. */
  isNumbered: boolean
  /** When the record had this state, in unix seconds. */
  at: number
  columns: Record<string, unknown>
}

/** Rows as a table `i` in a statement. */
export const jsonRows = (rows: readonly object[], columns: string): SQL =>
  sql`json_to_recordset(${JSON.stringify(rows)}::json) as i(${sql.raw(columns)})`

/** An id that is a positive integer is the record's number. Null for other ids. */
export function ownNumber(externalId: string): number | null {
  return /^[1-9]\d{0,9}$/.test(externalId) && Number(externalId) <= 2_147_483_647 ? Number(externalId) : null
}
