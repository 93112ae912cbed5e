import { and, desc, eq, gt, inArray, isNotNull, notInArray, type SQL } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { knownBrowsers, sessions, staff } from '../db/schema/staff.ts'
import { browserSeconds, newCookieValue } from '../http/cookies.ts'

/** So many browsers of one account are known, the latest ones: each has limits of its own to guess within. */
const mostBrowsers = 10

/**
 * The row of a browser that somebody signed in to this account with; null for one that is new to it.
 * @param idHash of the cookie that came along; null without one
 * @param isAccount picks the account
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
 * Knows a browser from now on. Its cookie gets a new value, so that neither a copy nor one that was planted is worth anything after a
 * sign-in; the other accounts that it is known to move along.
 * @param presented hash of the cookie that came along; null without one
 * @param now unix seconds
 * @returns the row, and the value of the cookie, which is kept nowhere
 */
export async function rememberBrowser(
  tx: Db,
  staffId: number,
  presented: string | null,
  now: number,
): Promise<{ id: number; value: string }> {
  const { value, idHash } = newCookieValue()
  if (presented !== null) await tx.update(knownBrowsers).set({ idHash }).where(eq(knownBrowsers.idHash, presented))
  const [row] = await tx
    .insert(knownBrowsers)
    .values({ idHash, staffId, lastSignInAt: now })
    .onConflictDoUpdate({ target: [knownBrowsers.idHash, knownBrowsers.staffId], set: { lastSignInAt: now } })
    .returning({ id: knownBrowsers.id })
  if (!row) throw new Error('the browser was not returned')
  // Another person may be signing in with one of these right now: it is left to the next time.
  const others = tx
    .select({ id: knownBrowsers.id })
    .from(knownBrowsers)
    .where(eq(knownBrowsers.staffId, staffId))
    .orderBy(desc(knownBrowsers.lastSignInAt), desc(knownBrowsers.id))
    .offset(mostBrowsers)
    .for('update', { skipLocked: true })
  await tx.delete(knownBrowsers).where(inArray(knownBrowsers.id, others))
  return { id: row.id, value }
}

/**
 * Knows the browsers of an account no more.
 * @param askedBy hash of the session that asks for it: its own browser stays known. Null where none asks
 * @returns how many there were
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
