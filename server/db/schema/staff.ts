import type { AuditAction } from '../../../src/contract/audit-actions.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, smallint, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { id, unixSeconds, version } from './columns.ts'

/** Back-office accounts. `totp_secret` is encrypted and bound to the row; it is set once a code was verified. */
export const staff = pgTable(
  'staff',
  {
    id: id(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    rol: smallint('rol').notNull().default(2),
    totpSecret: text('totp_secret'),
    /** The last 30-second step a code was accepted for: a code is good once. */
    totpLastStep: unixSeconds('totp_last_step'),
    createdAt: unixSeconds('created_at').notNull(),
    /** What the person has set up for themselves, in the contract's shape. */
    preferences: jsonb('preferences').notNull().default({}),
    version: version(),
  },
  (t) => [uniqueIndex('staff_email_unique').on(sql`lower(${t.email})`)],
)

/** Signed-in sessions; only the hash of the cookie's value is kept. */
export const sessions = pgTable(
  'sessions',
  {
    idHash: text('id_hash').primaryKey(),
    publicId: integer('public_id').notNull().generatedByDefaultAsIdentity(),
    staffId: integer('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    createdAt: unixSeconds('created_at').notNull(),
    lastSeenAt: unixSeconds('last_seen_at').notNull(),
    ip: text('ip'),
    userAgent: text('user_agent'),
    /** The row of `known_browsers` that this sign-in made or renewed; it may be gone since. */
    browserId: integer('browser_id'),
  },
  (t) => [index('sessions_staff').on(t.staffId)],
)

/**
 * Browsers that somebody signed in with, for each account; only the hash of the cookie's value is kept. The value is new after each
 * sign-in, the id stays: tries are counted by it.
 */
export const knownBrowsers = pgTable(
  'known_browsers',
  {
    id: id(),
    idHash: text('id_hash').notNull(),
    staffId: integer('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    lastSignInAt: unixSeconds('last_sign_in_at').notNull(),
  },
  (t) => [uniqueIndex('known_browsers_browser').on(t.idHash, t.staffId), index('known_browsers_staff').on(t.staffId)],
)

/** The proof of a right password: single use, five minutes, good for `/auth/2fa/*` alone (ruling 6). */
export const signInChallenges = pgTable(
  'sign_in_challenges',
  {
    idHash: text('id_hash').primaryKey(),
    staffId: integer('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    createdAt: unixSeconds('created_at').notNull(),
    tries: smallint('tries').notNull().default(0),
    /** First activation: the secret shown to the person, encrypted, until a code proves it. */
    pendingSecret: text('pending_secret'),
  },
  (t) => [index('sign_in_challenges_staff').on(t.staffId)],
)

/** The store of rate-limiter-flexible; the shape is the library's. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  expire: unixSeconds('expire'),
})

/** Who did what to whom: one row for each change, written in the same transaction as the change. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    at: unixSeconds('at').notNull(),
    /** Null once the account is gone; the e-mail stays readable. */
    actorId: integer('actor_id').references(() => staff.id, { onDelete: 'set null' }),
    actorEmail: text('actor_email').notNull(),
    /** The command's id: `customer.ban`. */
    action: text('action').$type<AuditAction>().notNull(),
    targetType: text('target_type').notNull(),
    targetId: integer('target_id').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
    ip: text('ip'),
    /** Whether the server can undo this change. */
    reversible: boolean('reversible').notNull().default(false),
    /** The audit row of the change that undid this one. */
    undoneBy: integer('undone_by'),
    /** The bulk change that this one is a part of: it is undone as a whole, and does nothing twice. */
    batch: uuid('batch'),
  },
  (t) => [
    index('audit_log_target').on(t.targetId, t.targetType, t.at, t.id),
    index('audit_log_target_type').on(t.targetType, t.at, t.id),
    index('audit_log_actor').on(t.actorId, t.at),
    index('audit_log_actor_email').on(sql`${t.actorEmail} collate "C"`, t.at, t.id),
    index('audit_log_action').on(t.action, t.at, t.id),
    index('audit_log_at').on(t.at, t.id),
    index('audit_log_batch').on(t.batch, t.targetId).where(sql`batch is not null`),
  ],
)

/** Facts about this database itself, such as how it was filled. */
export const appState = pgTable('app_state', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
})
