import { eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '../../../src/contract/sign-in.ts'
import { writeAudit } from '../../audit/write.ts'
import { staff } from '../../db/schema/staff.ts'
import { type CookieKind, clearCookie, cookieIdHash, setCookie } from '../../http/access/cookies.ts'
import { newSecret } from '../../http/access/secrets.ts'
import { ApiError } from '../../http/errors.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { findBrowser } from './browsers.ts'
import { countTry } from './challenges.ts'
import { signInLimiter } from './limits.ts'
import { takeLink } from './links.ts'
import { askForKnown, checkKnown, hasPasskeys, type Recognized } from './passkeys.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import { sweepExpired } from './sessions.ts'
import { afterProof, afterSecondStep, type Earned } from './sign-in.ts'
import { invalidCode } from './two-factor.ts'

/** Signing in with passkeys, recovery codes and links. */
export function signInWayRoutes(app: FastifyInstance, context: AppContext): void {
  const { config, now } = context
  const { orm, pool } = context.database
  const limiter = signInLimiter(pool)

  const success = { success: true } as const

  const requirePasskeys = () => {
    if (!config.signIn.includes('passkey')) throw new ApiError('not_found', 'Passkeys are not in use here.')
  }
  const setCookies = (reply: FastifyReply, earned: Earned) => {
    clearCookie(reply, 'challenge', config)
    for (const [kind, value] of Object.entries(earned)) setCookie(reply, kind as CookieKind, config, value)
  }
  const browserOf = (request: FastifyRequest, staffId: number) =>
    findBrowser(orm, cookieIdHash(request, 'browser', config), eq(staff.id, staffId), now())

  /** Role 1 reads of it in the audit trail; whoever has the copy only learns that it was not accepted. */
  const refuseCopied = async ({ passkey, isCopied }: { passkey: Recognized; isCopied: boolean }, request: FastifyRequest) => {
    if (!isCopied) return
    const { id: targetId, email } = passkey.staff
    const after = { passkey: passkey.name }
    const who = { staff: { id: targetId, email }, ip: request.ip, now: now() }
    await writeAudit(orm, { ...who, action: 'auth.passkey-copied', targetType: 'staff', targetId, after })
    throw notAccepted()
  }

  mount(app, context, contract.askPasskey, async ({ request, reply }) => {
    requirePasskeys()
    await limiter.countQuestion(request.ip)
    const { value, hash } = newSecret()
    setCookie(reply, 'passkey', config, value)
    return askForKnown(orm, config, hash, null, now())
  })

  mount(app, context, contract.signInByPasskey, async ({ body, request, reply }) => {
    requirePasskeys()
    await limiter.countAddress(request.ip)
    await sweepExpired(orm, config, now())
    const found = await checkKnown(orm, config, cookieIdHash(request, 'passkey', config) ?? '', body.answer, now())
    if (!found) throw notAccepted()
    await refuseCopied(found, request)
    const account = found.passkey.staff
    const browserId = await browserOf(request, account.id)
    const earned = await orm.transaction((tx) => afterProof(tx, context, request, account))
    clearCookie(reply, 'passkey', config)
    setCookies(reply, earned)
    await limiter.forgive(request.ip, account, browserId)
    return success
  })

  mount(app, context, contract.askSecondPasskey, async ({ challenge }) => {
    requirePasskeys()
    if (!(await hasPasskeys(orm, challenge.staff.id))) throw new ApiError('not_found', 'This account has no passkey.')
    return askForKnown(orm, config, challenge.idHash, challenge.staff.id, now())
  })

  mount(app, context, contract.verifySecondPasskey, async ({ body, challenge, request, reply }) => {
    requirePasskeys()
    const browserId = await browserOf(request, challenge.staff.id)
    await limiter.countCode(challenge.staff.id, browserId)
    await countTry(orm, challenge.idHash)
    const found = await checkKnown(orm, config, challenge.idHash, body.answer, now())
    if (!found || found.passkey.staff.id !== challenge.staff.id) throw notAccepted('invalid_code')
    await refuseCopied(found, request)
    setCookies(reply, await orm.transaction((tx) => afterSecondStep(tx, context, request, challenge)))
    await limiter.forgive(request.ip, challenge.staff, browserId)
    return success
  })

  mount(app, context, contract.verifyRecoveryCode, async ({ body, challenge, request, reply }) => {
    const browserId = await browserOf(request, challenge.staff.id)
    await limiter.countCode(challenge.staff.id, browserId)
    await countTry(orm, challenge.idHash)
    const earned = await orm.transaction(async (tx) => {
      if (!(await takeRecoveryCode(tx, challenge.staff.id, body.code))) throw wrongRecoveryCode()
      return afterSecondStep(tx, context, request, challenge, 'auth.recovery-code')
    })
    setCookies(reply, earned)
    await limiter.forgive(request.ip, challenge.staff, browserId)
    return success
  })

  mount(app, context, contract.signInByLink, async ({ body, request, reply }) => {
    await limiter.countAddress(request.ip)
    const earned = await orm.transaction(async (tx) => {
      const account = await takeLink(tx, body.token, now())
      if (!account) throw new ApiError('invalid_credentials', 'This link was used already, or is too old. Make a new one.')
      return afterProof(tx, context, request, account, { action: 'auth.link' })
    })
    setCookies(reply, earned)
    return success
  })
}

const notAccepted = (code: 'invalid_credentials' | 'invalid_code' = 'invalid_credentials') =>
  new ApiError(code, 'This passkey was not accepted. Sign in another way, or ask a colleague with full access.')

const wrongRecoveryCode = () => new ApiError(invalidCode().code, 'This recovery code is wrong, or was used already.')
