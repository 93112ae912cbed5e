import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { id, slice, unixSeconds, version } from './columns.ts'
import { customerId } from './customers.ts'
import { auditLog } from './staff.ts'

export const folders = pgTable(
  'folders',
  {
    id: id(),
    name: text('name').notNull(),
    /** The name folded for search and sorting, without case and accents. */
    nameKey: text('name_key').notNull().default(''),
    createdAt: unixSeconds('created_at').notNull(),
    userId: customerId(),
  },
  (t) => [
    index('folders_user').on(t.userId, t.id),
    index('folders_created_at').on(t.createdAt, t.id),
    index('folders_name_key').on(sql`${t.nameKey} collate "C"`, t.id),
    index('folders_search').using('gin', sql`${t.nameKey} gin_trgm_ops`),
  ],
)

/**
 * Where a QR leads: its address without scheme, user, 'www.' and case, as `targetKey` in src/contract/qr-target.ts makes it of what is
 * searched. An indexed expression.
 */
export const targetOf = (t: { content: AnyPgColumn }) =>
  sql`left(lower(regexp_replace(${t.content} ->> 'url', '^\\s*([a-z][a-z0-9+.-]*:)?//([^/?#\\\\@]*@)?(www\\.)?|^www\\.', '', 'i')), 200) collate "C"`

/** QR codes. status: 0 deleted, 1 active, 2 blocked; `stopped` is separate (document 2, section 4). */
export const qrs = pgTable(
  'qrs',
  {
    id: id(),
    userId: customerId(),
    folderId: integer('folder_id').references(() => folders.id, { onDelete: 'set null' }),
    name: text('name').notNull().default(''),
    /** The name folded for search, without case and accents. */
    nameKey: text('name_key').notNull().default(''),
    type: text('type').notNull(),
    createdAt: unixSeconds('created_at').notNull(),
    updatedAt: unixSeconds('updated_at').notNull(),
    scans: integer('scans').notNull().default(0),
    visits: integer('visits').notNull().default(0),
    virus: boolean('virus').notNull().default(false),
    status: smallint('status').notNull().default(1),
    stopped: smallint('stopped').notNull().default(0),
    uri: text('uri').notNull(),
    whitelisted: boolean('whitelisted').notNull().default(false),
    archived: boolean('archived').notNull().default(false),
    /** A url QR's target, or the fields of other types: `{url?: string, …}`. */
    content: jsonb('content').$type<Record<string, unknown>>().notNull(),
    version: version(),
  },
  (t) => [
    uniqueIndex('qrs_uri').on(t.uri),
    index('qrs_uri_lower').on(sql`lower(${t.uri}) collate "C"`),
    index('qrs_uri_search').using('gin', sql`lower(${t.uri}) gin_trgm_ops`),
    index('qrs_name_search').using('gin', sql`${t.nameKey} gin_trgm_ops`),
    index('qrs_name_prefix').on(t.nameKey.op('text_pattern_ops')),
    // Covers the filters and sort keys of a period's QRs, and of a type's below, so that no rows are read.
    // `user_id` fills a gap: the statistics count a period's QRs by owner.
    index('qrs_created_filters').on(t.createdAt, t.id, t.archived, t.status, t.stopped, t.virus, t.scans, t.visits, t.userId, t.updatedAt),
    index('qrs_listed_created_slice').on(slice(t.createdAt), t.id).where(sql`not archived`),
    index('qrs_updated_at').on(t.updatedAt, t.id),
    index('qrs_scans').on(t.scans, t.id),
    index('qrs_visits').on(t.visits, t.id),
    index('qrs_virus').on(t.virus, t.id),
    index('qrs_user').on(t.userId, t.createdAt, t.id),
    index('qrs_type_created_filters').on(
      t.type,
      t.archived,
      t.createdAt,
      t.id,
      t.status,
      t.stopped,
      t.virus,
      t.scans,
      t.visits,
      t.userId,
      t.updatedAt,
      t.nameKey,
    ),
    index('qrs_inactive')
      .on(t.status, t.stopped, t.id, t.createdAt, t.type, t.virus, t.scans, t.visits, t.updatedAt)
      .where(sql`not archived and (status <> 1 or stopped <> 0)`),
    // Counts a customer's QRs by status without reading them.
    index('qrs_user_status').on(t.userId, t.status, t.stopped, t.id),
    index('qrs_blocked').on(t.createdAt, t.id).where(sql`status = 2 and not whitelisted`),
    index('qrs_blocked_updated_at').on(t.updatedAt, t.id).where(sql`status = 2 and not whitelisted`),
    index('qrs_archived_search').using('gin', sql`lower(${t.uri}) gin_trgm_ops`).where(sql`archived`),
    index('qrs_archived_uri').on(sql`lower(${t.uri}) collate "C"`).where(sql`archived`),
    index('qrs_target').on(targetOf(t), t.id).where(sql`content ->> 'url' is not null`),
    index('qrs_folder').on(t.folderId).where(sql`folder_id is not null`),
  ],
)

