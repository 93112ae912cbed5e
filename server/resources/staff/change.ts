import { eq, sql } from 'drizzle-orm'
import {
  whyNotDeleteUser,
  whyNotDisableUser,
  whyNotEnableUser,
  whyNotResetTwoFactor,
  whyNotSetRole,
} from '../../../src/contract/user-rules.ts'
import type { UserEdit, UserInput } from '../../../src/contract/users.ts'
import { type Actor, type AuditEntry, writeAudit } from '../../audit/write.ts'
import type { Db, Orm } from '../../db/connect.ts'
import { passkeys, staff } from '../../db/schema/staff.ts'
import { ApiError, requireVersion, throwIfRefused } from '../../http/errors.ts'
import type { Config } from '../../process/config.ts'
import { createStaff, lockAccounts } from '../auth/accounts.ts'
import { liftLimits } from '../auth/limits.ts'
import { hashPassword, passwordRule } from '../auth/passwords.ts'
import { removeRecoveryCodes } from '../auth/recovery-codes.ts'
import { endSessions } from '../auth/sessions.ts'
import { requireKnownTopLevelDomain } from '../customers/email.ts'
import { requireStill, requireUser } from './lock.ts'

/**
 * Creates an account (document 1, section 7; ruling 5).
 * @param now unix seconds
 * @throws ApiError email_conflict, see `createStaff`; bad_request for the password or an unknown top-level domain
 */
export async function createUser(orm: Orm, config: Config, actor: Actor, input: UserInput, now: number) {
  requirePassword(config, input.password)
  requireKnownTopLevelDomain(input.email)
  return orm.transaction(async (tx) => {
    await lockAccounts(tx)
    await requireStill(tx, actor.staff.id, 'staff.manage')
    const { id } = await createStaff(tx, { ...input, now })
    const [made] = await tx.select({ name: staff.name, email: staff.email, rol: staff.rol }).from(staff).where(eq(staff.id, id))
    return { id, auditId: await auditUser(tx, actor, id, now, { action: 'user.create', after: made ?? {} }) }
  })
}

/** A person who manages accounts, and their session. Its browser stays known when they end all sign-ins of an account. */
export interface Manager extends Actor {
  staff: Actor['staff'] & { sessionIdHash: string }
}

function requirePassword(config: Config, password: string): void {
  const problem = passwordRule(config).safeParse(password).error?.issues[0]?.message
  if (problem !== undefined) throw new ApiError('bad_request', 'Check: password.', { details: { password: problem } })
}

/**
 * Edits an account: absent is unchanged. A new password or role ends the person's sessions (rulings 10 and 11). Name
 * and role share an undoable audit row; the password has its own, without content. A new password also clears failed
 * tries.
 * @param now unix seconds
 * @returns the audit row of name and role, else of the password; null if nothing changed
 * @throws ApiError not_found; forbidden; stale; bad_request for the password; unavailable_action for the last role 1
 */
export async function editUser(
  orm: Orm,
  config: Config,
  actor: Manager,
  id: number,
  { version, password, ...edit }: UserEdit,
  now: number,
): Promise<{ auditId: number; undoable: boolean } | null> {
  if (password !== undefined) requirePassword(config, password)
  // Slow, so do it before taking the lock.
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  return orm.transaction(async (tx) => {
    const user = await requireUser(tx, actor.staff.id, id)
    requireVersion(version, user.version, user.name)
    const name = edit.name === user.name ? undefined : edit.name
    const rol = edit.rol === user.rol ? undefined : edit.rol
    if (rol !== undefined) throwIfRefused(whyNotSetRole(user, rol))
    if (name === undefined && rol === undefined && passwordHash === undefined) return null
    await writeUser(tx, id, { name, rol, passwordHash })
    if (rol !== undefined || passwordHash !== undefined) await endSessions(tx, id, actor.staff.sessionIdHash)
    if (passwordHash !== undefined) await liftLimits(tx, user)
    const passwordAudit =
      passwordHash === undefined
        ? null
        : await auditUser(tx, actor, id, now, { action: 'user.set-password', after: { password: 'changed' } })
    if (name === undefined && rol === undefined) return passwordAudit === null ? null : { auditId: passwordAudit, undoable: false }
    const { before, after } = changed(user, { name, rol })
    return { auditId: await auditUser(tx, actor, id, now, { action: 'user.edit', before, after, reversible: true }), undoable: true }
  })
}

