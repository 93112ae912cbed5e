import { eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { appState, sessions, signInChallenges, staff } from '../../db/schema/staff.ts'
import { StartError } from '../../process/start-error.ts'
import { keyIdOf, sealedWith } from './secrets.ts'

/** Where the id of the encryption key is stored. */
const stateKey = 'secret-key'

/**
 * Stores the key's id at the first start and compares it at later ones. In databases older than this check, stored
 * secrets reveal the id.
 * @throws StartError if the database was used with another key; nothing was changed
 */
export async function requireSameKey(db: Db, key: Buffer): Promise<void> {
  const id = keyIdOf(key)
  const known = (await readKeyId(db)) ?? (await keyIdOfSecrets(db, id))
  if (known !== null && known !== id) throw otherKey(known, id)
  if (known === id && (await readKeyId(db)) === id) return
  await db.insert(appState).values({ key: stateKey, value: id }).onConflictDoNothing()
  // Another server may have started with a different key and stored its id first.
  const noted = await readKeyId(db)
  if (noted !== null && noted !== id) throw otherKey(noted, id)
}

/**
 * Replaces a lost key: every account sets up two-factor again at its next sign-in, and all sessions end. Webhook secrets
 * are renewed by `renewSecrets`. Does nothing if the key is already in use.
 * @returns how many accounts had two-factor; null if nothing was done
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

/** The id of the key that the database is used with; null if none is stored. */
export async function readKeyId(db: Db): Promise<string | null> {
  const [row] = await db.select({ id: appState.value }).from(appState).where(eq(appState.key, stateKey))
  return typeof row?.id === 'string' ? row.id : null
}

/** The id of the key used for stored secrets: `preferred` if any has it, null if there are no secrets. */
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
