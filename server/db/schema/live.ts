import { sql } from 'drizzle-orm'
import { bigint, customType, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { LiveActivity, LiveType, PresenceRecord } from '../../../src/contract/live.ts'
import { unixSeconds } from './columns.ts'
import { sessions, staff } from './staff.ts'

/** A transaction's number, which never wraps around; text in JavaScript, as it may exceed 2^53. */
const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })

/**
 * What changed of late, told to consoles. Triggers insert rows in the transaction of each change, whoever makes it. Rows
 * are only ever added, so writers never wait for each other. Numbers of rows are given out before their transactions
 * end, so readers go by the transaction: see `server/live/position.ts`.
 */
export const changes = pgTable(
  'changes',
  {
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    transaction: transactionId('transaction').notNull().default(sql`pg_current_xact_id()`),
    at: unixSeconds('at').notNull().default(sql`extract(epoch from clock_timestamp())::bigint`),
    type: text('type').$type<LiveType>().notNull(),
    /** Null if many records of the kind changed at once, or its records have no common numbers. */
    recordId: integer('record_id'),
    customerId: integer('customer_id'),
    version: integer('version'),
    /** Wire names. Empty if the record is new or gone, or many changed. */
    fields: text('fields').array().notNull().default(sql`'{}'`),
    /** Rows of the audit trail, if many were written at once: by them the transaction's author is known. */
    audits: integer('audits').array(),
  },
  (t) => [primaryKey({ columns: [t.transaction, t.id] })],
)

/** What each tab of each person has open. Rows end with the session, on leaving, or soon after they lapsed. */
export const presence = pgTable(
  'presence',
  {
    sessionIdHash: text('session_id_hash')
      .notNull()
      .references(() => sessions.idHash, { onDelete: 'cascade' }),
    tab: text('tab').notNull(),
    staffId: integer('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    type: text('type').$type<PresenceRecord['type']>().notNull(),
    recordId: integer('record_id').notNull(),
    activity: text('activity').$type<LiveActivity>().notNull(),
    /** When the tab opened the record. */
    since: unixSeconds('since').notNull(),
    seenAt: unixSeconds('seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.sessionIdHash, t.tab] })],
)
