import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import type { AuditAction } from '../../../src/contract/audit-actions.ts'
import { id, unixSeconds, version } from './columns.ts'

/** Staff accounts. `totp_secret` is encrypted and bound to the row, and set only after a code was verified. */
export const staff = pgTable(
  'staff',
  {
    id: id(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    rol: smallint('rol').notNull().default(2),
    totpSecret: text('totp_secret'),
    /** The last accepted 30-second step: each code works only once. */
    totpLastStep: unixSeconds('totp_last_step'),
    createdAt: unixSeconds('created_at').notNull(),
    /** Switched off: nobody can sign in. */
    disabledAt: unixSeconds('disabled_at'),
    /** The person's preferences, in the contract's shape. */
    preferences: jsonb('preferences').notNull().default({}),
    version: version(),
  },
  (t) => [uniqueIndex('staff_email_unique').on(sql`lower(${t.email})`)],
)

/** Sessions; only the hash of the cookie value is stored. */
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
    /** The `known_browsers` row that this sign-in created or renewed; may have been deleted since. */
    browserId: integer('browser_id'),
    /** When the person last proved that it is them; 0: not in this session. */
    provenAt: unixSeconds('proven_at').notNull().default(0),
    /** Of sessions from the OpenID provider: its own id of the session, the refresh token (encrypted), and when it was last asked. */
    providerSession: text('provider_session'),
    refreshToken: text('refresh_token'),
    refreshedAt: unixSeconds('refreshed_at'),
  },
  (t) => [index('sessions_staff').on(t.staffId)],
)

/** Which account at the OpenID provider a staff account is bound to. */
export const providerAccounts = pgTable(
  'provider_accounts',
  {
    staffId: integer('staff_id')
      .primaryKey()
      .references(() => staff.id, { onDelete: 'cascade' }),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
  },
  (t) => [uniqueIndex('provider_accounts_subject').on(t.issuer, t.subject)],
)

/** Public keys that staff sign in with. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    staffId: integer('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    /** The authenticator's id of it, in base64url. */
    credentialId: text('credential_id').notNull(),
    /** COSE, in base64url. */
    publicKey: text('public_key').notNull(),
    /** How often it was used, by its own count; 0 if it doesn't count. */
    counter: unixSeconds('counter').notNull(),
    transports: text('transports').array().notNull(),
    name: text('name').notNull(),
    createdAt: unixSeconds('created_at').notNull(),
    lastUsedAt: unixSeconds('last_used_at'),
  },
  (t) => [uniqueIndex('passkeys_credential').on(t.credentialId), index('passkeys_staff').on(t.staffId)],
)

/** What an authenticator was asked to sign: single use, five minutes, for the cookie, challenge or session that asked. */
export const passkeyChallenges = pgTable('passkey_challenges', {
  /** The hash of that cookie. */
  idHash: text('id_hash').primaryKey(),
  challenge: text('challenge').notNull(),
  createdAt: unixSeconds('created_at').notNull(),
})

/** Codes for a lost phone that are not used yet; only their hashes are stored. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    staffId: integer('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.staffId, t.codeHash] })],
)

/** Links from the command line that open a session once. */
export const signInLinks = pgTable('sign_in_links', {
  idHash: text('id_hash').primaryKey(),
  staffId: integer('staff_id')
    .notNull()
    .references(() => staff.id, { onDelete: 'cascade' }),
  createdAt: unixSeconds('created_at').notNull(),
})

/** Sign-ins under way at the OpenID provider: single use, ten minutes. */
export const providerSignIns = pgTable('provider_sign_ins', {
  /** The hash of the cookie that began it. */
  idHash: text('id_hash').primaryKey(),
  state: text('state').notNull(),
  nonce: text('nonce').notNull(),
  /** PKCE. */
  verifier: text('verifier').notNull(),
  /** Where it leads: a path of the console. */
  origin: text('origin'),
  /** The session that proves itself once more; null for a sign-in. */
  sessionIdHash: text('session_id_hash'),
  createdAt: unixSeconds('created_at').notNull(),
})

/**
 * Browsers that have signed in, per account; only the hash of the cookie value is stored. Each sign-in changes the
 * value but keeps the id, by which failed tries are counted.
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

/** Proof of a right password: single use, five minutes, only for `/auth/2fa/*` (ruling 6). */
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

/** Storage of rate-limiter-flexible, in the library's format. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  expire: unixSeconds('expire'),
})

/** Who did what to whom: one row per change, written in its transaction. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    at: unixSeconds('at').notNull(),
    /** Null if the account is gone; the e-mail stays. */
    actorId: integer('actor_id').references(() => staff.id, { onDelete: 'set null' }),
    actorEmail: text('actor_email').notNull(),
    /** The command, such as `customer.ban`. */
    action: text('action').$type<AuditAction>().notNull(),
    targetType: text('target_type').notNull(),
    targetId: integer('target_id').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
    ip: text('ip'),
    /** Whether the server can undo this change. */
    reversible: boolean('reversible').notNull().default(false),
    /** Audit row of the change that undid this one. */
    undoneBy: integer('undone_by'),
    /** The bulk change it belongs to, for undoing it as a whole and never doing anything twice. */
    batch: uuid('batch'),
    /** Which step of the playbook's run that is its batch. */
    step: smallint('step'),
    /** Email of the second person who agreed. */
    approvedBy: text('approved_by'),
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

/** Facts about the database itself, such as how it was filled. */
export const appState = pgTable('app_state', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
})
