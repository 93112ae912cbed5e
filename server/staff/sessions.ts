import { and, eq } from 'drizzle-orm'
import type { Actor } from '../audit/write.ts'
import { endSessions } from '../auth/sessions.ts'
import type { Orm } from '../db/connect.ts'
import { knownBrowsers, sessions } from '../db/schema/staff.ts'
import { ApiError } from '../http/errors.ts'
import { auditUser, type Manager } from './change.ts'
import { requireUser } from './lock.ts'

/**
 * Ends one session of a person. Its browser counts as a new one, as it may be in other hands.
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
      .returning({ ip: sessions.ip, userAgent: sessions.userAgent, createdAt: sessions.createdAt, browserId: sessions.browserId })
    if (!ended) throw new ApiError('not_found', 'This session has ended already.')
    const { browserId, ...session } = ended
    if (browserId !== null) await tx.delete(knownBrowsers).where(eq(knownBrowsers.id, browserId))
    return auditUser(tx, actor, id, now, { action: 'user.end-session', before: { session: publicId, ...session } })
  })
}

/**
 * Ends all sessions of a person, and sign-ins under way. The browsers that they signed in with count as new ones, all but that of the
 * session that asks.
 * @param now unix seconds
 * @returns how many sessions there were, and the id of the audit row: none where there was neither a session nor a known browser
 * @throws ApiError not_found; forbidden
 */
export async function endAllSessions(orm: Orm, actor: Manager, id: number, now: number) {
  return orm.transaction(async (tx) => {
    await requireUser(tx, actor.staff.id, id)
    const { sessions: ended, browsers } = await endSessions(tx, id, actor.staff.sessionIdHash)
    if (ended + browsers === 0) return { ended }
    const before = { sessions: ended, knownBrowsers: browsers }
    const after = { sessions: 0, knownBrowsers: 0 }
    return { ended, auditId: await auditUser(tx, actor, id, now, { action: 'user.end-sessions', before, after }) }
  })
}
