import { whyNotUnlockUser } from '../../../src/contract/user-rules.ts'
import { type Actor, type AuditEntry, writeAudit } from '../../audit/write.ts'
import type { Db, Orm } from '../../db/connect.ts'
import { ApiError, throwIfRefused } from '../../http/errors.ts'
import { findAccount } from '../auth/accounts.ts'
import { liftLimits, locksOf } from '../auth/limits.ts'
import { lockAccounts, requireUser } from './lock.ts'

/** Actor for changes made on the server's command line. */
const commandLine = { staff: { id: null, email: 'npm run staff' }, ip: null } as const satisfies Partial<AuditEntry>

/**
 * Clears a sign-in lock after too many wrong passwords or codes, whoever tried them.
 * @param now unix seconds
 * @returns the audit row's id
 * @throws ApiError not_found; forbidden; unavailable_action if sign-in isn't locked
 */
export function unlockUser(orm: Orm, actor: Actor, id: number, now: number): Promise<number> {
  return orm.transaction(async (tx) => unlock(tx, await requireUser(tx, actor.staff.id, id), actor, now))
}

/**
 * The same from the server's command line.
 * @throws ApiError not_found; unavailable_action if sign-in isn't locked
 */
export function unlockByEmail(orm: Orm, email: string, now: number): Promise<number> {
  return orm.transaction(async (tx) => {
    await lockAccounts(tx)
    const user = await findAccount(tx, email)
    if (!user) throw new ApiError('not_found', `There is no account with the e-mail ${email}.`)
    return unlock(tx, user, commandLine, now)
  })
}

async function unlock(tx: Db, user: { id: number; email: string }, { staff, ip }: Pick<AuditEntry, 'staff' | 'ip'>, now: number) {
  const lockedUntil = (await locksOf(tx, [user])).get(user.id) ?? null
  throwIfRefused(whyNotUnlockUser({ lockedUntil }))
  await liftLimits(tx, user)
  const change = { action: 'user.unlock', before: { lockedUntil }, after: { lockedUntil: null } } as const
  return writeAudit(tx, { staff, ip, now, targetType: 'staff', targetId: user.id, ...change })
}
