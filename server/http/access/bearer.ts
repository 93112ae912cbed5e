import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { roleMay } from '../../../src/contract/capabilities.ts'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import type { ServiceToken } from '../../../src/contract/tokens.ts'
import type { Orm } from '../../db/connect.ts'
import { keptStatement } from '../../db/kept-statements.ts'
import { serviceTokens } from '../../db/schema/tokens.ts'
import type { HttpContext } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { Limits } from '../limits/limits.ts'
import { addressKey } from './address-key.ts'
import { secretHash } from './secrets.ts'
import { policyRevision } from './session.ts'

/** The calling program. */
export type Program = Pick<ServiceToken, 'id' | 'name' | 'scopes'> & { policyRevision: number }

/** A program's name in the audit trail. */
export const programName = ({ name }: Pick<Program, 'name'>) => `service token “${name}”`

/** Seconds between writes of `last_used_at`, so that most calls write nothing for it. */
const usedEvery = 60

interface Limiters {
  calls: RateLimiterMemory
  wrong: RateLimiterMemory
}

const limiters = new WeakMap<HttpContext, Limiters>()

/** Sets how many calls per minute are allowed. Each server counts separately, in memory: these limits only prevent overload. */
export function limitTokens(context: HttpContext, { tokenCalls, wrongTokenCalls }: Pick<Limits, 'tokenCalls' | 'wrongTokenCalls'>): void {
  limiters.set(context, {
    calls: new RateLimiterMemory({ points: tokenCalls, duration: 60 }),
    wrong: new RateLimiterMemory({ points: wrongTokenCalls, duration: 60 }),
  })
}

/** Whether the request comes from a program, as opposed to a browser. */
export function hasBearer(request: FastifyRequest): boolean {
  return /^bearer /i.test(request.headers.authorization ?? '')
}

/**
 * The program whose token the request carries. Counts the call against its limit.
 * @throws ApiError unauthorized if the token is missing, unknown or revoked; too_many_requests
 */
export async function readToken(context: HttpContext, request: FastifyRequest): Promise<Program> {
  const { calls, wrong } = limitersOf(context)
  const from = addressKey(request.ip)
  const refused = await wrong.get(from)
  if (refused !== null && refused.remainingPoints <= 0) throw tooMany(refused)
  const { orm } = context.database
  const value = /^bearer +(qd_[\w-]{20,100})$/i.exec(request.headers.authorization ?? '')?.[1]
  const [token] =
    value === undefined ? [] : await keptStatement(orm, serviceTokens, 'read', () => tokenQuery(orm)).execute({ hash: secretHash(value) })
  if (!token) {
    await count(wrong, from)
    throw new ApiError('unauthorized', 'The service token is missing, unknown or revoked. Send it as Authorization: Bearer qd_…')
  }
  await count(calls, String(token.id))
  await noteUse(orm, token, context.now())
  return token
}

function limitersOf(context: HttpContext): Limiters {
  const found = limiters.get(context)
  if (!found) throw new Error('service tokens have no limits yet')
  return found
}

async function count(limiter: RateLimiterMemory, key: string): Promise<void> {
  await limiter.consume(key).catch((refused: unknown) => {
    throw refused instanceof RateLimiterRes ? tooMany(refused) : refused
  })
}

const tooMany = ({ msBeforeNext }: RateLimiterRes) =>
  new ApiError('too_many_requests', 'Too many calls, try again later.', { retryAfter: Math.max(1, msBeforeNext / 1000) })

/** Prepared because every call runs it. */
function tokenQuery(orm: Orm) {
  const { id, name, scopes, lastUsedAt } = serviceTokens
  return orm
    .select({ id, name, scopes, lastUsedAt, policyRevision })
    .from(serviceTokens)
    .where(and(eq(serviceTokens.tokenHash, sql.placeholder('hash')), isNull(serviceTokens.revokedAt)))
    .prepare('read_token')
}

async function noteUse(orm: Orm, { id, lastUsedAt }: Pick<ServiceToken, 'id' | 'lastUsedAt'>, now: number): Promise<void> {
  const { lastUsedAt: column } = serviceTokens
  const due = now - usedEvery
  if (lastUsedAt !== null && lastUsedAt > due) return
  await orm
    .update(serviceTokens)
    .set({ lastUsedAt: now })
    .where(and(eq(serviceTokens.id, id), or(isNull(column), lte(column, due))))
}

/**
 * Checks that a program may call an endpoint of the admin API: it must change nothing, and role 1 must have the capability for it.
 * @throws ApiError forbidden
 */
export function requireReadable({ access, method, changesState }: Endpoint, { scopes }: Program): void {
  const isReading = method === 'GET' && !changesState && typeof access === 'object' && roleMay(1, access.capability)
  if (!isReading || !scopes.includes('read')) throw new ApiError('forbidden', 'The service token may not do this.')
}
