import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ApprovalState } from '../../../src/contract/approvals.ts'
import type { Policy } from '../../../src/contract/policies.ts'
import type { PolicyAction } from '../../../src/contract/policy-actions.ts'
import { id, minorAmount, unixSeconds } from './columns.ts'
import { staff } from './staff.ts'

/** The table of policies, as one row, so that it changes as a whole; none while it was never written. */
export const policyTables = pgTable('policy_tables', {
  /** Always 1. */
  id: smallint('id').primaryKey(),
  revision: integer('revision').notNull(),
  policies: jsonb('policies').$type<readonly Policy[]>().notNull(),
  changedById: integer('changed_by_id').references(() => staff.id, { onDelete: 'set null' }),
  changedByEmail: text('changed_by_email').notNull(),
  changedAt: unixSeconds('changed_at').notNull(),
})

/** Calls that wait for a second person, or did. */
export const approvals = pgTable(
  'approvals',
  {
    id: id(),
    state: text('state').$type<ApprovalState>().notNull(),
    /** Who wants it, and from where. Null if the account is gone. */
    staffId: integer('staff_id').references(() => staff.id, { onDelete: 'set null' }),
    staffEmail: text('staff_email').notNull(),
    staffName: text('staff_name').notNull(),
    ip: text('ip').notNull(),
    /** The call, without passwords. Of one that the asker makes, only for recognising it. */
    method: text('method').notNull(),
    path: text('path').notNull(),
    body: jsonb('body').$type<Record<string, unknown>>().notNull(),
    /** The hash of the call, without keys that differ with each try: the same call asks once. */
    callHash: text('call_hash').notNull(),
    isDoneByRequester: boolean('is_done_by_requester').notNull(),
    /** The capability that the call takes; null if any account may make it. */
    capability: text('capability'),
    action: text('action').$type<PolicyAction>().notNull(),
    targetType: text('target_type').notNull(),
    targetId: integer('target_id').notNull(),
    targetName: text('target_name').notNull(),
    customerId: integer('customer_id'),
    rows: integer('rows').notNull(),
    amount: minorAmount('amount'),
    /** What matters of each record as it was, and what it becomes: void once it is no longer so. */
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
    /** What matters of all records. */
    matters: text('matters').notNull(),
    reason: text('reason'),
    /** The policies then: what the asker changes of them afterwards allows nothing. */
    policies: jsonb('policies').$type<readonly Policy[]>().notNull(),
    policyText: text('policy_text').notNull(),
    createdAt: unixSeconds('created_at').notNull(),
    expiresAt: unixSeconds('expires_at').notNull(),
    decidedById: integer('decided_by_id').references(() => staff.id, { onDelete: 'set null' }),
    decidedByEmail: text('decided_by_email'),
    decidedByName: text('decided_by_name'),
    decidedAt: unixSeconds('decided_at'),
    answer: text('answer'),
    /** While approved: when another server may try to do it. */
    leaseUntil: unixSeconds('lease_until').notNull().default(0),
    /** The newest audit row of the record when it was last compared. */
    comparedTo: integer('compared_to').notNull().default(0),
  },
  (t) => [
    uniqueIndex('approvals_once').on(t.staffId, t.callHash).where(sql`state in ('open', 'approved')`),
    index('approvals_state').on(t.state, t.createdAt, t.id),
    index('approvals_staff').on(t.staffId, t.createdAt, t.id),
    index('approvals_target').on(t.targetId, t.targetType),
  ],
)
