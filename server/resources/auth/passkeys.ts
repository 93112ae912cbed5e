import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { PasskeyAnswer } from '../../../src/contract/passkeys.ts'
import type { Db } from '../../db/connect.ts'
import { passkeyChallenges, passkeys, staff } from '../../db/schema/staff.ts'
import { challengeSeconds } from '../../http/access/session.ts'
import { ApiError } from '../../http/errors.ts'
import type { Config } from '../../process/config.ts'

type Site = Pick<Config, 'ownOrigin' | 'productName'>

/** Large, and not needed where nobody has a passkey. */
const webauthn = () => import('@simplewebauthn/server')

const domainOf = ({ ownOrigin }: Site) => new URL(ownOrigin).hostname

/** A person's passkeys, oldest first. */
export function passkeysOf(db: Db, staffId: number) {
  return db.select().from(passkeys).where(eq(passkeys.staffId, staffId)).orderBy(asc(passkeys.id))
}

export async function hasPasskeys(db: Db, staffId: number): Promise<boolean> {
  return (await db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.staffId, staffId)).limit(1)).length > 0
}

/**
 * Asks for a new passkey, one that is found without a name and always checks who uses it.
 * @param idHash hash of the session that asks
 */
export async function askForNew(db: Db, site: Site, person: { id: number; name: string; email: string }, idHash: string, now: number) {
  const { generateRegistrationOptions } = await webauthn()
  const known = await passkeysOf(db, person.id)
  const options = await generateRegistrationOptions({
    rpName: site.productName,
    rpID: domainOf(site),
    userID: Uint8Array.from(Buffer.from(`staff:${person.id}`)),
    userName: person.email,
    userDisplayName: person.name,
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: challengeSeconds * 1000,
  })
  await keepChallenge(db, idHash, options.challenge, now)
  return { ...options }
}

/**
 * Checks the answer to `askForNew`.
 * @throws ApiError challenge_expired; unprocessable
 */
export async function checkNew(db: Db, site: Site, idHash: string, answer: PasskeyAnswer, now: number) {
  const { verifyRegistrationResponse } = await webauthn()
  const expectedChallenge = await takeChallenge(db, idHash, now)
  const checked = await verifyRegistrationResponse({
    response: answer as unknown as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: site.ownOrigin,
    expectedRPID: domainOf(site),
    requireUserVerification: true,
  }).catch(() => null)
  if (!checked?.verified) throw new ApiError('unprocessable', 'The passkey was not accepted: its answer does not fit. Try again.')
  const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
}

/**
 * Asks for a passkey that is there.
 * @param idHash hash of the cookie, challenge or session that asks
 * @param staffId whose; null: anybody's, who is found by it
 */
export async function askForKnown(db: Db, site: Site, idHash: string, staffId: number | null, now: number) {
  const { generateAuthenticationOptions } = await webauthn()
  const known = staffId === null ? [] : await passkeysOf(db, staffId)
  const options = await generateAuthenticationOptions({
    rpID: domainOf(site),
    allowCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    userVerification: 'required',
    timeout: challengeSeconds * 1000,
  })
  await keepChallenge(db, idHash, options.challenge, now)
  return { ...options }
}

export interface Recognized {
  id: number
  name: string
  staff: { id: number; email: string; disabledAt: number | null }
}

/**
 * Checks the answer to `askForKnown` and counts the use. A passkey whose own count went back may have been copied.
 * @returns whose it is; `copied` if its count went back, null if it is unknown or its answer is wrong
 * @throws ApiError challenge_expired
 */
export async function checkKnown(
  db: Db,
  site: Site,
  idHash: string,
  answer: PasskeyAnswer,
  now: number,
): Promise<{ passkey: Recognized; isCopied: boolean } | null> {
  const { verifyAuthenticationResponse } = await webauthn()
  const expectedChallenge = await takeChallenge(db, idHash, now)
  const [found] = await db
    .select({ passkey: passkeys, staff: { id: staff.id, email: staff.email, disabledAt: staff.disabledAt } })
    .from(passkeys)
    .innerJoin(staff, eq(staff.id, passkeys.staffId))
    .where(eq(passkeys.credentialId, answer.id))
  if (!found) return null
  const { id, name, credentialId, publicKey, counter } = found.passkey
  const checked = await verifyAuthenticationResponse({
    response: answer as unknown as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: site.ownOrigin,
    expectedRPID: domainOf(site),
    // The count is compared below, where it can be told apart from a wrong answer.
    credential: { id: credentialId, publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')), counter: 0 },
    requireUserVerification: true,
  }).catch(() => null)
  if (!checked?.verified) return null
  const recognized = { passkey: { id, name, staff: found.staff }, isCopied: false }
  const { newCounter } = checked.authenticationInfo
  if (newCounter <= counter && (newCounter > 0 || counter > 0)) return { ...recognized, isCopied: true }
  const counted = await db
    .update(passkeys)
    .set({ counter: newCounter, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), eq(passkeys.counter, counter)))
    .returning({ id: passkeys.id })
  return counted.length === 1 ? recognized : { ...recognized, isCopied: true }
}

/** Keeps what was asked; asking again replaces it. */
async function keepChallenge(db: Db, idHash: string, challenge: string, now: number): Promise<void> {
  await db
    .insert(passkeyChallenges)
    .values({ idHash, challenge, createdAt: now })
    .onConflictDoUpdate({
      target: passkeyChallenges.idHash,
      set: { challenge: sql`excluded.challenge`, createdAt: sql`excluded.created_at` },
    })
}

/** @throws ApiError challenge_expired if it was taken before or is too old */
async function takeChallenge(db: Db, idHash: string, now: number): Promise<string> {
  const [taken] = await db.delete(passkeyChallenges).where(eq(passkeyChallenges.idHash, idHash)).returning()
  if (!taken || taken.createdAt <= now - challengeSeconds)
    throw new ApiError('challenge_expired', 'This took too long, or was answered already. Use the passkey again.')
  return taken.challenge
}
