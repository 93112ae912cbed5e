import { and, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { signInChallenges } from '../../db/schema/staff.ts'
import { newSecret } from '../../http/access/secrets.ts'
import { challengeExpired, challengeTries } from '../../http/access/session.ts'

/** Creates the proof of a right password (ruling 6) and returns its cookie value, which isn't stored. */
export async function startChallenge(db: Db, staffId: number, now: number): Promise<string> {
  const { value, hash: idHash } = newSecret()
  await db.insert(signInChallenges).values({ idHash, staffId, createdAt: now })
  return value
}

/**
 * Counts a try before checking it, so that parallel tries each count.
 * @throws ApiError challenge_expired if tries or challenge are used up
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
 * Stores the pending secret unless there is one, so that asking again shows the same.
 * @returns the stored one, encrypted
 * @throws ApiError challenge_expired if the challenge has been used in the meantime
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

/** Ends a challenge, if any. */
export async function endChallenge(db: Db, idHash: string | null): Promise<void> {
  if (idHash !== null) await db.delete(signInChallenges).where(eq(signInChallenges.idHash, idHash))
}

/**
 * Spends a challenge.
 * @throws ApiError challenge_expired if another request was first: a challenge makes one session
 */
export async function spendChallenge(db: Db, idHash: string): Promise<void> {
  const used = await db.delete(signInChallenges).where(eq(signInChallenges.idHash, idHash)).returning({ idHash: signInChallenges.idHash })
  if (used.length === 0) throw challengeExpired()
}
