import { and, eq, inArray, lte, ne, or } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/connect.ts'
import {
  knownBrowsers,
  passkeyChallenges,
  providerSignIns,
  rateLimits,
  sessions,
  signInChallenges,
  signInLinks,
  staff,
} from '../../db/schema/staff.ts'
import { browserSeconds } from '../../http/access/cookies.ts'
import { newSecret } from '../../http/access/secrets.ts'
import { challengeSeconds, sessionLimits } from '../../http/access/session.ts'
import { ApiError } from '../../http/errors.ts'
import type { Config } from '../../process/config.ts'
import { forgetBrowsers } from './browsers.ts'

const userAgentMax = 400

/** Seconds that a link from the command line is good for. */
export const linkSeconds = 15 * 60
/** Seconds for signing in at the OpenID provider. */
export const providerSeconds = 10 * 60

export interface NewSession {
  staffId: number
  /** Unix seconds. */
  now: number
  /** Shown to the person to recognise the session. */
  ip: string
  userAgent: string | undefined
  /** Row of the known browser it belongs to. */
  browserId?: number
  /** When the person proved that it is them; by default now, as they sign in. */
  provenAt?: number
}

/** Creates a session and returns its cookie value, which isn't stored. */
export async function startSession(db: Db, { now, userAgent, ...from }: NewSession): Promise<string> {
  const { value, hash: idHash } = newSecret()
  const agent = userAgent?.slice(0, userAgentMax)
  await db.insert(sessions).values({ provenAt: now, ...from, idHash, createdAt: now, lastSeenAt: now, userAgent: agent })
  return value
}

/**
 * Ends one of a person's sessions and forgets its browser, which may be in others' hands.
 * @param publicId as in the list of sessions
 * @returns what is told of it in the audit trail
 * @throws ApiError not_found if it has ended
 */
export async function endListedSession(tx: Db, staffId: number, publicId: number): Promise<Record<string, unknown>> {
  const [ended] = await tx
    .delete(sessions)
    .where(and(eq(sessions.staffId, staffId), eq(sessions.publicId, publicId)))
    .returning({ ip: sessions.ip, userAgent: sessions.userAgent, createdAt: sessions.createdAt, browserId: sessions.browserId })
  if (!ended) throw new ApiError('not_found', 'This session has ended already.')
  const { browserId, ...session } = ended
  if (browserId !== null) await tx.delete(knownBrowsers).where(eq(knownBrowsers.id, browserId))
  return { session: publicId, ...session }
}

/** Ends one session, if any. */
export async function endSession(db: Db, idHash: string | null): Promise<void> {
  if (idHash !== null) await db.delete(sessions).where(eq(sessions.idHash, idHash))
}

/**
 * Ends a person's sessions and pending sign-ins, and forgets their browsers, which may be in others' hands. Call
 * it in the transaction that changes the password, two-factor or role, or deletes the account (ruling 10). Locks
 * the account first: a concurrent sign-in has either finished and is ended here, or finds its proof gone.
 * @param askedBy hash of the requesting session, whose browser stays known
 * @param options.isKept whether that session stays, too
 * @returns how many sessions and known browsers there were
 */
export async function endSessions(
  db: Db,
  staffId: number,
  askedBy: string | null = null,
  { isKept = false } = {},
): Promise<{ sessions: number; browsers: number }> {
  await db.select({ id: staff.id }).from(staff).where(eq(staff.id, staffId)).for('update')
  const browsers = await forgetBrowsers(db, staffId, askedBy)
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.staffId, staffId), isKept && askedBy !== null ? ne(sessions.idHash, askedBy) : undefined))
    .returning({ id: sessions.publicId })
  await db.delete(signInChallenges).where(eq(signInChallenges.staffId, staffId))
  return { sessions: ended.length, browsers }
}

/**
 * Deletes expired sessions, challenges, links, known browsers and rate
 * limits. Skips locked rows of those that requests lock, so it never waits or deadlocks.
 */
export async function sweepExpired(db: Db, config: Config, now: number): Promise<void> {
  const { seenBefore, createdBefore } = sessionLimits(config, now)
  const oldSessions = db
    .select({ idHash: sessions.idHash })
    .from(sessions)
    .where(or(lte(sessions.lastSeenAt, seenBefore), lte(sessions.createdAt, createdBefore)))
    .for('update', { skipLocked: true })
  const oldChallenges = db
    .select({ idHash: signInChallenges.idHash })
    .from(signInChallenges)
    .where(lte(signInChallenges.createdAt, now - challengeSeconds))
    .for('update', { skipLocked: true })
  const oldBrowsers = db
    .select({ id: knownBrowsers.id })
    .from(knownBrowsers)
    .where(lte(knownBrowsers.lastSignInAt, now - browserSeconds))
    .for('update', { skipLocked: true })
  const isOld = (createdAt: PgColumn, seconds: number) => lte(createdAt, now - seconds)
  await db.delete(passkeyChallenges).where(isOld(passkeyChallenges.createdAt, challengeSeconds))
  await db.delete(signInLinks).where(isOld(signInLinks.createdAt, linkSeconds))
  await db.delete(providerSignIns).where(isOld(providerSignIns.createdAt, providerSeconds))
  // The library stores milliseconds of the machine's own clock.
  const oldLimits = db
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(lte(rateLimits.expire, Date.now()))
    .for('update', { skipLocked: true })
  await db.delete(sessions).where(inArray(sessions.idHash, oldSessions))
  await db.delete(signInChallenges).where(inArray(signInChallenges.idHash, oldChallenges))
  await db.delete(knownBrowsers).where(inArray(knownBrowsers.id, oldBrowsers))
  await db.delete(rateLimits).where(inArray(rateLimits.key, oldLimits))
}
