import type { FastifyRequest } from 'fastify'
import { writeAudit } from '../audit/write.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { type CookieKind, cookieIdHash } from '../http/cookies.ts'
import type { Challenge } from '../http/session.ts'
import { lockUnchanged } from './accounts.ts'
import { rememberBrowser } from './browsers.ts'
import { spendChallenge, startChallenge } from './challenges.ts'
import { liftLimits } from './limits.ts'
import { endSession, startSession } from './sessions.ts'
import { acceptCode } from './two-factor.ts'

type Account = { id: number; email: string; passwordHash: string }

/** The values of the cookies that are earned. */
export type Earned = Partial<Record<CookieKind, string>>

/**
 * What a right password earns, in one transaction: a challenge, or where two-factor is switched off the session itself. The
 * session that this browser had ends, so that `/auth/me` is 401 until the code is there (ruling 6).
 * @returns null when the password changed while it was checked
 */
export async function afterPassword(
  db: Db,
  context: AppContext,
  request: FastifyRequest,
  account: Account,
  earns: 'challenge' | 'session',
): Promise<Earned | null> {
  if (!(await lockUnchanged(db, account))) return null
  await endSession(db, cookieIdHash(request, 'session', context.config))
  if (earns === 'challenge') return { challenge: await startChallenge(db, account.id, context.now()) }
  return signedIn(db, context, request, account)
}

/**
 * What a right code earns, in one transaction: the session. Its step and the challenge are used up with it, so that two
 * requests at once get one session. Activating two-factor takes back all that was held against the account.
 * @throws ApiError invalid_code, challenge_expired or two_factor_already_on when another request was first
 */
export async function afterCode(
  db: Db,
  context: AppContext,
  request: FastifyRequest,
  challenge: Challenge,
  right: { secret: string; step: number },
): Promise<Earned> {
  const { activated } = await acceptCode(db, context.config.secretKey, challenge, right.secret, right.step)
  await spendChallenge(db, challenge.idHash)
  await endSession(db, cookieIdHash(request, 'session', context.config))
  if (activated) {
    await writeSignIn(db, context, request, challenge.staff, 'auth.two-factor-activated')
    await liftLimits(db, challenge.staff)
  }
  return signedIn(db, context, request, challenge.staff)
}

/** A session, in a browser that is known to the account from now on. */
async function signedIn(
  db: Db,
  context: AppContext,
  request: FastifyRequest,
  account: { id: number; email: string },
): Promise<Required<Omit<Earned, 'challenge'>>> {
  const now = context.now()
  await writeSignIn(db, context, request, account, 'auth.sign-in')
  const browser = await rememberBrowser(db, account.id, cookieIdHash(request, 'browser', context.config), now)
  const from = { ip: request.ip, userAgent: request.headers['user-agent'], browserId: browser.id }
  return { session: await startSession(db, { staffId: account.id, now, ...from }), browser: browser.value }
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
