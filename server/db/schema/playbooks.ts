import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { PlaybookStep, PlaybookType, RunCall, RunStep, runStates } from '../../../src/contract/playbooks.ts'
import { id, unixSeconds, version } from './columns.ts'
import { staff } from './staff.ts'

/** Lists of commands that staff keep. What their commands do, only the console knows. */
export const playbooks = pgTable(
  'playbooks',
  {
    id: id(),
    /** Null once the account is gone: a shared one stays. */
    ownerId: integer('owner_id').references(() => staff.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    type: text('type').$type<PlaybookType>().notNull(),
    keys: text('keys'),
    isShared: boolean('is_shared').notNull().default(false),
    steps: jsonb('steps').$type<PlaybookStep[]>().notNull(),
    createdAt: unixSeconds('created_at').notNull(),
    updatedAt: unixSeconds('updated_at').notNull(),
    version: version(),
  },
  (t) => [index('playbooks_owner').on(t.ownerId)],
)

/** A step of a run with its call, which may be sent again only as it was. */
export type StoredStep = RunStep & RunCall

/** Playbooks that ran or are running. */
export const playbookRuns = pgTable(
  'playbook_runs',
  {
    id: id(),
    /** Chosen by the console; the `batch` of its audit rows. */
    key: uuid('key').notNull(),
    staffId: integer('staff_id').references(() => staff.id, { onDelete: 'set null' }),
    staffEmail: text('staff_email').notNull(),
    ip: text('ip').notNull(),
    name: text('name').notNull(),
    type: text('type').$type<PlaybookType>().notNull(),
    recordId: integer('record_id').notNull(),
    /** The customer whose record it is. */
    customerId: integer('customer_id').notNull(),
    steps: jsonb('steps').$type<StoredStep[]>().notNull(),
    state: text('state').$type<(typeof runStates)[number]>().notNull(),
    /** The customer's version after the run's own last change: a later step is based on that. Null before the first. */
    customerVersion: integer('customer_version'),
    /** Who carries it on, and until when nobody else may. */
    runner: uuid('runner'),
    leaseUntil: unixSeconds('lease_until').notNull().default(0),
    createdAt: unixSeconds('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('playbook_runs_key').on(t.key),
    index('playbook_runs_customer').on(t.customerId, t.createdAt, t.id),
    index('playbook_runs_due').on(t.leaseUntil).where(sql`state = 'running'`),
  ],
)

/**
 * The changes that steps have made, stored with them: a step that a paused server was still making when another took over can't be
 * made a second time.
 */
export const playbookMarks = pgTable(
  'playbook_marks',
  {
    batch: uuid('batch').notNull(),
    step: smallint('step').notNull(),
    action: text('action').notNull(),
    targetType: text('target_type').notNull(),
    targetId: integer('target_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.batch, t.step, t.action, t.targetType, t.targetId] })],
)
