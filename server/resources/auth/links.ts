import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { signInLinks, staff } from '../../db/schema/staff.ts'
import { newSecret, secretHash } from '../../http/access/secrets.ts'
import type { Config } from '../../process/config.ts'
import { StartError } from '../../process/start-error.ts'
import { linkSeconds } from './sessions.ts'

/** Makes a link's token, which isn't stored. Earlier links of the account end. */
export async function makeLink(tx: Db, staffId: number, now: number): Promise<string> {
  const { value, hash: idHash } = newSecret()
  await tx.delete(signInLinks).where(eq(signInLinks.staffId, staffId))
  await tx.insert(signInLinks).values({ idHash, staffId, createdAt: now })
  return value
}

/** Whether anybody with role 1 could sign in by passkey, or by a link that is open. */
async function hasWayIn(db: Db, now: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from staff where rol = 1 and disabled_at is null and (
      exists (select from passkeys where staff_id = staff.id)
      or exists (select from sign_in_links where staff_id = staff.id and created_at > ${now - linkSeconds}))
    limit 1`)
  return rows.length > 0
}

/**
 * Refuses to start where nobody who manages accounts could sign in.
 * @throws StartError
 */
export async function requireWayIn(db: Db, { signIn }: Pick<Config, 'signIn'>): Promise<void> {
  if (signIn.some((way) => way !== 'passkey') || (await hasWayIn(db, Math.floor(Date.now() / 1000)))) return
  throw new StartError(
    'SIGN_IN lists only passkey, and no account with role 1 has one: nobody could sign in. ' +
      'npm run staff -- link EMAIL prints a link that signs in once; start again within 15 minutes, open it, and add a passkey.',
  )
}

/** Uses up a link; null if it was used or is too old. */
export async function takeLink(tx: Db, token: string, now: number): Promise<{ id: number; email: string } | null> {
  const [taken] = await tx
    .delete(signInLinks)
    .where(and(eq(signInLinks.idHash, secretHash(token)), gt(signInLinks.createdAt, now - linkSeconds)))
    .returning({ staffId: signInLinks.staffId })
  if (!taken) return null
  const [account] = await tx.select({ id: staff.id, email: staff.email }).from(staff).where(eq(staff.id, taken.staffId))
  return account ?? null
}
