import { z } from 'zod'
import { Done, endpoint, Id, IdParams, UnixSeconds } from './endpoint.ts'
import { Integer, NullableText } from './fields.ts'
import { lazyObject } from './lazy.ts'

/** Where staff are signed in, for role 1 only. */

const access = 'staff.manage'

/** One signed-in session. `id` reveals nothing about the cookie. */
export const UserSession = lazyObject(() => ({
  id: Integer,
  createdAt: UnixSeconds,
  /** To the minute. */
  lastSeenAt: UnixSeconds,
  ip: NullableText,
  userAgent: NullableText,
  /** The session making this request. */
  isCurrent: z.boolean(),
}))
export type UserSession = z.infer<typeof UserSession>

/** Valid sessions, most recently seen first. */
export const listSessions = endpoint({
  path: '/users/{id}/sessions',
  feature: 'sessions',
  access,
  reply: z.object({ rows: z.array(UserSession) }),
})

/** 404 if it has already ended. */
export const endSession = endpoint({
  method: 'DELETE',
  path: '/users/{id}/sessions/{sessionId}',
  feature: 'sessions',
  access,
  params: IdParams.extend({ sessionId: Id }),
})

/** Ends all of a person's sessions and pending sign-ins, and forgets their known browsers. */
export const endAllSessions = endpoint({
  method: 'DELETE',
  path: '/users/{id}/sessions',
  feature: 'sessions',
  access,
  reply: lazyObject(() => ({
    ...Done.shape,
    /** How many ended. */
    ended: Integer,
  })),
})
