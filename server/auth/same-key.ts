import { eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { StartError } from '../db/start-error.ts'
import { appState, sessions, signInChallenges, staff } from '../db/schema/staff.ts'
import { keyIdOf, sealedWith } from './secrets.ts'

/** Where the database keeps the id of the key that its secrets are encrypted with. */
const stateKey = 'secret-key'

/**
 * Notes the key's id in the database at the first start, and compares it at every other. In a database that was used before ids were
 * noted, the secrets themselves tell.
 * @throws StartError where the database was used with another key; nothing was changed
 */
export async function requireSameKey(db: Db, key: Buffer): Promise<void> {
  const id = keyIdOf(key)
  const known = (await readKeyId(db)) ?? (await keyIdOfSecrets(db, id))
  if (known !== null && known !== id) throw otherKey(known, id)
  if (known === id && (await readKeyId(db)) === id) return
  await db.insert(appState).values({ key: stateKey, value: id }).onConflictDoNothing()
  // Of two servers that start at once with different keys, one noted its own.
  const noted = await readKeyId(db)
  if (noted !== null && noted !== id) throw otherKey(noted, id)
}

/**
 * Takes a new key in place of one that is lost: two-factor of every account is set up anew at the next sign-in, and everybody is signed
 * out. Nothing happens where the key is the one in use.
 * @returns how many accounts had two-factor; null where nothing had to be done
 */
export async function replaceKey(db: Db, key: Buffer): Promise<number | null> {
  const id = keyIdOf(key)
  const known = (await readKeyId(db)) ?? (await keyIdOfSecrets(db, id))
  if (known === null || known === id) return null
  return db.transaction(async (tx) => {
    const reset = await tx.update(staff).set({ totpSecret: null, totpLastStep: null }).where(isNotNull(staff.totpSecret)).returning()
    await tx.delete(signInChallenges)
    await tx.delete(sessions)
    await tx
      .insert(appState)
      .values({ key: stateKey, value: id })
      .onConflictDoUpdate({ target: appState.key, set: { value: id } })
    return reset.length
  })
}

async function readKeyId(db: Db): Promise<string | null> {
  const [row] = await db.select({ id: appState.value }).from(appState).where(eq(appState.key, stateKey))
  return typeof row?.id === 'string' ? row.id : null
}

/** The id of the key that secrets are sealed with: `preferred` where one of them has it, null where there are none. */
async function keyIdOfSecrets(db: Db, preferred: string): Promise<string | null> {
  const rows = await db
    .selectDistinct({ id: sealedWith(sql`${staff.totpSecret}`) })
    .from(staff)
    .where(isNotNull(staff.totpSecret))
  return rows.find(({ id }) => id === preferred)?.id ?? rows[0]?.id ?? null
}

function otherKey(known: string, given: string): StartError {
  return new StartError(
    `SECRET_KEY (without it, secret.key in DATA_DIR) is key ${given}, but this database was used with key ${known}: two-factor codes could not ` +
      'be checked. Nothing was changed. Set the former key or restore secret.key; if it is lost, run npm run staff -- replace-key.',
  )
}
