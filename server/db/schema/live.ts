import { sql } from 'drizzle-orm'
import { bigint, customType, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { LiveActivity, LiveType, PresenceRecord } from '../../../src/contract/live.ts'
import { unixSeconds } from './columns.ts'
import { sessions, staff } from './staff.ts'

/** A transaction number, which never wraps around. Text in JavaScript, as it may exceed 2^53. */
const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })

/**
 * Recent changes, for consoles. Triggers insert rows in the transaction of each change, whoever makes it. Rows are
 * only ever added, so writers never wait for each other. A row gets its id before its transaction commits, so
 * readers go by the transaction: see `server/resources/live/position.ts`.
 */
export const changes = pgTable(
  'changes',
  {
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    transaction: transactionId('transaction').notNull().default(sql`pg_current_xact_id()`),
    at: unixSeconds('at').notNull().default(sql`extract(epoch from clock_timestamp())::bigint`),
    type: text('type').$type<LiveType>().notNull(),
    /** Null if many records of the type changed together, or its records do not share one series of ids. */
    recordId: integer('record_id'),
    customerId: integer('customer_id'),
    version: integer('version'),
    /** Audit rows that the transaction wrote: they identify its author. */
    audits: integer('audits').array(),
  },
  (t) => [primaryKey({ columns: [t.transaction, t.id] })],
)

/** What each tab of each person has open. Rows are deleted with the session, when the tab leaves, or soon after they lapse. */
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
