import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Orm } from '../../db/connect.ts'
import { keptStatement } from '../../db/kept-statements.ts'
import { policyTables } from '../../db/schema/policies.ts'
import { sessions, signInChallenges, staff } from '../../db/schema/staff.ts'
import type { Config } from '../../process/config.ts'
import type { HttpContext } from '../context.ts'
import { ApiError } from '../errors.ts'
import { awayPerson } from './as-person.ts'
import { cookieIdHash } from './cookies.ts'

/** Seconds a right password is valid without its code (ruling 6). */
export const challengeSeconds = 300

/** Codes that may be tried per challenge. */
export const challengeTries = 5

/** Seconds between writes of `last_seen_at`, so that reads stay reads; also the precision of the idle limit. */
const seenEvery = 60

/** The signed-in person. */
export interface SignedIn {
  id: number
  name: string
  email: string
  rol: number
  /** Identifies the session in the database. */
  sessionIdHash: string
  /** When they last proved that it is them, in unix seconds; 0: not in this session. */
  provenAt: number
  /** Counts changes of the policies; 0 while there were none. */
  policyRevision: number
}

/** The newest revision of the policies, within another query. */
export const policyRevision = sql<number>`coalesce((select ${policyTables.revision} from ${policyTables}), 0)`

/** Seconds that a proof is good for. */
const proofSeconds = 15 * 60

export const isProven = ({ provenAt }: Pick<SignedIn, 'provenAt'>, now: number) => provenAt > now - proofSeconds

/** @throws ApiError step_up_required */
export function requireProof(person: SignedIn, now: number): void {
  if (!isProven(person, now)) throw new ApiError('step_up_required', 'Prove once more that it is you, then send this again.')
}

/** The proof of a right password (ruling 6): the account and its two-factor state. */
export interface Challenge {
  idHash: string
  staff: { id: number; name: string; email: string; totpSecret: string | null; totpLastStep: number | null }
  /** First activation: the secret shown by `2fa/generate`, encrypted. */
  pendingSecret: string | null
}

/** A session last seen or created at or before these times, in unix seconds, is over (ruling 10). */
export function sessionLimits(config: Pick<Config, 'sessionIdleMinutes' | 'sessionMaxHours'>, now: number) {
  return { seenBefore: now - config.sessionIdleMinutes * 60, createdBefore: now - config.sessionMaxHours * 3600 }
}

/**
 * Finds who is signed in, with one indexed query. Ends sessions that were idle too long or are too old (ruling
 * 10). Doesn't clear the cookie: a late 401 must not remove one that a new sign-in in another tab just set.
 * @param options.isPerson whether a person asks, as opposed to an open page that polls
 * @throws ApiError unauthorized
 */
export async function readSession(context: HttpContext, request: FastifyRequest, { isPerson = true } = {}): Promise<SignedIn> {
  const { orm } = context.database
  const away = awayPerson()
  if (away) return readPerson(orm, away.staffId)
  const idHash = cookieIdHash(request, 'session', context.config)
  if (idHash === null) throw unauthorized()
  const [found] = await keptStatement(orm, sessions, 'read', () => sessionQuery(orm)).execute({ idHash })
  if (!found) throw unauthorized()
  const now = context.now()
  const { seenBefore, createdBefore } = sessionLimits(context.config, now)
  if (found.lastSeenAt <= seenBefore || found.createdAt <= createdBefore) {
    await orm.delete(sessions).where(eq(sessions.idHash, idHash))
    throw unauthorized()
  }
  if (isPerson && found.lastSeenAt <= now - seenEvery)
    await orm
      .update(sessions)
      .set({ lastSeenAt: now })
      .where(and(eq(sessions.idHash, idHash), lte(sessions.lastSeenAt, now - seenEvery)))
  return { ...found.staff, sessionIdHash: idHash, provenAt: found.provenAt, policyRevision: found.policyRevision }
}

/** The account that a call is made for, as it is now. */
async function readPerson(orm: Orm, id: number): Promise<SignedIn> {
  const { name, email, rol } = staff
  const [person] = await orm
    .select({ id: staff.id, name, email, rol, policyRevision })
    .from(staff)
    .where(and(eq(staff.id, id), isNull(staff.disabledAt)))
  if (!person) throw new ApiError('unauthorized', 'The account that this is done for is gone.')
  return { ...person, sessionIdHash: '', provenAt: 0 }
}

/** Prepared because every request runs it, and planning costs 0.2 ms. */
function sessionQuery(orm: Orm) {
  return orm
    .select({
      staff: { id: staff.id, name: staff.name, email: staff.email, rol: staff.rol },
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      provenAt: sessions.provenAt,
      policyRevision,
    })
    .from(sessions)
    .innerJoin(staff, eq(staff.id, sessions.staffId))
    .where(and(eq(sessions.idHash, sql.placeholder('idHash')), isNull(staff.disabledAt)))
    .prepare('read_session')
}

function unauthorized(): ApiError {
  return new ApiError('unauthorized', 'Sign in to go on.')
}

/**
 * The request's proof of a right password.
 * @throws ApiError challenge_expired if missing, used, too old, or out of tries
 */
export async function readChallenge(context: HttpContext, request: FastifyRequest): Promise<Challenge> {
  const idHash = cookieIdHash(request, 'challenge', context.config)
  if (idHash === null) throw challengeExpired()
  const [found] = await context.database.orm
    .select({
      staff: { id: staff.id, name: staff.name, email: staff.email, totpSecret: staff.totpSecret, totpLastStep: staff.totpLastStep },
      createdAt: signInChallenges.createdAt,
      tries: signInChallenges.tries,
      pendingSecret: signInChallenges.pendingSecret,
    })
    .from(signInChallenges)
    .innerJoin(staff, eq(staff.id, signInChallenges.staffId))
    .where(and(eq(signInChallenges.idHash, idHash), isNull(staff.disabledAt)))
  if (!found || found.tries >= challengeTries || found.createdAt <= context.now() - challengeSeconds) throw challengeExpired()
  return { idHash, staff: found.staff, pendingSecret: found.pendingSecret }
}

/**
 * The same for setting up two-factor.
 * @throws ApiError challenge_expired; two_factor_already_on for a signed-in person who has it (ruling 6)
 */
export async function readActivation(context: HttpContext, request: FastifyRequest): Promise<Challenge> {
  try {
    return await readChallenge(context, request)
  } catch (error) {
    const signedIn = await readSession(context, request).catch(() => null)
    const { orm } = context.database
    const [account] = signedIn ? await orm.select({ secret: staff.totpSecret }).from(staff).where(eq(staff.id, signedIn.id)) : []
    throw account && account.secret !== null ? twoFactorAlreadyOn() : error
  }
}

/** Sends a person back to the password. */
export function challengeExpired(): ApiError {
  return new ApiError('challenge_expired', 'This sign-in is no longer valid. Enter your password again.')
}

/** Two-factor can be set up only once, or the next person to do so could take over the account. */
export function twoFactorAlreadyOn(): ApiError {
  return new ApiError('two_factor_already_on', 'Two-factor authentication is already set up for this account.')
}
