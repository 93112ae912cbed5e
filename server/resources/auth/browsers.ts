import { and, desc, eq, gt, inArray, isNotNull, notInArray, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { knownBrowsers, sessions, staff } from '../../db/schema/staff.ts'
import { browserSeconds } from '../../http/access/cookies.ts'
import { newSecret } from '../../http/access/secrets.ts'

/** Known browsers kept per account, most recent first. Limited because each has its own limits for guessing. */
const maxBrowsers = 10

/**
 * The row of a browser that has signed in to this account before; null if unknown.
 * @param idHash hash of the request's cookie; null without one
 * @param isAccount matches the account
 * @param now unix seconds
 */
export async function findBrowser(db: Db, idHash: string | null, isAccount: SQL, now: number): Promise<number | null> {
  if (idHash === null) return null
  const [found] = await db
    .select({ id: knownBrowsers.id })
    .from(knownBrowsers)
    .innerJoin(staff, eq(staff.id, knownBrowsers.staffId))
    .where(and(eq(knownBrowsers.idHash, idHash), gt(knownBrowsers.lastSignInAt, now - browserSeconds), isAccount))
  return found?.id ?? null
}

/**
 * Remembers a browser. Each sign-in replaces its cookie value, for all accounts that know the browser, so a copied
 * or planted cookie is worthless.
 * @param presented hash of the request's cookie; null without one
 * @param now unix seconds
 * @returns the row id and the new cookie value, which isn't stored
 */
export async function rememberBrowser(
  tx: Db,
  staffId: number,
  presented: string | null,
  now: number,
): Promise<{ id: number; value: string }> {
  const { value, hash: idHash } = newSecret()
  if (presented !== null) await tx.update(knownBrowsers).set({ idHash }).where(eq(knownBrowsers.idHash, presented))
  const [row] = await tx
    .insert(knownBrowsers)
    .values({ idHash, staffId, lastSignInAt: now })
    .onConflictDoUpdate({ target: [knownBrowsers.idHash, knownBrowsers.staffId], set: { lastSignInAt: now } })
    .returning({ id: knownBrowsers.id })
  if (!row) throw new Error('the browser was not returned')
  // Skip rows locked by another sign-in; the next one removes them.
  const others = tx
    .select({ id: knownBrowsers.id })
    .from(knownBrowsers)
    .where(eq(knownBrowsers.staffId, staffId))
    .orderBy(desc(knownBrowsers.lastSignInAt), desc(knownBrowsers.id))
    .offset(maxBrowsers)
    .for('update', { skipLocked: true })
  await tx.delete(knownBrowsers).where(inArray(knownBrowsers.id, others))
  return { id: row.id, value }
}

/**
 * Forgets the known browsers of an account.
 * @param askedBy hash of the requesting session, whose browser stays known; null if there is none
 * @returns how many were forgotten
 */
export async function forgetBrowsers(tx: Db, staffId: number, askedBy: string | null): Promise<number> {
  const asking = (idHash: string) =>
    tx
      .select({ id: sessions.browserId })
      .from(sessions)
      .where(and(eq(sessions.idHash, idHash), isNotNull(sessions.browserId)))
  const gone = await tx
    .delete(knownBrowsers)
    .where(and(eq(knownBrowsers.staffId, staffId), askedBy === null ? undefined : notInArray(knownBrowsers.id, asking(askedBy))))
    .returning({ id: knownBrowsers.id })
  return gone.length
}