/**
 * QRs by customer and type, including archived and deleted ones; type '' counts all. Add `qr_count_changes` for the current
 * value. During the initial count there is a row with customer 0 and type '': its count is the last customer counted.
 */
export const qrCounts = pgTable(
  'qr_counts',
  { type: text('type').notNull(), userId: integer('user_id').notNull(), count: integer('count').notNull() },
  (t) => [primaryKey({ columns: [t.type, t.userId] }), index('qr_counts_count').on(t.type, t.count, t.userId)],
)

/**
 * Changes not yet added to `qr_counts`. Triggers insert them in the transaction of each change. Rows are only ever
 * added, so no writer waits for another; a job adds them up.
 */
export const qrCountChanges = pgTable('qr_count_changes', {
  userId: integer('user_id').notNull(),
  type: text('type').notNull(),
  change: integer('change').notNull(),
})

/** Every uri ever used: none is used twice (ruling 42). */
export const usedUris = pgTable('used_uris', {
  uri: text('uri').primaryKey(),
  qrId: integer('qr_id').notNull(),
})

/** Changes of uri: `uri` is the old one, `qr_uri` the new one. */
export const uriHistory = pgTable(
  'uri_history',
  {
    id: id(),
    qrId: integer('qr_id')
      .notNull()
      .references(() => qrs.id, { onDelete: 'cascade' }),
    uri: text('uri').notNull(),
    qrUri: text('qr_uri').notNull(),
    updatedAt: unixSeconds('updated_at').notNull(),
  },
  (t) => [
    index('uri_history_updated_at').on(t.updatedAt, t.id),
    index('uri_history_qr').on(t.qrId),
    index('uri_history_search').using('gin', sql`lower(${t.uri}) gin_trgm_ops`),
    index('uri_history_new_search').using('gin', sql`lower(${t.qrUri}) gin_trgm_ops`),
    index('uri_history_uri').on(sql`lower(${t.uri}) collate "C"`),
    index('uri_history_new_uri').on(sql`lower(${t.qrUri}) collate "C"`),
  ],
)

/** Scans and visits per QR and Madrid day. */
export const qrDailyScans = pgTable(
  'qr_daily_scans',
  {
    qrId: integer('qr_id')
      .notNull()
      .references(() => qrs.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    scans: integer('scans').notNull().default(0),
    visits: integer('visits').notNull().default(0),
    /** Time of the product's numbers; null if they were counted here. */
    updatedAt: unixSeconds('updated_at'),
  },
  (t) => [primaryKey({ columns: [t.qrId, t.day] }), index('qr_daily_scans_day').on(t.day)],
)

/** Who ordered a file's deletion, from where and when; for the audit row written once it is gone. */
export interface Deletion {
  staff: { id: number; email: string }
  ip: string
  /** Unix seconds. */
  at: number
}

/** A QR's files by key; the bytes are in storage under `storage_key`. */
export const qrMedia = pgTable(
  'qr_media',
  {
    qrId: integer('qr_id')
      .notNull()
      .references(() => qrs.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    type: text('type').notNull(),
    url: text('url').notNull(),
    src: text('src').notNull(),
    storageKey: text('storage_key').notNull(),
    /** Set during deletion; after a crash it remains and the deletion is resumed. */
    deletion: jsonb('deletion').$type<Deletion>(),
  },
  (t) => [primaryKey({ columns: [t.qrId, t.key] }), index('qr_media_deletion').on(t.qrId).where(sql`deletion is not null`)],
)

/** QRs whose target scanners flagged as harmful. */
export const infectedQrs = pgTable(
  'infected_qrs',
  {
    id: id(),
    qrId: integer('qr_id')
      .notNull()
      .references(() => qrs.id, { onDelete: 'cascade' }),
    uri: text('uri').notNull(),
    vendors: text('vendors').notNull(),
    createdAt: unixSeconds('created_at').notNull(),
  },
  (t) => [
    index('infected_qrs_qr').on(t.qrId),
    // Sort keys are cut, as URLs can exceed the size of an index entry.
    index('infected_qrs_uri').on(sql`left(${t.uri}, 200) collate "C"`, t.id),
    index('infected_qrs_vendors').on(sql`left(${t.vendors}, 200) collate "C"`, t.id),
  ],
)

/**
 * QRs affected by a bulk change whose audit row names the customer (transfer of all or of folders, activation of all),
 * for undo. `folder_id` is the former folder.
 */
export const auditedQrs = pgTable(
  'audited_qrs',
  {
    auditId: integer('audit_id')
      .notNull()
      .references(() => auditLog.id, { onDelete: 'cascade' }),
    qrId: integer('qr_id').notNull(),
    folderId: integer('folder_id'),
  },
  (t) => [primaryKey({ columns: [t.auditId, t.qrId] })],
)
