import { z } from 'zod'
import { Id } from './endpoint.ts'
import { messages } from './fields.ts'

/** What all bulk changes share, whatever the record type. */

/** Most records in one part of a bulk change. */
export const bulkPart = 100
/** Most records in a whole bulk change. */
export const bulkLimit = 10_000

/** The records of one part. */
export const BulkIds = z.array(Id).min(1, messages.required).max(bulkPart)

/** Identifies all parts and retries of one bulk change: nothing is done twice, and all of it is undone together. */
export const Batch = z.uuid()

/**
 * What would happen to each record: `refusal` is null if it can be
 * done. `uri` tells records of the same name apart; it may be empty.
 */
export const BulkPreview = z.object({
  rows: z.array(z.object({ id: z.number().int(), name: z.string(), uri: z.string(), refusal: z.string().nullable() })),
})
export type BulkPreview = z.infer<typeof BulkPreview>

/** What happened to each record: `refusal` is null if it was done. */
export const BulkOutcome = z.object({ rows: z.array(z.object({ id: z.number().int(), refusal: z.string().nullable() })) })
export type BulkOutcome = z.infer<typeof BulkOutcome>

/** Ids of all records that match a filter, for 'all that match'. */
export const MatchingIds = z.object({
  /** Highest first; an arbitrary subset if more than `bulkLimit` match. */
  ids: z.array(z.number().int()),
  /** How many match, counted up to `bulkLimit` + 1. */
  total: z.number().int(),
})
