import type { IngestResource } from '../../../src/contract/ingest/resources.ts'
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
