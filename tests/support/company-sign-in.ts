import { asc, eq } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { auditLog, providerAccounts, staff } from '../../server/db/schema/staff.ts'
import { buildTestApp, type TestApp, testStart } from './app.ts'
import type { Engine } from './database.ts'
import { openIdStandIn } from './openid-stand-in.ts'
import { type Browser, makeStaff, openBrowser } from './sign-in.ts'

/** A server with passwords and a provider, one account with role 1, and Tom, whom only the provider knows yet. */
export function useCompanySignIn(engine: Engine) {
  const database = engine.use()
  let provider: Awaited<ReturnType<typeof openIdStandIn>>
  let server: TestApp

  beforeAll(async () => {
    provider = await openIdStandIn()
    const oidc = {
      issuer: provider.origin,
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
      roles: [
        { group: 'leads', rol: 1 as const },
        { group: 'support', rol: 2 as const },
      ],
      label: 'Harbour',
      roleClaim: 'groups',
    }
    server = await buildTestApp(database.current, { signIn: ['password', 'oidc'], oidc })
    // The provider's times are those of the machine.
    server.clock.advance(Math.floor(Date.now() / 1000) - testStart)
  })
  afterAll(async () => {
    await server.app.close()
    await provider.close()
  })
  beforeEach(async () => {
    await database.empty()
    await makeStaff(server, { rol: 1 })
    const person = { sub: 'p1', email: 'tom@example.com', email_verified: true, name: 'Tom Sawyer', groups: ['support'] }
    Object.assign(provider.state, { person, spoiled: {}, isDown: false, session: 'session-1' })
    provider.state.refreshTokens.clear()
  })

  const navigate = (of: Browser, url: string) => of.inject({ method: 'GET', url, headers: { 'sec-fetch-site': 'cross-site' } })
  const placeOf = (reply: LightMyRequestResponse) => String(reply.headers['location'])
  /** Goes to the provider, which sends the browser back. */
  const toProvider = async (of: Browser, query = '') => {
    const reply = await navigate(of, `/sign-in/start${query}`)
    if (!placeOf(reply).startsWith(provider.origin)) return placeOf(reply)
    const back = await fetch(placeOf(reply), { redirect: 'manual' })
    const { pathname, search } = new URL(back.headers.get('location') ?? '')
    return pathname + search
  }
  const enter = async (of = openBrowser(server), query = '') => {
    const back = await navigate(of, await toProvider(of, query))
    return { of, place: placeOf(back), back }
  }
  const account = async (email: string) => (await database.current.orm.select().from(staff).where(eq(staff.email, email)))[0]
  const bindings = () => database.current.orm.select().from(providerAccounts)
  const me = async (of: Browser) => (await of.get('/auth/me')).json<{ email?: string; rol?: number; statusCode?: number }>()
  const audited = async () =>
    (await database.current.orm.select().from(auditLog).orderBy(asc(auditLog.id))).map(({ action, after }) => [action, after])

  return {
    database,
    get provider() {
      return provider
    },
    get server() {
      return server
    },
    navigate,
    placeOf,
    toProvider,
    enter,
    account,
    bindings,
    me,
    audited,
  }
}
