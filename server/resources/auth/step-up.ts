import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as contract from '../../../src/contract/step-up.ts'
import { providerAccounts, sessions, staff } from '../../db/schema/staff.ts'
import { cookieIdHash } from '../../http/access/cookies.ts'
import { isProven } from '../../http/access/session.ts'
import { ApiError } from '../../http/errors.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { findBrowser } from './browsers.ts'
import { signInLimiter } from './limits.ts'
import { askForKnown, checkKnown, hasPasskeys } from './passkeys.ts'
import { verifyPassword } from './passwords.ts'
import { takeCode } from './two-factor.ts'

/** Proving once more that it is the person, within a session. */
export function stepUpRoutes(app: FastifyInstance, context: AppContext): void {
  const { config, now } = context
  const { orm, pool } = context.database
  const limiter = signInLimiter(pool)

  /** The password alone is a proof only for whoever signs in with it alone. */
  const proofsOf = async (id: number): Promise<contract.Proof[]> => {
    const [account] = await orm
      .select({ secret: staff.totpSecret, subject: providerAccounts.subject })
      .from(staff)
      .leftJoin(providerAccounts, eq(providerAccounts.staffId, staff.id))
      .where(eq(staff.id, id))
    const strong: contract.Proof[] = []
    if (config.signIn.includes('passkey') && (await hasPasskeys(orm, id))) strong.push('passkey')
    if (account?.secret != null) strong.push('code')
    if (config.oidc !== null && account?.subject != null) strong.push('oidc')
    return strong.length > 0 || !config.signIn.includes('password') ? strong : ['password']
  }

  mount(app, context, contract.readStepUp, async ({ staff: person }) => ({
    proofs: await proofsOf(person.id),
    isProven: isProven(person, now()),
  }))

  mount(app, context, contract.askStepUpPasskey, async ({ staff: person }) => {
    if (!(await proofsOf(person.id)).includes('passkey')) throw new ApiError('not_found', 'This account has no passkey.')
    return askForKnown(orm, config, person.sessionIdHash, person.id, now())
  })

  mount(app, context, contract.stepUp, async ({ body, staff: person, request }) => {
    const proofs = await proofsOf(person.id)
    const { answer, code, password } = body
    const browserId = await findBrowser(orm, cookieIdHash(request, 'browser', config), eq(staff.id, person.id), now())
    if (answer !== undefined && proofs.includes('passkey')) {
      const found = await checkKnown(orm, config, person.sessionIdHash, answer, now())
      if (!found || found.isCopied || found.passkey.staff.id !== person.id)
        throw new ApiError('invalid_credentials', 'This passkey was not accepted.')
    } else if (code !== undefined && proofs.includes('code')) {
      await limiter.countCode(person.id, browserId)
      await takeCode(orm, config.secretKey, person.id, code, now())
    } else if (password !== undefined && proofs.includes('password')) {
      await limiter.countPassword(request.ip, person.email, browserId)
      const [account] = await orm.select({ passwordHash: staff.passwordHash }).from(staff).where(eq(staff.id, person.id))
      if (!(await verifyPassword(account?.passwordHash ?? null, password))) throw new ApiError('invalid_credentials', 'Wrong password.')
    } else {
      throw new ApiError('bad_request', 'Send one of the proofs that this person has.')
    }
    await orm.update(sessions).set({ provenAt: now() }).where(eq(sessions.idHash, person.sessionIdHash))
    await limiter.forgive(password === undefined ? null : request.ip, person, browserId)
    return { success: true } as const
  })
}
