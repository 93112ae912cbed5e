import { hash, randomInt } from 'node:crypto'
import { and, count, eq } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { recoveryCodes } from '../../db/schema/staff.ts'

const codes = 10
/** Without what looks alike. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 3
const groupLength = 4

/** 60 bits, so that a plain hash is enough; the account is in it, as is the rule that nothing but letters and digits counts. */
const hashOf = (staffId: number, code: string) =>
  hash('sha256', `recovery code ${staffId} ${code.toLowerCase().replaceAll(/[^a-z\d]/g, '')}`, 'hex')

/**
 * Replaces a person's recovery codes.
 * @returns the new ones, `abcd-efgh-jkmn`, which are not stored
 */
export async function replaceRecoveryCodes(tx: Db, staffId: number): Promise<string[]> {
  const made = Array.from({ length: codes }, newCode)
  await removeRecoveryCodes(tx, staffId)
  await tx.insert(recoveryCodes).values(made.map((code) => ({ staffId, codeHash: hashOf(staffId, code) })))
  return made
}

const newCode = () =>
  Array.from({ length: groups }, () => Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join('')).join('-')

/** Uses up a code. Two requests with the same one: the first. */
export async function takeRecoveryCode(tx: Db, staffId: number, code: string): Promise<boolean> {
  const taken = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.staffId, staffId), eq(recoveryCodes.codeHash, hashOf(staffId, code))))
    .returning({ staffId: recoveryCodes.staffId })
  return taken.length > 0
}

export async function countRecoveryCodes(db: Db, staffId: number): Promise<number> {
  const [row] = await db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.staffId, staffId))
  return row?.left ?? 0
}

export async function removeRecoveryCodes(tx: Db, staffId: number): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.staffId, staffId))
}
