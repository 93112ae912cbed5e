import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import type { AppLoginMode } from '../../../src/contract/app-login.ts'
import { id, unixSeconds, version } from './columns.ts'
import { customerId, customers } from './customers.ts'
import { staff } from './staff.ts'

/** One note per customer (ruling 38). */
export const customerNotes = pgTable(
  'customer_notes',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => customers.id, { onDelete: 'cascade' }),
    note: text('note').notNull(),
    createdAt: unixSeconds('created_at').notNull(),
    authorId: integer('author_id').references(() => staff.id, { onDelete: 'set null' }),
    authorName: text('author_name').notNull(),
    version: version(),
  },
  (t) => [
    index('customer_notes_created_at').on(t.createdAt, t.userId),
    index('customer_notes_text').using('gin', sql`lower(${t.note} || ' ' || ${t.authorName}) gin_trgm_ops`),
  ],
)

export const feedback = pgTable(
  'feedback',
  {
    id: id(),
    userId: customerId(),
    note: text('note').notNull(),
    reasonType: text('reason_type').notNull(),
    createdAt: unixSeconds('created_at').notNull(),
  },
  (t) => [
    index('feedback_created_at').on(t.createdAt, t.id),
    index('feedback_reason_type').on(sql`${t.reasonType} collate "C"`, t.id),
    index('feedback_user').on(t.userId),
    index('feedback_text').using('gin', sql`lower(${t.note} || ' ' || ${t.reasonType}) gin_trgm_ops`),
  ],
)

/** role: 1 admin, 2 extended collaborator, 3 collaborator. status: 0 pending approval, 1 accepted. */
export const invitations = pgTable(
  'invitations',
  {
    id: id(),
    /** The customer who invited. */
    ownerId: customerId('owner_id'),
    /** The invited person's account (ruling 37); null until they have one. */
    userId: integer('user_id').references(() => customers.id, { onDelete: 'set null' }),
    email: text('email').notNull(),
    role: smallint('role').notNull(),
    status: smallint('status').notNull(),
    createdAt: unixSeconds('created_at').notNull(),
    lastLogin: unixSeconds('last_login'),
    registrationComplete: smallint('registration_complete').notNull().default(0),
  },
  (t) => [index('invitations_owner').on(t.ownerId, t.createdAt), index('invitations_email').on(sql`lower(${t.email}) collate "C"`, t.id)],
)

/** Customers' own hostnames. status: active, blocked, deleted, moved or pending. */
export const customerDomains = pgTable(
  'customer_domains',
  {
    id: id(),
    userId: customerId(),
    hostname: text('hostname').notNull(),
    status: text('status').notNull(),
    certificate: text('certificate').notNull(),
    createdAt: unixSeconds('created_at').notNull(),
    main: boolean('main').notNull().default(false),
  },
  (t) => [
    index('customer_domains_user').on(t.userId),
    index('customer_domains_status').on(sql`${t.status} collate "C"`, t.id),
    index('customer_domains_certificate').on(sql`${t.certificate} collate "C"`, t.id),
    index('customer_domains_created_at').on(t.createdAt, t.id),
    index('customer_domains_hostname_key').on(sql`lower(${t.hostname}) collate "C"`, t.id),
    index('customer_domains_hostname').using('gin', sql`lower(${t.hostname}) gin_trgm_ops`),
  ],
)

/** What customers did in the product's app. */
export const events = pgTable(
  'events',
  {
    id: id(),
    event: text('event').notNull(),
    userId: customerId(),
    ip: text('ip'),
    date: unixSeconds('date').notNull(),
  },
  (t) => [index('events_user').on(t.userId, t.date, t.id), index('events_date').on(t.date, t.id)],
)

export const emailActivity = pgTable(
  'email_activity',
  {
    id: id(),
    userId: customerId(),
    event: text('event').notNull(),
    subject: text('subject').notNull(),
    tag: text('tag'),
    email: text('email').notNull(),
    date: unixSeconds('date').notNull(),
  },
  (t) => [index('email_activity_user').on(t.userId, t.date, t.id)],
)

/** Customers' sessions in the product's app; a ban ends them (ruling 36). */
export const appSessions = pgTable(
  'app_sessions',
  {
    id: id(),
    userId: customerId(),
    createdAt: unixSeconds('created_at').notNull(),
    endedAt: unixSeconds('ended_at'),
  },
  (t) => [index('app_sessions_user').on(t.userId)],
)

/** One-time logins of staff to the app as a customer, good for 60 seconds (ruling 37). */
export const appLoginTokens = pgTable('app_login_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  userId: customerId(),
  staffId: integer('staff_id').references(() => staff.id, { onDelete: 'set null' }),
  mode: text('mode').$type<AppLoginMode>().notNull().default('look'),
  reason: text('reason'),
  createdAt: unixSeconds('created_at').notNull(),
  usedAt: unixSeconds('used_at'),
})
