import { eq, type SQL } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { generateTwoFactor, login, logout, me, verifyTwoFactor } from '../../../src/contract/auth.ts'
import { capabilitiesOf } from '../../../src/contract/capabilities.ts'
import { type Feature, features } from '../../../src/contract/features.ts'
import { changePreferences } from '../../../src/contract/preferences.ts'
import { staff } from '../../db/schema/staff.ts'
import { type CookieKind, clearCookie, cookieIdHash, setCookie } from '../../http/access/cookies.ts'
import { twoFactorAlreadyOn } from '../../http/access/session.ts'
import { ApiError } from '../../http/errors.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { positionOf } from '../live/position.ts'
import { readNow } from '../live/read.ts'
import { accountIsOff, findAccount, hasEmail } from './accounts.ts'
import { findBrowser } from './browsers.ts'
import { countTry, endChallenge, keepPendingSecret } from './challenges.ts'
import { signInLimiter } from './limits.ts'
import { hasPasskeys } from './passkeys.ts'
import { verifyPassword } from './passwords.ts'
import { readPreferences, writePreferences } from './preferences.ts'
import { countRecoveryCodes } from './recovery-codes.ts'
import { endSession, sweepExpired } from './sessions.ts'
import { afterCode, afterPassword, type Earned } from './sign-in.ts'
import { invalidCode, newPendingSecret, pendingSecretToShow, secretToCheck, stepOfCode } from './two-factor.ts'

/** Sign-in, session and sign-out (document 1, sections 2, 4 and 7; rulings 4 to 10). */
export function authRoutes(app: FastifyInstance, context: AppContext): void {
  const { config } = context
  const { orm, pool } = context.database
  const limiter = signInLimiter(pool)
  const browserOf = (request: FastifyRequest, isAccount: SQL) =>
    findBrowser(orm, cookieIdHash(request, 'browser', config), isAccount, context.now())
  const setCookies = (reply: FastifyReply, earned: Earned) => {
    for (const [kind, value] of Object.entries(earned)) setCookie(reply, kind as CookieKind, config, value)
  }

  /** Whether a passkey is this account's second step; then nobody who only has the password may set up another. */
  const usesPasskeys = async (staffId: number) => config.signIn.includes('passkey') && (await hasPasskeys(orm, staffId))
  const secondSteps = async ({ id, totpSecret }: { id: number; totpSecret: string | null }, isByPasskey: boolean) => {
    const hasRecoveryCodes = (await countRecoveryCodes(orm, id)) > 0
    if (config.disableTwoFactor || !(isByPasskey || hasRecoveryCodes)) return {}
    return {
      secondSteps: [
        ...(isByPasskey ? (['passkey'] as const) : []),
        ...(totpSecret === null ? [] : (['code'] as const)),
        ...(hasRecoveryCodes ? (['recovery-code'] as const) : []),
      ],
    }
  }

  mount(app, context, login, async ({ body, request, reply }) => {
    if (!config.signIn.includes('password')) throw new ApiError('forbidden', 'Nobody signs in with a password here. Use another way.')
    const browserId = await browserOf(request, hasEmail(body.email))
    await limiter.countPassword(request.ip, body.email, browserId)
    const account = await findAccount(orm, body.email)
    const isRight = await verifyPassword(account?.passwordHash ?? null, body.password)
    if (!account || !isRight) throw invalidCredentials()
    if (account.disabledAt !== null) throw accountIsOff()
    await sweepExpired(orm, config, context.now())
    const kind = config.disableTwoFactor ? 'session' : 'challenge'
    const earned = await orm.transaction((tx) => afterPassword(tx, context, request, account, kind))
    if (earned === null) throw invalidCredentials()
    clearCookie(reply, kind === 'session' ? 'challenge' : 'session', config)
    setCookies(reply, earned)
    if (kind === 'session') await limiter.forgive(request.ip, account, browserId)
    const isByPasskey = await usesPasskeys(account.id)
    return {
      '2fa': account.totpSecret !== null || isByPasskey,
      name: account.name,
      email: account.email,
      ...(await secondSteps(account, isByPasskey)),
      ...(config.disableTwoFactor ? { disableTwoFactor: true } : {}),
    }
  })

  mount(app, context, generateTwoFactor, async ({ challenge }) => {
    if (challenge.staff.totpSecret !== null || (await usesPasskeys(challenge.staff.id))) throw twoFactorAlreadyOn()
    const sealed = await keepPendingSecret(orm, challenge.idHash, newPendingSecret(config.secretKey, challenge.idHash))
    return pendingSecretToShow(config.secretKey, challenge, sealed, config.productName)
  })

  mount(app, context, verifyTwoFactor, async ({ body, challenge, request, reply }) => {
    const browserId = await browserOf(request, eq(staff.id, challenge.staff.id))
    await limiter.countCode(challenge.staff.id, browserId)
    await countTry(orm, challenge.idHash)
    const isActivation = challenge.staff.totpSecret === null
    if (!isActivation && body.base32Key !== undefined) throw twoFactorAlreadyOn()
    if (isActivation && (await usesPasskeys(challenge.staff.id))) throw twoFactorAlreadyOn()
    const secret = secretToCheck(config.secretKey, challenge)
    if (secret === null || (isActivation && body.base32Key !== secret)) throw invalidCode()
    const step = stepOfCode(secret, body.code, context.now(), challenge.staff.totpLastStep)
    if (step === null) throw invalidCode()
    const earned = await orm.transaction((tx) => afterCode(tx, context, request, challenge, { secret, step }))
    clearCookie(reply, 'challenge', config)
    setCookies(reply, earned)
    await limiter.forgive(request.ip, challenge.staff, browserId)
    return { success: true }
  })

  const isOn: Partial<Record<Feature, boolean>> = { presence: config.presence, passkeys: config.signIn.includes('passkey') }

  mount(app, context, me, async ({ staff }) => ({
    id: staff.id,
    name: staff.name,
    email: staff.email,
    rol: staff.rol,
    capabilities: capabilitiesOf(staff.rol),
    features: features.filter((feature) => isOn[feature] ?? true),
    productName: config.productName,
    publicSiteUrl: config.publicSiteUrl,
    appUrl: config.appUrl,
    paymentProviderUrl: context.payments.dashboardUrl,
    passwordMinLength: config.passwordMinLength,
    preferences: await readPreferences(orm, staff.id),
    livePosition: positionOf(await readNow(orm)),
  }))

  mount(app, context, changePreferences, ({ body, staff }) => orm.transaction((tx) => writePreferences(tx, staff.id, body)))

  mount(app, context, logout, async ({ request, reply }) => {
    clearCookie(reply, 'session', config)
    clearCookie(reply, 'challenge', config)
    await endSession(orm, cookieIdHash(request, 'session', config))
    await endChallenge(orm, cookieIdHash(request, 'challenge', config))
    return { success: true } as const
  })
}

/** The same reply for unknown e-mail and wrong password (document 1, section 8). */
function invalidCredentials(): ApiError {
  return new ApiError('invalid_credentials', 'Invalid credentials')
}
