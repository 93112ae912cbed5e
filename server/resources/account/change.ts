import { and, eq, sql } from 'drizzle-orm'
import type { PasskeyAnswer } from '../../../src/contract/passkeys.ts'
import { type Actor, type AuditEntry, writeAudit } from '../../audit/write.ts'
import type { Db, Orm } from '../../db/connect.ts'
import { passkeys, staff } from '../../db/schema/staff.ts'
import type { SignedIn } from '../../http/access/session.ts'
import { ApiError } from '../../http/errors.ts'
import type { AppContext } from '../../outside/context.ts'
import { askForNew, checkNew } from '../auth/passkeys.ts'
import { replaceRecoveryCodes } from '../auth/recovery-codes.ts'
import { endListedSession, endSessions } from '../auth/sessions.ts'
import { provenSecret } from '../auth/two-factor.ts'

/** A person who changes their own account. */
interface Owner extends Actor {
  staff: SignedIn
}

/** Writes the audit row of a change to one's own account. */
function audit(tx: Db, { staff: person, ip }: Owner, now: number, entry: Pick<AuditEntry, 'action' | 'before' | 'after'>) {
  return writeAudit(tx, { staff: person, ip, now, targetType: 'staff', targetId: person.id, ...entry })
}

function requireOffered({ config }: AppContext): void {
  if (!config.signIn.includes('passkey')) throw new ApiError('not_found', 'Passkeys are not in use here.')
}

export function askNewPasskey(context: AppContext, person: SignedIn) {
  requireOffered(context)
  const { database, config, now } = context
  return askForNew(database.orm, config, person, person.sessionIdHash, now())
}

/**
 * @returns the audit row's id
 * @throws ApiError challenge_expired; unprocessable if its answer does not fit, conflict if it is there already
 */
export async function addPasskey(context: AppContext, owner: Owner, { name, answer }: { name: string; answer: PasskeyAnswer }) {
  requireOffered(context)
  const { database, config, now } = context
  const made = await checkNew(database.orm, config, owner.staff.sessionIdHash, answer, now())
  return database.orm.transaction(async (tx) => {
    const added = await tx
      .insert(passkeys)
      .values({ ...made, staffId: owner.staff.id, name, createdAt: now() })
      .onConflictDoNothing()
      .returning({ id: passkeys.id })
    if (added.length === 0) throw new ApiError('conflict', 'This passkey is there already.')
    return audit(tx, owner, now(), { action: 'account.add-passkey', after: { passkey: name } })
  })
}

const noPasskey = () => new ApiError('not_found', 'There is no such passkey (any more).')

const isOwn = (owner: Owner, id: number) => and(eq(passkeys.id, id), eq(passkeys.staffId, owner.staff.id))

/** @throws ApiError not_found */
export async function renamePasskey(orm: Orm, owner: Owner, id: number, name: string, now: number): Promise<number> {
  return orm.transaction(async (tx) => {
    const [before] = await tx.select({ name: passkeys.name }).from(passkeys).where(isOwn(owner, id)).for('update')
    if (!before) throw noPasskey()
    await tx.update(passkeys).set({ name }).where(isOwn(owner, id))
    return audit(tx, owner, now, { action: 'account.rename-passkey', before: { passkey: before.name }, after: { passkey: name } })
  })
}

/**
 * Removes a passkey, and ends the person's other sessions: it may be in others' hands.
 * @throws ApiError not_found; unavailable_action for the last way to sign in
 */
export async function removePasskey({ database, config, now }: AppContext, owner: Owner, id: number): Promise<number> {
  return database.orm.transaction(async (tx) => {
    await tx.select({ id: staff.id }).from(staff).where(eq(staff.id, owner.staff.id)).for('update')
    const [removed] = await tx.delete(passkeys).where(isOwn(owner, id)).returning({ name: passkeys.name })
    if (!removed) throw noPasskey()
    const left = await tx.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.staffId, owner.staff.id)).limit(1)
    const isOnlyWay = config.signIn.length === 1 && config.signIn[0] === 'passkey'
    if (isOnlyWay && left.length === 0)
      throw new ApiError('unavailable_action', 'Your last passkey: you could not sign in any more. Add another first.')
    await endSessions(tx, owner.staff.id, owner.staff.sessionIdHash, { isKept: true })
    return audit(tx, owner, now(), { action: 'account.remove-passkey', before: { passkey: removed.name } })
  })
}

/** @returns the new codes, shown this once */
export async function makeRecoveryCodes(orm: Orm, owner: Owner, now: number) {
  return orm.transaction(async (tx) => {
    const codes = await replaceRecoveryCodes(tx, owner.staff.id)
    return { codes, auditId: await audit(tx, owner, now, { action: 'account.recovery-codes', after: { recoveryCodes: codes.length } }) }
  })
}

/**
 * Sets up the six digits, or moves them to another phone. Ends the person's other sessions (ruling 10).
 * @throws ApiError invalid_code; bad_request
 */
export async function setTwoFactor({ database, config, now }: AppContext, owner: Owner, input: { sealed: string; code: string }) {
  const { id } = owner.staff
  const secret = provenSecret(config.secretKey, id, input, now())
  return database.orm.transaction(async (tx) => {
    const [before] = await tx.select({ secret: staff.totpSecret }).from(staff).where(eq(staff.id, id)).for('update')
    await tx
      .update(staff)
      .set({ ...secret, version: sql`${staff.version} + 1` })
      .where(eq(staff.id, id))
    await endSessions(tx, id, owner.staff.sessionIdHash, { isKept: true })
    const change = { before: { '2fa': before?.secret !== null }, after: { '2fa': true } }
    return audit(tx, owner, now(), { action: 'account.set-2fa', ...change })
  })
}

/**
 * Ends one of one's own sessions, and forgets its browser.
 * @throws ApiError not_found
 */
export async function endOwnSession(orm: Orm, owner: Owner, publicId: number, now: number): Promise<number> {
  return orm.transaction(async (tx) => {
    const before = await endListedSession(tx, owner.staff.id, publicId)
    return audit(tx, owner, now, { action: 'account.end-session', before })
  })
}

/** Ends all sessions but the one that asks. */
export async function endOtherSessions(orm: Orm, owner: Owner, now: number) {
  return orm.transaction(async (tx) => {
    const { sessions: ended, browsers } = await endSessions(tx, owner.staff.id, owner.staff.sessionIdHash, { isKept: true })
    if (ended + browsers === 0) return { ended }
    const before = { sessions: ended, knownBrowsers: browsers }
    return {
      ended,
      auditId: await audit(tx, owner, now, { action: 'account.end-sessions', before, after: { sessions: 0, knownBrowsers: 0 } }),
    }
  })
}
