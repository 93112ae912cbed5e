import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, unixSeconds } from './columns.ts'
import { customerId, customers } from './customers.ts'
import { qrs } from './qrs.ts'

/** Both lists store domains in punycode, lower case (ruling 46). */
export const blacklistedDomains = pgTable(
  'blacklisted_domains',
  { id: id(), domain: text('domain').notNull(), createdAt: unixSeconds('created_at').notNull() },
  (t) => [
    uniqueIndex('blacklisted_domains_domain').on(t.domain),
    index('blacklisted_domains_created_at').on(t.createdAt, t.id),
    index('blacklisted_domains_search').using('gin', sql`${t.domain} gin_trgm_ops`),
  ],
)

export const whitelistedDomains = pgTable(
  'whitelisted_domains',
  { id: id(), domain: text('domain').notNull(), createdAt: unixSeconds('created_at').notNull() },
  (t) => [
    uniqueIndex('whitelisted_domains_domain').on(t.domain),
    index('whitelisted_domains_created_at').on(t.createdAt, t.id),
    index('whitelisted_domains_search').using('gin', sql`${t.domain} gin_trgm_ops`),
  ],
)

/** status: 0 init, 1 safe, 2 unsafe, 3 unknown. */
export const webrisk = pgTable(
  'webrisk',
  {
    id: id(),
    url: text('url').notNull(),
    type: text('type').notNull(),
    /** 0 is a value; the score counts only if visits is null (ruling 48). */
    visits: integer('visits'),
    score: integer('score'),
    status: smallint('status').notNull().default(0),
    email: text('email'),
    whoisDate: unixSeconds('whois_date'),
    createdAt: unixSeconds('created_at').notNull(),
    qrId: integer('qr_id').references(() => qrs.id, { onDelete: 'set null' }),
    userId: integer('user_id').references(() => customers.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('webrisk_status').on(t.status, t.createdAt, t.id),
    index('webrisk_created_at').on(t.createdAt, t.id),
    index('webrisk_search').using('gin', sql`lower(${t.url}) gin_trgm_ops`),
    index('webrisk_search_email').using('gin', sql`lower(${t.email}) gin_trgm_ops`),
    // Whole values: their parts are too frequent for the search. Addresses may be too long for a tree.
    index('webrisk_url').using('hash', sql`lower(${t.url})`),
    index('webrisk_email').using('hash', sql`lower(${t.email})`),
  ],
)

export const webriskTracker = pgTable(
  'webrisk_tracker',
  {
    id: id(),
    qrId: integer('qr_id').references(() => qrs.id, { onDelete: 'set null' }),
    userId: integer('user_id').references(() => customers.id, { onDelete: 'cascade' }),
    reason: text('reason').notNull(),
    url: text('url').notNull(),
    userBanned: boolean('user_banned').notNull().default(false),
    unsafeDomains: text('unsafe_domains').array().notNull(),
    createdAt: unixSeconds('created_at').notNull(),
  },
  (t) => [index('webrisk_tracker_created_at').on(t.createdAt, t.id), index('webrisk_tracker_user').on(t.userId, t.createdAt, t.id)],
)

/** status: 0 init, 1 pending, 2 finished. */
export const abuseReports = pgTable(
  'abuse_reports',
  {
    id: id(),
    url: text('url').notNull(),
    email: text('email').notNull(),
    reason: text('reason').notNull(),
    status: smallint('status').notNull().default(0),
    createdAt: unixSeconds('created_at').notNull(),
  },
  (t) => [
    index('abuse_reports_status').on(t.status, t.createdAt, t.id),
    index('abuse_reports_created_at').on(t.createdAt, t.id),
    index('abuse_reports_search').using('gin', sql`lower(${t.url}) gin_trgm_ops`),
    index('abuse_reports_search_email').using('gin', sql`lower(${t.email}) gin_trgm_ops`),
    index('abuse_reports_url').using('hash', sql`lower(${t.url})`),
    index('abuse_reports_email').using('hash', sql`lower(${t.email})`),
  ],
)

/** Customers' calls to the public API; credentials are masked before writing (ruling 50). */
export const apiCalls = pgTable(
  'api_calls',
  {
    id: id(),
    owner: customerId('owner'),
    method: text('method').notNull(),
    path: text('path').notNull(),
    query: text('query').notNull().default(''),
    statusCode: smallint('status_code').notNull(),
    createdAt: unixSeconds('created_at').notNull(),
    requestHeaders: jsonb('request_headers').notNull(),
    requestBody: text('request_body').notNull().default(''),
    /** Milliseconds. */
    responseTime: integer('response_time').notNull(),
    responseHeaders: jsonb('response_headers').notNull(),
    responseBody: text('response_body').notNull().default(''),
  },
  (t) => [
    index('api_calls_created_at').on(t.createdAt, t.id),
    index('api_calls_owner').on(t.owner, t.createdAt, t.id),
    index('api_calls_status').on(t.statusCode, t.createdAt, t.id),
    index('api_calls_failed').on(t.createdAt, t.id).where(sql`status_code >= 400`),
    index('api_calls_method').on(t.method, t.createdAt, t.id),
  ],
)
