import { and, eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptOrigin, withOrigin } from '../../../../src/contract/origin.ts'
import type { ProviderRefusedFor } from '../../../../src/contract/provider-refusals.ts'
import { providerStartPath } from '../../../../src/contract/sign-in-ways.ts'
import { writeAudit } from '../../../audit/write.ts'
import { providerAccounts, providerSignIns, sessions } from '../../../db/schema/staff.ts'
import { type CookieKind, clearCookie, cookieIdHash, setCookie } from '../../../http/access/cookies.ts'
import { newSecret, secretHash } from '../../../http/access/secrets.ts'
import { readSession } from '../../../http/access/session.ts'
import { ApiError } from '../../../http/errors.ts'
import type { AppContext } from '../../../outside/context.ts'
import { callbackPath } from '../../../outside/openid/create.ts'
import { ProviderDown, type ProviderPerson, ProviderRefusal } from '../../../outside/openid/port.ts'
import { lockAccounts } from '../accounts.ts'
import { signInLimiter } from '../limits.ts'
import { sealSecret } from '../secrets.ts'
import { providerSeconds } from '../sessions.ts'
import { afterProof } from '../sign-in.ts'
import { accountOf, type Bound } from './account.ts'
import { endAtNotice } from './logout.ts'
import { refreshRow } from './rows.ts'

/** The provider posts here when somebody is signed out or switched off there. */
export const logoutPath = '/sign-in/logout'

/** A sign-in that ends on the login screen with its reason. */
class Refused extends Error {
  constructor(readonly why: ProviderRefusedFor) {
    super(why)
  }
}

/** Company sign-in: pages that the browser is sent to and comes back to, and the provider's notices. Nothing if it is not in use. */
export function providerRoutes(app: FastifyInstance, context: AppContext): void {
  const { openId, config } = context
  if (openId === null || config.oidc === null) return
  const settings = config.oidc
  const { orm, pool } = context.database
  const limiter = signInLimiter(pool)

  const backToLogin = (reply: FastifyReply, origin: string | null, why: ProviderRefusedFor) => {
    const address = withOrigin('/login', origin)
    void reply.redirect(`${address}${address.includes('?') ? '&' : '?'}refused=${why}`)
  }

  app.get<{ Querystring: Record<string, unknown> }>(providerStartPath, async (request, reply) => {
    const origin = acceptOrigin(typeof request.query['origin'] === 'string' ? request.query['origin'] : null)
    const isProof = request.query['proof'] === '1'
    try {
      await limiter.countQuestion(request.ip).catch((error: unknown) => {
        throw error instanceof ApiError ? new Refused('too-many') : error
      })
      const person = isProof ? await readSession(context, request) : null
      const { url, pending } = await openId.begin({ isProof, ...(person ? { email: person.email } : {}) })
      const { value, hash: idHash } = newSecret()
      await orm
        .insert(providerSignIns)
        .values({ ...pending, idHash, origin, sessionIdHash: person?.sessionIdHash ?? null, createdAt: context.now() })
      setCookie(reply, 'provider', config, value)
      return await reply.redirect(url)
    } catch (error) {
      backToLogin(reply, origin, whyOf(error, request))
    }
  })

  app.get(callbackPath, async (request, reply) => {
    let origin: string | null = null
    try {
      const idHash = cookieIdHash(request, 'provider', config)
      clearCookie(reply, 'provider', config)
      const pending = await takePending(idHash)
      origin = pending.origin
      const isProof = pending.sessionIdHash !== null
      const person = await openId.complete(new URL(request.url, config.ownOrigin), pending, { isProof })
      if (pending.sessionIdHash !== null) {
        await prove(pending.sessionIdHash, person)
        return await reply.type('text/html; charset=utf-8').send(provenPage)
      }
      await signIn(person, request, reply)
      return await reply.redirect(acceptOrigin(origin) ?? '/')
    } catch (error) {
      backToLogin(reply, origin, whyOf(error, request))
    }
  })

  /** Takes what a sign-in began with; it can be completed once. */
  async function takePending(idHash: string | null) {
    if (idHash === null) throw new Refused('expired')
    const [pending] = await orm.delete(providerSignIns).where(eq(providerSignIns.idHash, idHash)).returning()
    if (!pending || pending.createdAt <= context.now() - providerSeconds) throw new Refused('expired')
    return pending
  }

  /** A person proved once more that it is them. */
  async function prove(sessionIdHash: string, { issuer, subject, provenAt }: ProviderPerson): Promise<void> {
    const [found] = await orm
      .select({ id: providerAccounts.staffId })
      .from(sessions)
      .innerJoin(providerAccounts, eq(providerAccounts.staffId, sessions.staffId))
      .where(and(eq(sessions.idHash, sessionIdHash), eq(providerAccounts.issuer, issuer), eq(providerAccounts.subject, subject)))
    if (!found || provenAt === null) throw new Refused('other-person')
    await orm.update(sessions).set({ provenAt }).where(eq(sessions.idHash, sessionIdHash))
  }

  async function signIn(person: ProviderPerson, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const now = context.now()
    const bound = await orm.transaction(async (tx): Promise<Bound & { earned?: Awaited<ReturnType<typeof afterProof>> }> => {
      await lockAccounts(tx)
      const found = await accountOf(tx, settings, person, now)
      if ('refusal' in found) return found
      const { account, changes: after } = found
      const who = { staff: account, ip: request.ip, now }
      if (Object.keys(after).length > 0)
        await writeAudit(tx, { ...who, action: 'auth.provider', targetType: 'staff', targetId: account.id, after })
      const earned = await afterProof(tx, context, request, account, { provenAt: person.provenAt ?? 0 })
      const idHash = secretHash(earned.session)
      const { session, refreshToken } = person
      const sealed = refreshToken === null ? null : sealSecret(config.secretKey, refreshRow(idHash), refreshToken)
      await tx.update(sessions).set({ providerSession: session, refreshToken: sealed, refreshedAt: now }).where(eq(sessions.idHash, idHash))
      return { ...found, earned }
    })
    if ('refusal' in bound) throw new Refused(bound.refusal)
    for (const [kind, value] of Object.entries(bound.earned ?? {})) setCookie(reply, kind as CookieKind, config, value)
  }

  const whyOf = (error: unknown, request: FastifyRequest): ProviderRefusedFor => {
    if (error instanceof Refused) return error.why
    request.log.warn({ err: error }, 'a sign-in through the provider failed')
    if (error instanceof ProviderDown) return 'unreachable'
    if (error instanceof ProviderRefusal) return 'refused'
    if (error instanceof ApiError) return error.code === 'forbidden' ? 'switched-off' : 'expired'
    return 'refused'
  }

  void app.register((within, _options, done) => {
    within.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16 * 1024 },
      (_request, body, parsed) => parsed(null, new URLSearchParams(String(body))),
    )
    within.post(logoutPath, async (request, reply) => {
      const token = request.body instanceof URLSearchParams ? request.body.get('logout_token') : null
      void reply.header('cache-control', 'no-store')
      try {
        if (token === null) throw new ProviderRefusal('no logout token')
        await endAtNotice(orm, await openId.readLogout(token))
        return await reply.code(200).send()
      } catch (error) {
        request.log.warn({ err: error }, 'a logout notice was refused')
        return reply.code(error instanceof ProviderDown ? 503 : 400).send({ error: 'invalid_request' })
      }
    })
    done()
  })
}

/** What a window for a proof shows; the console closes it. */
const provenPage = '<!doctype html><html lang="en"><title>Done</title><p>It is you. You can close this window.</p></html>'
