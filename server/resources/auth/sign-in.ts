import type { FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit/write.ts'
import type { Db } from '../../db/connect.ts'
import { type CookieKind, cookieIdHash } from '../../http/access/cookies.ts'
import type { Challenge } from '../../http/access/session.ts'
import type { AppContext } from '../../outside/context.ts'
import { accountIsOff, lockEnabled, lockUnchanged } from './accounts.ts'
import { rememberBrowser } from './browsers.ts'
import { spendChallenge, startChallenge } from './challenges.ts'
import { liftLimits } from './limits.ts'
import { endSession, startSession } from './sessions.ts'
import { acceptCode } from './two-factor.ts'

type Account = { id: number; email: string; passwordHash: string }

/** Values of the cookies to set. */
export type Earned = Partial<Record<Exclude<CookieKind, 'passkey' | 'provider'>, string>>

/**
 * What a right password earns, in one transaction: a challenge or, if two-factor is off, a session. The browser's old
 * session ends, so `/auth/me` is 401 until the code is verified (ruling 6).
 * @returns null if the password changed while it was checked
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
 * What a right code earns, in one transaction: a session. Step and challenge are used up, so parallel requests get one
 * session. Activating two-factor clears the account's limits.
 * @throws ApiError invalid_code, challenge_expired or two_factor_already_on if another request was first
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

/**
 * What another second step earns than the digits, in one transaction: a session.
 * @throws ApiError challenge_expired if another request was first
 */
export async function afterSecondStep(
  db: Db,
  context: AppContext,
  request: FastifyRequest,
  challenge: Challenge,
  action: SignInAction = 'auth.sign-in',
): Promise<Earned> {
  await spendChallenge(db, challenge.idHash)
  await endSession(db, cookieIdHash(request, 'session', context.config))
  return signedIn(db, context, request, challenge.staff, { action })
}

/**
 * What a proof of both steps at once earns, in one transaction: a session.
 * @throws ApiError forbidden if the account is switched off
 */
export async function afterProof(
  db: Db,
  context: AppContext,
  request: FastifyRequest,
  account: { id: number; email: string },
  options: { action?: SignInAction; provenAt?: number } = {},
): Promise<Required<Omit<Earned, 'challenge'>>> {
  if (!(await lockEnabled(db, account.id))) throw accountIsOff()
  await endSession(db, cookieIdHash(request, 'session', context.config))
  return signedIn(db, context, request, account, options)
}

type SignInAction = 'auth.sign-in' | 'auth.two-factor-activated' | 'auth.recovery-code' | 'auth.link'

/** Starts a session and remembers its browser. */
async function signedIn(
  db: Db,
  context: AppContext,
  request: FastifyRequest,
  account: { id: number; email: string },
  { action = 'auth.sign-in', ...proof }: { action?: SignInAction; provenAt?: number } = {},
): Promise<Required<Omit<Earned, 'challenge'>>> {
  const now = context.now()
  await writeSignIn(db, context, request, account, action)
  const browser = await rememberBrowser(db, account.id, cookieIdHash(request, 'browser', context.config), now)
  const from = { ip: request.ip, userAgent: request.headers['user-agent'], browserId: browser.id, ...proof }
  return { session: await startSession(db, { staffId: account.id, now, ...from }), browser: browser.value }
}

async function writeSignIn(
  db: Db,
  context: AppContext,
  request: FastifyRequest,
  { id, email }: { id: number; email: string },
  action: SignInAction,
): Promise<void> {
  await writeAudit(db, { now: context.now(), staff: { id, email }, ip: request.ip, action, targetType: 'staff', targetId: id })
}
