import { z } from 'zod'
import { Done, endpoint, UnixSeconds } from './endpoint.ts'
import { Integer, messages, requiredText } from './fields.ts'

/**
 * Service tokens: what programs call this server with, as `Authorization: Bearer qd_…`. A token acts for nobody on the
 * staff, and is named itself in the audit trail.
 */

/**
 * What a token may be for. `ingest`: telling us of the product's data, under `/api/ingest`. `read`: every GET of the
 * admin API that role 1 has a capability for, but for those that only a person may make.
 */
export const tokenScopes = ['ingest', 'read'] as const
export const TokenScope = z.enum(tokenScopes, { error: `Must be ${tokenScopes.join(' or ')}.` })
export type TokenScope = z.infer<typeof TokenScope>

export const ServiceToken = z.object({
  id: Integer,
  name: z.string(),
  /** The beginning of the token, by which people recognise it: `qd_AbC1234`. */
  prefix: z.string(),
  scopes: z.array(TokenScope),
  createdAt: UnixSeconds,
  /** Email of whoever made it, or `npm run tokens`. */
  createdBy: z.string(),
  /** To the minute; null if it was never used. */
  lastUsedAt: UnixSeconds.nullable(),
  /** Null while it is good. */
  revokedAt: UnixSeconds.nullable(),
})
export type ServiceToken = z.infer<typeof ServiceToken>

const shared = { access: 'integrations.manage', feature: 'integrations' } as const

/** All tokens, good ones first, then the newest. */
export const listTokens = endpoint({ path: '/tokens', ...shared, reply: z.object({ rows: z.array(ServiceToken) }) })

const maxTokenNameLength = 60

export const TokenInput = z.strictObject({
  name: requiredText.trim().min(1, messages.required).max(maxTokenNameLength, messages.tooLong(maxTokenNameLength)),
  scopes: z.array(TokenScope).min(1, messages.required).max(tokenScopes.length),
})
export type TokenInput = z.infer<typeof TokenInput>

/** The reply is the only place that ever has the whole token. */
export const createToken = endpoint({
  method: 'POST',
  path: '/tokens',
  stepUp: 'if-set',
  ...shared,
  body: TokenInput,
  reply: Done.extend({ id: Integer, token: z.string() }),
})

/** Final: calls with it are 401 from then on. 409 `unavailable_action` if it is revoked already. */
export const revokeToken = endpoint({ method: 'DELETE', path: '/tokens/{id}', ...shared, stepUp: 'if-set' })
