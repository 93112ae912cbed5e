import { z } from 'zod'
import { bulkLimit } from './bulk-limit.ts'
import type { Capability } from './capabilities.ts'
import { endpoint, Id } from './endpoint.ts'
import { Integer, messages, NullableText } from './fields.ts'
import { lazyObject } from './lazy.ts'

/** What all bulk changes share, whatever the record type. */

/** Most records in one part of a bulk change. */
export const bulkPart = 100

/** The records of one part. */
const BulkIds = z.array(Id).min(1, messages.required).max(bulkPart)

/** Identifies all parts and retries of one bulk change: nothing is done twice, and all of it is undone together. */
export const Batch = z.uuid()

/**
 * What would happen to each record: `refusal` is null if it can be
 * done. `uri` tells records of the same name apart; it may be empty.
 */
export const BulkPreview = lazyObject(() => ({
  rows: z.array(
    z.object({
      id: Integer,
      name: z.string(),
      uri: z.string(),
      refusal: NullableText,
      /** What it would do to this record, if that differs from one to the next: '02-12-2026 → 09-12-2026'. */
      effect: z.string().optional(),
      /** The record's version, for changes that depend on it. */
      version: Integer.optional(),
    }),
  ),
}))
export type BulkPreview = z.infer<typeof BulkPreview>

/** What happened to each record: it was done if `refusal` is null and there is no `failure`, which may be tried again. */
export const BulkOutcome = lazyObject(() => ({
  rows: z.array(z.object({ id: Integer, refusal: NullableText, failure: z.string().optional() })),
}))
export type BulkOutcome = z.infer<typeof BulkOutcome>

/** Ids of all records that match a filter, for 'all that match'. */
const MatchingIds = lazyObject(() => ({
  /** Highest first; an arbitrary subset if more than `bulkLimit` match. */
  ids: z.array(Integer),
  /** How many match, counted up to `bulkLimit` + 1. */
  total: Integer,
}))

/**
 * The endpoints of bulk changes to the records under a path: what would happen to each (read-only), one part of a change, and the
 * ids that match a filter, at most `bulkLimit`. In a part each record succeeds or fails by itself; it may be sent twice, as what
 * the batch already did isn't repeated. `POST /undo/batch` undoes the whole batch.
 */
export function bulkEndpoints<Change extends z.ZodType, Filters extends z.ZodType>(
  path: string,
  access: Capability,
  { change, filters }: { change: Change; filters: Filters },
) {
  const shared = { access, feature: 'bulk' } as const
  return {
    preview: endpoint({
      ...shared,
      method: 'POST',
      path: `${path}/bulk/preview`,
      body: z.strictObject({ change, ids: BulkIds }),
      reply: BulkPreview,
    }),
    run: endpoint({
      ...shared,
      method: 'POST',
      path: `${path}/bulk`,
      body: z.strictObject({
        batch: Batch,
        change,
        ids: BulkIds,
        /** How many records all parts have together; policies may be about that. */
        total: Integer.positive().max(bulkLimit).optional(),
      }),
      reply: BulkOutcome,
    }),
    matching: endpoint({ ...shared, path: `${path}/ids`, query: filters, reply: MatchingIds }),
  }
}
