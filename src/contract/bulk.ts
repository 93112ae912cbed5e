import { z } from 'zod'
import { Id } from './endpoint.ts'
import { messages } from './fields.ts'

/** What every change of many records has in common, whatever the records are. */

/** A part of a bulk change holds at most this many. */
export const bulkPart = 100
/** And a whole one. */
export const bulkLimit = 10_000

/** The records of one part. */
export const BulkIds = z.array(Id).min(1, messages.required).max(bulkPart)

/** Names all parts and all tries of one bulk change: what it did is not done twice, and is undone together. */
export const Batch = z.uuid()

/** What would become of each: null is possible, a text why not. `uri` is what tells records of one name apart; it may be empty. */
export const BulkPreview = z.object({
  rows: z.array(z.object({ id: z.number().int(), name: z.string(), uri: z.string(), refusal: z.string().nullable() })),
})
export type BulkPreview = z.infer<typeof BulkPreview>

/** What became of each: null is done, a text why not. */
export const BulkOutcome = z.object({ rows: z.array(z.object({ id: z.number().int(), refusal: z.string().nullable() })) })
export type BulkOutcome = z.infer<typeof BulkOutcome>

/** The ids of all records that a filter finds, for 'all that match'. */
export const MatchingIds = z.object({
  /** The highest first; any of them where there are more than `bulkLimit`. */
  ids: z.array(z.number().int()),
  /** How many there are, counted up to one more than `bulkLimit`. */
  total: z.number().int(),
})
