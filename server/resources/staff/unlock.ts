import { whyNotUnlockUser } from '../../../src/contract/user-rules.ts'
import { type Actor, type AuditEntry, writeAudit } from '../../audit/write.ts'
import type { Db, Orm } from '../../db/connect.ts'
import { throwIfRefused } from '../../http/errors.ts'
import { liftLimits, locksOf } from '../auth/limits.ts'
import { requireUser } from './lock.ts'

/**
 * Clears a sign-in lock after too many wrong passwords or codes, whoever tried them.
 * @param now unix seconds
 * @returns the audit row's id
 * @throws ApiError not_found; forbidden; unavailable_action if sign-in isn't locked
 */
export function unlockUser(orm: Orm, actor: Actor, id: number, now: number): Promise<number> {
  return orm.transaction(async (tx) => unlock(tx, await requireUser(tx, actor.staff.id, id), actor, now))
}

/** For callers that have locked the account. */
export async function unlock(tx: Db, user: { id: number; email: string }, { staff, ip }: Pick<AuditEntry, 'staff' | 'ip'>, now: number) {
  const lockedUntil = (await locksOf(tx, [user])).get(user.id) ?? null
  throwIfRefused(whyNotUnlockUser({ lockedUntil }))
  await liftLimits(tx, user)
  const change = { action: 'user.unlock', before: { lockedUntil }, after: { lockedUntil: null } } as const
  return writeAudit(tx, { staff, ip, now, targetType: 'staff', targetId: user.id, ...change })
}
