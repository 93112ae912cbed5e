import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { IngestResource } from '../../../src/contract/ingest/resources.ts'
import { unixSeconds } from './columns.ts'

const resource = (name = 'resource') => text(name).$type<IngestResource>().notNull()

/**
 * Maps the product's ids to ours, with the time of each record's stored state. The state with the greater
 * `(updated_at, digest)` wins, so that neither order nor repetition matters.
 */
export const externalRecords = pgTable(
  'external_records',
  {
    resource: resource(),
    externalId: text('external_id').notNull(),
    /** Null for files, which have no number, and if only the record's deletion was reported so far. */
    recordId: integer('record_id'),
    updatedAt: unixSeconds('updated_at'),
    /** Hash of the state. */
    digest: uuid('digest'),
    deletedAt: unixSeconds('deleted_at'),
  },
  (t) => [
    primaryKey({ columns: [t.resource, t.externalId] }),
    // Numbers that we assigned; all others equal the product's ids.
    index('external_records_number').on(t.resource, t.recordId).where(sql`record_id::text <> external_id`),
  ],
)

/**
 * Rows that arrived before a record they refer to. If the reference is optional, the row is also stored without
 * it. Of several states that wait for the same record, only the latest is kept.
 */
export const waitingRows = pgTable(
  'waiting_rows',
  {
    resource: resource(),
    externalId: text('external_id').notNull(),
    row: jsonb('row').$type<Record<string, unknown>>().notNull(),
    updatedAt: unixSeconds('updated_at').notNull(),
    digest: uuid('digest').notNull(),
    /** The missing record. */
    needsResource: resource('needs_resource'),
    needsId: text('needs_id').notNull(),
    since: unixSeconds('since').notNull(),
    /** Set if the row turned out to be invalid once the record had arrived: each bad field with its reason. It no longer waits. */
    refused: jsonb('refused').$type<Record<string, string>>(),
  },
  (t) => [
    primaryKey({ columns: [t.resource, t.externalId, t.updatedAt, t.digest] }),
    index('waiting_rows_needs').on(t.needsResource, t.needsId),
  ],
)

/** Counts of received rows by resource. */
export const ingestCounts = pgTable('ingest_counts', {
  resource: resource().primaryKey(),
  lastAt: unixSeconds('last_at').notNull(),
  /** The time of the latest state received: shows how far the product's updates lag. */
  newestAt: unixSeconds('newest_at'),
  rows: bigint('rows', { mode: 'number' }).notNull(),
  refused: bigint('refused', { mode: 'number' }).notNull(),
})

/** File imports, so that an interrupted one can resume. */
export const imports = pgTable('imports', {
  /** Hash of the file's size, beginning and end, and of the resource and mapping it is read with. */
  fingerprint: text('fingerprint').primaryKey(),
  file: text('file').notNull(),
  /** Position in the unpacked text, in bytes, and line up to which all rows are stored. */
  position: bigint('position', { mode: 'number' }).notNull(),
  line: bigint('line', { mode: 'number' }).notNull(),
  /** Rows by outcome so far. */
  counts: jsonb('counts').$type<Record<string, number>>().notNull(),
  updatedAt: unixSeconds('updated_at').notNull(),
  finishedAt: unixSeconds('finished_at'),
})

/** Indexes that an import is leaving out, with the statements to rebuild them (`server/db/left-out-indexes.ts`). */
export const leftOutIndexes = pgTable('left_out_indexes', {
  name: text('name').primaryKey(),
  table: text('table_name').notNull(),
  definition: text('definition').notNull(),
})
