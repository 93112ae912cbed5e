import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { TokenScope } from '../../../src/contract/tokens.ts'
import { id, unixSeconds } from './columns.ts'

/** Service tokens; only the hash is stored. Revoked tokens are kept: the audit trail refers to them. */
export const serviceTokens = pgTable(
  'service_tokens',
  {
    id: id(),
    tokenHash: text('token_hash').notNull(),
    /** The beginning of the token, to recognise it by. */
    prefix: text('prefix').notNull(),
    name: text('name').notNull(),
    scopes: text('scopes').array().$type<TokenScope[]>().notNull(),
    createdAt: unixSeconds('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    lastUsedAt: unixSeconds('last_used_at'),
    revokedAt: unixSeconds('revoked_at'),
  },
  (t) => [uniqueIndex('service_tokens_hash').on(t.tokenHash)],
)
