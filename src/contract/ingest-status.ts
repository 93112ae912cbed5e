import { z } from 'zod'
import { endpoint, UnixSeconds } from './endpoint.ts'
import { Integer } from './fields.ts'
import { ingestResources } from './ingest/resources.ts'

/** What the product told us by the ingest API, and what still waits, for role 1. */

const shared = { access: 'integrations.manage', feature: 'integrations' } as const
const resource = z.enum(ingestResources)

export const IngestStatus = z.object({
  resource,
  /** When rows last came; null if none ever did. */
  lastAt: UnixSeconds.nullable(),
  /** Of when the latest state is: the difference to `lastAt` is how far the product lags behind. */
  newestAt: UnixSeconds.nullable(),
  /** Rows and refused ones so far. */
  rows: Integer,
  refused: Integer,
  /** Rows that wait for a record that they refer to. */
  waiting: Integer,
})
export type IngestStatus = z.infer<typeof IngestStatus>

/** Every resource, whether or not it was ever told. */
export const getIngestStatus = endpoint({ path: '/ingest', ...shared, reply: z.object({ rows: z.array(IngestStatus) }) })

/** Rows shown at most. */
export const maxWaitingShown = 200

export const WaitingRow = z.object({
  resource,
  externalId: z.string(),
  /** The record that is missing. */
  needs: z.object({ resource, externalId: z.string() }),
  since: UnixSeconds,
  /** Each bad field with its reason, if the record came and the row could still not be stored; null while it waits. */
  refused: z.record(z.string(), z.string()).nullable(),
})
export type WaitingRow = z.infer<typeof WaitingRow>

/** Rows that were refused once their record had come, then those that wait longest; and how many there are in all. */
export const listWaiting = endpoint({
  path: '/ingest/waiting',
  ...shared,
  reply: z.object({ rows: z.array(WaitingRow), total: Integer }),
})

/** Drops what is kept of a refused row. A row that waits stays: its record may come. */
export const dismissRefused = endpoint({
  method: 'POST',
  path: '/ingest/waiting/dismiss',
  ...shared,
  body: z.strictObject({ resource, externalId: z.string().max(401) }),
})
