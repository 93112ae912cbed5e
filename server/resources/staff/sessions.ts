import type { Actor } from '../../audit/write.ts'
import type { Orm } from '../../db/connect.ts'
import { endListedSession, endSessions } from '../auth/sessions.ts'
import { auditUser, type Manager } from './change.ts'
import { requireUser } from './lock.ts'

/**
 * Ends one session of a person and forgets its browser, which may be in others' hands.
 * @param publicId as in the list of sessions
 * @param now unix seconds
 * @returns the audit row's id
 * @throws ApiError not_found for the person or an ended session; forbidden
 */
export async function endOneSession(orm: Orm, actor: Actor, id: number, publicId: number, now: number): Promise<number> {
  return orm.transaction(async (tx) => {
    await requireUser(tx, actor.staff.id, id)
    const before = await endListedSession(tx, id, publicId)
    return auditUser(tx, actor, id, now, { action: 'user.end-session', before })
  })
}

/**
 * Ends all of a person's sessions and pending sign-ins, and forgets their browsers except the requesting session's.
 * @param now unix seconds
 * @returns number of sessions, and the audit row's id unless there was nothing to end
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
