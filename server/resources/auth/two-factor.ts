import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { generateSecret, generateURI, verifySync } from 'otplib'
import type { Db } from '../../db/connect.ts'
import { staff } from '../../db/schema/staff.ts'
import { type Challenge, twoFactorAlreadyOn } from '../../http/access/session.ts'
import { ApiError } from '../../http/errors.ts'
import { openSecret, sealSecret } from './secrets.ts'

/** Seconds per code, as in all authenticator apps. */
const period = 30

const rowOf = {
  account: (staffId: number) => `staff:${staffId}:totp`,
  challenge: (idHash: string) => `challenge:${idHash}:totp`,
  own: (staffId: number) => `staff:${staffId}:new-totp`,
}

/** An account's base32 secret for `staff.totp_secret`: encrypted and bound to the account. */
export function sealAccountSecret(key: Buffer, staffId: number, secret: string): string {
  return sealSecret(key, rowOf.account(staffId), secret)
}

/** A new base32 secret, sealed for the challenge that awaits its first code. */
export function newPendingSecret(key: Buffer, challengeIdHash: string): string {
  return sealSecret(key, rowOf.challenge(challengeIdHash), generateSecret())
}

/** What the person scans or types: the secret and its otpauth URL. */
export function pendingSecretToShow(key: Buffer, challenge: Pick<Challenge, 'idHash' | 'staff'>, sealed: string, productName: string) {
  const base32 = openSecret(key, rowOf.challenge(challenge.idHash), sealed)
  return { base32, otpauth_url: generateURI({ issuer: productName, label: challenge.staff.email, secret: base32 }) }
}

/** The secret to check a code against: the account's, or before activation the challenge's; null if there is none. */
export function secretToCheck(key: Buffer, challenge: Challenge): string | null {
  if (challenge.staff.totpSecret !== null) return openSecret(key, rowOf.account(challenge.staff.id), challenge.staff.totpSecret)
  return challenge.pendingSecret === null ? null : openSecret(key, rowOf.challenge(challenge.idHash), challenge.pendingSecret)
}

/**
 * The 30-second step of a code, within one step of now; null if it is wrong or its step was already used.
 * @param lastStep last accepted step
 */
export function stepOfCode(secret: string, code: string, now: number, lastStep: number | null): number | null {
  const newest = Math.floor(now / period) + 1
  // The library throws for a future step, possible if the clock was set back.
  if (lastStep !== null && lastStep >= newest) return null
  const checked = verifySync({
    secret,
    token: code,
    epoch: now,
    period,
    epochTolerance: period,
    ...(lastStep === null ? {} : { afterTimeStep: lastStep }),
  })
  return checked.valid && 'timeStep' in checked ? checked.timeStep : null
}

/**
 * Uses up the step of a right code and, on first activation, gives the account its secret. Both compare and set, so one
 * of two parallel requests wins.
 * @returns whether this activated two-factor
 * @throws ApiError two_factor_already_on if another activation was first, invalid_code if another sign-in used the code
 */
export async function acceptCode(db: Db, key: Buffer, challenge: Challenge, secret: string, step: number): Promise<{ activated: boolean }> {
  const { id, totpSecret } = challenge.staff
  if (totpSecret === null) {
    const activated = await db
      .update(staff)
      .set({ totpSecret: sealAccountSecret(key, id, secret), totpLastStep: step })
      .where(and(eq(staff.id, id), isNull(staff.totpSecret)))
      .returning({ id: staff.id })
    if (activated.length === 0) throw twoFactorAlreadyOn()
    return { activated: true }
  }
  const used = await db
    .update(staff)
    .set({ totpLastStep: step })
    .where(and(eq(staff.id, id), eq(staff.totpSecret, totpSecret), or(isNull(staff.totpLastStep), lt(staff.totpLastStep, step))))
    .returning({ id: staff.id })
  if (used.length === 0) throw invalidCode()
  return { activated: false }
}

/**
 * Checks and uses up a code of a signed-in person.
 * @throws ApiError invalid_code
 */
export async function takeCode(db: Db, key: Buffer, staffId: number, code: string, now: number): Promise<void> {
  const [account] = await db
    .select({ id: staff.id, name: staff.name, email: staff.email, totpSecret: staff.totpSecret, totpLastStep: staff.totpLastStep })
    .from(staff)
    .where(eq(staff.id, staffId))
  const challenge = account && { idHash: '', staff: account, pendingSecret: null }
  const secret = challenge ? secretToCheck(key, challenge) : null
  const step = secret === null ? null : stepOfCode(secret, code, now, account?.totpLastStep ?? null)
  if (!challenge || secret === null || step === null) throw invalidCode()
  await acceptCode(db, key, challenge, secret, step)
}

/** A new secret for a signed-in person: what they scan, and what has to come back with its first code. */
export function newOwnSecret(key: Buffer, person: { id: number; email: string }, productName: string) {
  const base32 = generateSecret()
  const url = generateURI({ issuer: productName, label: person.email, secret: base32 })
  return { base32, otpauth_url: url, sealed: sealSecret(key, rowOf.own(person.id), base32) }
}

/**
 * The secret behind `sealed`, proved by a code.
 * @throws ApiError invalid_code; bad_request if it isn't this person's
 */
export function provenSecret(key: Buffer, staffId: number, { sealed, code }: { sealed: string; code: string }, now: number) {
  let secret: string
  try {
    secret = openSecret(key, rowOf.own(staffId), sealed)
  } catch {
    throw new ApiError('bad_request', 'Check: sealed.', { details: { sealed: 'Is not from this account.' } })
  }
  const step = stepOfCode(secret, code, now, null)
  if (step === null) throw invalidCode()
  return { totpSecret: sealAccountSecret(key, staffId, secret), totpLastStep: step }
}

/** The documented reply to a wrong code (document 1, section 4). */
export function invalidCode(): ApiError {
  return new ApiError('invalid_code', 'Invalid 2FA code.')
}