interface UserColumns {
  name?: string | undefined
  rol?: number | undefined
  passwordHash?: string | undefined
}

/** Updates a locked account; undefined is unchanged. */
export async function writeUser(tx: Db, id: number, set: UserColumns): Promise<void> {
  await tx
    .update(staff)
    .set({ ...set, version: sql`${staff.version} + 1` })
    .where(eq(staff.id, id))
}

function changed(user: { name: string; rol: number }, set: Pick<UserColumns, 'name' | 'rol'>) {
  const before: Record<string, unknown> = {}
  const after: Record<string, unknown> = {}
  for (const field of ['name', 'rol'] as const) {
    if (set[field] === undefined) continue
    before[field] = user[field]
    after[field] = set[field]
  }
  return { before, after }
}

/**
 * Deletes an account with its sessions. Its audit rows stay, under its e-mail.
 * @param now unix seconds
 * @returns the audit row's id
 * @throws ApiError not_found; forbidden; unavailable_action for one's own account and the last role 1
 */
export async function deleteUser(orm: Orm, actor: Actor, id: number, now: number): Promise<number> {
  return orm.transaction(async (tx) => {
    const user = await requireUser(tx, actor.staff.id, id)
    throwIfRefused(whyNotDeleteUser(user, actor.staff.id))
    await tx.delete(staff).where(eq(staff.id, id))
    const { name, email, rol } = user
    return auditUser(tx, actor, id, now, { action: 'user.delete', before: { name, email, rol, '2fa': user['2fa'] } })
  })
}

/**
 * Resets two-factor, passkeys and recovery codes: the next sign-in sets it up again. Ends sessions and pending sign-ins, and clears failed tries.
 * @param now unix seconds
 * @returns the audit row's id
 * @throws ApiError not_found; forbidden; unavailable_action if two-factor isn't on
 */
export async function resetTwoFactor(orm: Orm, actor: Manager, id: number, now: number): Promise<number> {
  return orm.transaction(async (tx) => {
    const user = await requireUser(tx, actor.staff.id, id)
    throwIfRefused(whyNotResetTwoFactor(user))
    await tx
      .update(staff)
      .set({ totpSecret: null, totpLastStep: null, version: sql`${staff.version} + 1` })
      .where(eq(staff.id, id))
    await tx.delete(passkeys).where(eq(passkeys.staffId, id))
    await removeRecoveryCodes(tx, id)
    await endSessions(tx, id, actor.staff.sessionIdHash)
    await liftLimits(tx, user)
    const had = user.passkeys === 0 ? [{}, {}] : [{ passkeys: user.passkeys }, { passkeys: 0 }]
    const before = { '2fa': user['2fa'], ...had[0] }
    return auditUser(tx, actor, id, now, { action: 'user.reset-2fa', before, after: { '2fa': false, ...had[1] } })
  })
}

/**
 * Switches an account off, which ends its sessions, or on again.
 * @param now unix seconds
 * @returns the audit row's id
 * @throws ApiError not_found; forbidden; stale; unavailable_action for one's own account and the last role 1, or if it is so already
 */
export async function disableUser(
  orm: Orm,
  actor: Manager,
  id: number,
  { disabled, version }: { disabled: boolean; version?: number | undefined },
  now: number,
): Promise<number> {
  return orm.transaction(async (tx) => {
    const user = await requireUser(tx, actor.staff.id, id)
    throwIfRefused(disabled ? whyNotDisableUser(user, actor.staff.id) : whyNotEnableUser(user))
    requireVersion(version, user.version, user.name)
    await tx
      .update(staff)
      .set({ disabledAt: disabled ? now : null, version: sql`${staff.version} + 1` })
      .where(eq(staff.id, id))
    if (disabled) await endSessions(tx, id)
    const change = { before: { disabled: !disabled }, after: { disabled } }
    return auditUser(tx, actor, id, now, { action: disabled ? 'user.disable' : 'user.enable', ...change })
  })
}

/** Writes the audit row of a change to an account. */
export function auditUser(
  tx: Db,
  actor: Actor,
  id: number,
  now: number,
  entry: Pick<AuditEntry, 'action' | 'before' | 'after' | 'reversible'>,
): Promise<number> {
  return writeAudit(tx, { staff: actor.staff, ip: actor.ip, now, targetType: 'staff', targetId: id, ...entry })
}
