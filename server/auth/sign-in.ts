import type { FastifyRequest } from 'fastify'
import { writeAudit } from '../audit/write.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { type CookieKind, cookieIdHash } from '../http/cookies.ts'
import type { Challenge } from '../http/session.ts'
import { lockUnchanged } from './accounts.ts'
import { spendChallenge, startChallenge } from './challenges.ts'
import { endSession, type NewSession, startSession } from './sessions.ts'
import { acceptCode } from './two-factor.ts'

type Account = { id: number; email: string; passwordHash: string }

/**
 * What a right password earns, in one transaction: a challenge, or where two-factor is switched off the session itself. The
 * session that this browser had ends, so that `/auth/me` is 401 until the code is there (ruling 6).
 * @returns the value of the cookie; null when the password changed while it was checked
 */
export async function afterPassword(
  db: Db,
  context: AppContext,
  request: FastifyRequest,
  account: Account,
  earns: CookieKind,
): Promise<string | null> {
  if (!(await lockUnchanged(db, account))) return null
  await endSession(db, cookieIdHash(request, 'session', context.config))
  if (earns === 'challenge') return startChallenge(db, account.id, context.now())
  await writeSignIn(db, context, request, account, 'auth.sign-in')
  return startSession(db, newSession(context, request, account.id))
}

/**
 * What a right code earns, in one transaction: the session. Its step and the challenge are used up with it, so that two
 * requests at once get one session.
 * @returns the value of the session's cookie
 * @throws ApiError invalid_code, challenge_expired or two_factor_already_on when another request was first
 */
export async function afterCode(
  db: Db,
  context: AppContext,
  request: FastifyRequest,
  challenge: Challenge,
  right: { secret: string; step: number },
): Promise<string> {
  const { activated } = await acceptCode(db, context.config.secretKey, challenge, right.secret, right.step)
  await spendChallenge(db, challenge.idHash)
  await endSession(db, cookieIdHash(request, 'session', context.config))
  if (activated) await writeSignIn(db, context, request, challenge.staff, 'auth.two-factor-activated')
  await writeSignIn(db, context, request, challenge.staff, 'auth.sign-in')
  return startSession(db, newSession(context, request, challenge.staff.id))
}

function newSession(context: AppContext, request: FastifyRequest, staffId: number): NewSession {
  return { staffId, now: context.now(), ip: request.ip, userAgent: request.headers['user-agent'] }
}

async function writeSignIn(
  db: Db,
  context: AppContext,
  request: FastifyRequest,
  { id, email }: { id: number; email: string },
  action: 'auth.sign-in' | 'auth.two-factor-activated',
): Promise<void> {
  await writeAudit(db, { now: context.now(), staff: { id, email }, ip: request.ip, action, targetType: 'staff', targetId: id })
}
