import { and, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { signInChallenges } from '../db/schema/staff.ts'
import { newCookieValue } from '../http/cookies.ts'
import { challengeExpired, challengeTries } from '../http/session.ts'

/** Makes the proof of a right password (ruling 6) and returns the value of its cookie, which is kept nowhere. */
export async function startChallenge(db: Db, staffId: number, now: number): Promise<string> {
  const { value, idHash } = newCookieValue()
  await db.insert(signInChallenges).values({ idHash, staffId, createdAt: now })
  return value
}

/**
 * Counts a try before it is checked, so that codes tried at once count one by one.
 * @throws ApiError challenge_expired when all tries are used or the challenge is
 */
export async function countTry(db: Db, idHash: string): Promise<void> {
  const counted = await db
    .update(signInChallenges)
    .set({ tries: sql`${signInChallenges.tries} + 1` })
    .where(and(eq(signInChallenges.idHash, idHash), lt(signInChallenges.tries, challengeTries)))
    .returning({ tries: signInChallenges.tries })
  if (counted.length === 0) throw challengeExpired()
}

/**
 * Keeps the secret that waits for its first code, unless one waits already: asking again shows the same one.
 * @returns the one that is kept, encrypted
 * @throws ApiError challenge_expired when the challenge was used meanwhile
 */
export async function keepPendingSecret(db: Db, idHash: string, sealed: string): Promise<string> {
  const [kept] = await db
    .update(signInChallenges)
    .set({ pendingSecret: sql`coalesce(${signInChallenges.pendingSecret}, ${sealed})` })
    .where(eq(signInChallenges.idHash, idHash))
    .returning({ pendingSecret: signInChallenges.pendingSecret })
  if (!kept || kept.pendingSecret === null) throw challengeExpired()
  return kept.pendingSecret
}

/** Ends a challenge that is not wanted any more; without one there is nothing to do. */
export async function endChallenge(db: Db, idHash: string | null): Promise<void> {
  if (idHash !== null) await db.delete(signInChallenges).where(eq(signInChallenges.idHash, idHash))
}

/**
 * Spends a challenge.
 * @throws ApiError challenge_expired when somebody else was first: a challenge makes one session
 */
export async function spendChallenge(db: Db, idHash: string): Promise<void> {
  const used = await db.delete(signInChallenges).where(eq(signInChallenges.idHash, idHash)).returning({ idHash: signInChallenges.idHash })
  if (used.length === 0) throw challengeExpired()
}
