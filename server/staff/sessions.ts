import { and, count, eq } from 'drizzle-orm'
import type { Actor } from '../audit/write.ts'
import { endSessions } from '../auth/sessions.ts'
import type { Orm } from '../db/connect.ts'
import { sessions } from '../db/schema/staff.ts'
import { ApiError } from '../http/errors.ts'
import { auditUser } from './change.ts'
import { requireUser } from './lock.ts'

/**
 * Ends one session of a person.
 * @param publicId as the list of sessions names it
 * @param now unix seconds
 * @returns the id of the audit row
 * @throws ApiError not_found for the person, and for a session that has ended already; forbidden
 */
export async function endOneSession(orm: Orm, actor: Actor, id: number, publicId: number, now: number): Promise<number> {
  return orm.transaction(async (tx) => {
    await requireUser(tx, actor.staff.id, id)
    const [ended] = await tx
      .delete(sessions)
      .where(and(eq(sessions.staffId, id), eq(sessions.publicId, publicId)))
      .returning({ ip: sessions.ip, userAgent: sessions.userAgent, createdAt: sessions.createdAt })
    if (!ended) throw new ApiError('not_found', 'This session has ended already.')
    return auditUser(tx, actor, id, now, { action: 'user.end-session', before: { session: publicId, ...ended } })
  })
}

/**
 * Ends all sessions of a person, and sign-ins under way.
 * @param now unix seconds
 * @returns how many sessions there were, and the id of the audit row: none where there was none
 * @throws ApiError not_found; forbidden
 */
export async function endAllSessions(orm: Orm, actor: Actor, id: number, now: number) {
  return orm.transaction(async (tx) => {
    await requireUser(tx, actor.staff.id, id)
    const [counted] = await tx.select({ ended: count() }).from(sessions).where(eq(sessions.staffId, id))
    const ended = counted?.ended ?? 0
    await endSessions(tx, id)
    const audit = { action: 'user.end-sessions', before: { sessions: ended }, after: { sessions: 0 } } as const
    return ended === 0 ? { ended } : { ended, auditId: await auditUser(tx, actor, id, now, audit) }
  })
}
