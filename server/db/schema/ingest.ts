import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { IngestResource } from '../../../src/contract/ingest/resources.ts'
import { unixSeconds } from './columns.ts'

const resource = (name = 'resource') => text(name).$type<IngestResource>().notNull()

/**
 * The product's ids and ours: which record an id names, and of when its stored state is. Of two states the one with the
 * greater `(updated_at, digest)` stands, so that neither order nor repetition matters.
 */
export const externalRecords = pgTable(
  'external_records',
  {
    resource: resource(),
    externalId: text('external_id').notNull(),
    /** Null if only its deletion was told so far, and for files, which have no number. */
    recordId: integer('record_id'),
    updatedAt: unixSeconds('updated_at'),
    /** Hash of the state. */
    digest: uuid('digest'),
    deletedAt: unixSeconds('deleted_at'),
  },
  (t) => [
    primaryKey({ columns: [t.resource, t.externalId] }),
    // Numbers that we gave; others are the product's ids.
    index('external_records_number').on(t.resource, t.recordId).where(sql`record_id::text <> external_id`),
  ],
)

/**
 * Rows that came before a record they refer to. If the reference is optional, they are stored without it meanwhile. Of the
 * states that wait for the same record, the latest is kept.
 */
export const waitingRows = pgTable(
  'waiting_rows',
  {
    resource: resource(),
    externalId: text('external_id').notNull(),
    row: jsonb('row').$type<Record<string, unknown>>().notNull(),
    updatedAt: unixSeconds('updated_at').notNull(),
    digest: uuid('digest').notNull(),
    /** The record that is missing. */
    needsResource: resource('needs_resource'),
    needsId: text('needs_id').notNull(),
    since: unixSeconds('since').notNull(),
    /** Each bad field with its reason, if it could not be stored once the record had come: it waits for nothing any more. */
    refused: jsonb('refused').$type<Record<string, string>>(),
  },
  (t) => [
    primaryKey({ columns: [t.resource, t.externalId, t.updatedAt, t.digest] }),
    index('waiting_rows_needs').on(t.needsResource, t.needsId),
  ],
)

/** What came in by resource. */
export const ingestCounts = pgTable('ingest_counts', {
  resource: resource().primaryKey(),
  lastAt: unixSeconds('last_at').notNull(),
  /** The latest state that came: how far the product's news lag behind. */
  newestAt: unixSeconds('newest_at'),
  rows: bigint('rows', { mode: 'number' }).notNull(),
  refused: bigint('refused', { mode: 'number' }).notNull(),
})

/** Imports of files, so that one that was stopped goes on where it was. */
export const imports = pgTable('imports', {
  /** Of the file's size, beginning and end, and of what it is taken for. */
  fingerprint: text('fingerprint').primaryKey(),
  file: text('file').notNull(),
  /** Bytes of the text, unpacked, whose rows are all stored, and the line there. */
  position: bigint('position', { mode: 'number' }).notNull(),
  line: bigint('line', { mode: 'number' }).notNull(),
  /** Rows by outcome so far. */
  counts: jsonb('counts').$type<Record<string, number>>().notNull(),
  updatedAt: unixSeconds('updated_at').notNull(),
  finishedAt: unixSeconds('finished_at'),
})

/** Indexes that an import left out for a while, each with the statement that makes it again (`server/db/left-out-indexes.ts`). */
export const leftOutIndexes = pgTable('left_out_indexes', {
  name: text('name').primaryKey(),
  table: text('table_name').notNull(),
  definition: text('definition').notNull(),
})
