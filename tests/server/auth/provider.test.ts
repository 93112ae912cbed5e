import { asc, eq } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog, providerAccounts, sessions, staff } from '../../../server/db/schema/staff.ts'
import { silentLog } from '../../../server/process/log.ts'
import { refreshSessions } from '../../../server/resources/auth/provider/refresh.ts'
import { buildTestApp, type TestApp, testStart } from '../../support/app.ts'
import { describeDatabase } from '../../support/database.ts'
import { openIdStandIn, type Spoiled } from '../../support/openid-stand-in.ts'
import { type Browser, makeStaff, openBrowser, signIn } from '../../support/sign-in.ts'

describeDatabase('company sign-in', (engine) => {
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
  const comeBack = async (of: Browser, place: string) => navigate(of, place)
  const enter = async (of = openBrowser(server), query = '') => {
    const back = await comeBack(of, await toProvider(of, query))
    return { of, place: placeOf(back), back }
  }
  const account = async (email: string) => (await database.current.orm.select().from(staff).where(eq(staff.email, email)))[0]
  const bindings = () => database.current.orm.select().from(providerAccounts)
  const me = async (of: Browser) => (await of.get('/auth/me')).json<{ email?: string; rol?: number; statusCode?: number }>()
  const audited = async () =>
    (await database.current.orm.select().from(auditLog).orderBy(asc(auditLog.id))).map(({ action, after }) => [action, after])

  describe('the first time', () => {
    test('makes an account with the role of its groups [1.7 provider]', async () => {
      const { of, place } = await enter()
      expect(place).toBe('/')
      expect(await me(of)).toMatchObject({ email: 'tom@example.com', rol: 2 })
      expect(await account('tom@example.com')).toMatchObject({ name: 'Tom Sawyer' })
      expect(await bindings()).toMatchObject([{ issuer: provider.origin, subject: 'p1' }])
      expect(await audited()).toEqual([
        ['auth.provider', { provider: provider.origin, rol: 2, created: true }],
        ['auth.sign-in', null],
      ])
    })

    test('binds the account with that address, and finds it by subject from then on', async () => {
      const known = await makeStaff(server, { rol: 2, email: 'Tom@Example.com' })
      await enter()
      provider.state.person = { ...provider.state.person, email: 'renamed@example.com', email_verified: false }
      const { of } = await enter()
      expect(await me(of)).toMatchObject({ id: known.id, email: 'Tom@Example.com' })
      expect(await database.current.orm.select().from(staff)).toHaveLength(2)
    })

    test.each([
      ['no group that has a role', { groups: ['marketing'] }, 'no-group'],
      ['no groups at all', { groups: undefined }, 'no-group'],
      ['an address that is not verified', { email_verified: false }, 'unverified-email'],
      ['no address', { email: undefined }, 'unverified-email'],
    ])('with %s is refused', async (_what, claims, why) => {
      provider.state.person = { ...provider.state.person, ...claims }
      const { of, place } = await enter()
      expect(place).toBe(`/login?refused=${why}`)
      expect(await me(of)).toMatchObject({ statusCode: 401 })
      expect(await account('tom@example.com')).toBeUndefined()
    })

    test('takes over no account that is bound to another subject', async () => {
      await enter()
      provider.state.person = { ...provider.state.person, sub: 'p2' }
      expect((await enter()).place).toBe('/login?refused=other-account')
      expect(await bindings()).toMatchObject([{ subject: 'p1' }])
    })

    test('opens no account that is switched off', async () => {
      const known = await makeStaff(server, { email: 'tom@example.com' })
      await database.current.orm.update(staff).set({ disabledAt: 1 }).where(eq(staff.id, known.id))
      expect((await enter()).place).toBe('/login?refused=switched-off')
    })
  })

  describe('the role', () => {
    test('follows the groups at each sign-in, and a new one ends other sessions', async () => {
      const { of } = await enter()
      provider.state.person = { ...provider.state.person, groups: ['support', 'leads'] }
      const second = await enter()
      expect(await me(second.of)).toMatchObject({ rol: 1 })
      expect(await me(of)).toMatchObject({ statusCode: 401 })
    })

    test('may be given as one text, and below a path', async () => {
      provider.state.person = { ...provider.state.person, groups: 'leads' }
      expect(await me((await enter()).of)).toMatchObject({ rol: 1 })
    })

    test('of the last account with role 1 stays', async () => {
      const last = await makeStaff(server, { rol: 1, email: 'tom@example.com' })
      await database.current.orm.update(staff).set({ rol: 2 }).where(eq(staff.rol, 1))
      await database.current.orm.update(staff).set({ rol: 1 }).where(eq(staff.id, last.id))
      expect(await me((await enter()).of)).toMatchObject({ rol: 1 })
    })

    test('is gone with the last group, and so are the sessions', async () => {
      const { of } = await enter()
      provider.state.person = { ...provider.state.person, groups: [] }
      expect((await enter()).place).toBe('/login?refused=no-group')
      expect(await me(of)).toMatchObject({ statusCode: 401 })
    })
  })

  describe('a sign-in that comes back', () => {
    test('leads to where it began, and nowhere else', async () => {
      expect((await enter(undefined, '?origin=%2Fqrs%3Fpage%3D2')).place).toBe('/qrs?page=2')
      for (const origin of ['//evil.example', '/\\evil.example', 'https://evil.example', '/login', '/\t/evil.example'])
        expect((await enter(undefined, `?origin=${encodeURIComponent(origin)}`)).place).toBe('/')
    })

    test('is taken once', async () => {
      const of = openBrowser(server)
      const place = await toProvider(of)
      const cookies = new Map(of.cookies)
      expect(placeOf(await comeBack(of, place))).toBe('/')
      const again = openBrowser(server)
      for (const [name, value] of cookies) again.cookies.set(name, value)
      expect(placeOf(await comeBack(again, place))).toBe('/login?refused=expired')
    })

    test('of another browser is refused', async () => {
      const place = await toProvider(openBrowser(server))
      const victim = openBrowser(server)
      expect(placeOf(await comeBack(victim, place))).toBe('/login?refused=expired')
      await toProvider(victim)
      expect(placeOf(await comeBack(victim, place))).toBe('/login?refused=refused')
      expect(await me(victim)).toMatchObject({ statusCode: 401 })
    })

    test('with a foreign state is refused', async () => {
      const of = openBrowser(server)
      const place = (await toProvider(of)).replace(/state=[^&]*/, 'state=foreign')
      expect(placeOf(await comeBack(of, place))).toBe('/login?refused=refused')
    })

    test('with an error of the provider is refused', async () => {
      const of = openBrowser(server)
      const state = /state=[^&]*/.exec(await toProvider(of))?.[0]
      expect(placeOf(await comeBack(of, `/sign-in/callback?error=access_denied&${state}`))).toBe('/login?refused=refused')
    })

    test('after ten minutes is too late', async () => {
      const of = openBrowser(server)
      const place = await toProvider(of)
      server.clock.advance(600)
      expect(placeOf(await comeBack(of, place))).toBe('/login?refused=expired')
      server.clock.advance(-600)
    })

    const now = Math.floor(Date.now() / 1000)
    test.each<[string, Spoiled]>([
      ['a foreign nonce', { claims: { nonce: 'foreign' } }],
      ['no nonce', { without: 'nonce' }],
      ['a foreign issuer', { claims: { iss: 'https://evil.example' } }],
      ['a foreign audience', { claims: { aud: 'another client' } }],
      ['no signature', { key: 'none' }],
      ['a wrong key', { key: 'unknown' }],
      ['an expired token', { claims: { iat: now - 900, exp: now - 600 } }],
      ['no subject', { without: 'sub' }],
      ['a refused code', { status: 400 }],
    ])('with %s is refused in words, and opens no session', async (_what, spoiled) => {
      provider.state.spoiled = spoiled
      const { of, place } = await enter()
      expect(place).toBe('/login?refused=refused')
      expect(await me(of)).toMatchObject({ statusCode: 401 })
      expect(await account('tom@example.com')).toBeUndefined()
      expect(await database.current.orm.select().from(sessions)).toEqual([])
    })
  })

  describe('a provider that is down', () => {
    test('is said on the login screen; whoever is in stays in', async () => {
      const { of } = await enter()
      provider.state.isDown = true
      const other = openBrowser(server)
      provider.state.isDown = false
      const place = await toProvider(other)
      provider.state.isDown = true
      expect(placeOf(await comeBack(other, place))).toBe('/login?refused=unreachable')
      server.clock.advance(300)
      await refreshSessions(server.context, silentLog)
      expect(await me(of)).toMatchObject({ email: 'tom@example.com' })
      server.clock.advance(-300)
    })

    test('with a fault is the same', async () => {
      provider.state.spoiled = { status: 500 }
      expect((await enter()).place).toBe('/login?refused=unreachable')
    })
  })

  describe('a session', () => {
    const later = async () => {
      server.clock.advance(300)
      await refreshSessions(server.context, silentLog)
      server.clock.advance(-300)
    }

    test('is asked for again every five minutes, with the newest refresh token, which is stored encrypted', async () => {
      const { of } = await enter()
      const [before] = await database.current.orm.select().from(sessions)
      expect(before?.refreshToken).toMatch(/^v1\./)
      await refreshSessions(server.context, silentLog)
      expect((await database.current.orm.select().from(sessions))[0]?.refreshToken).toBe(before?.refreshToken)
      await later()
      expect((await database.current.orm.select().from(sessions))[0]?.refreshToken).not.toBe(before?.refreshToken)
      expect(await me(of)).toMatchObject({ email: 'tom@example.com' })
    })

    test('ends when the provider says no', async () => {
      const { of } = await enter()
      provider.state.refreshTokens.clear()
      await later()
      expect(await me(of)).toMatchObject({ statusCode: 401 })
    })

    test('stays when the provider no longer knows the client', async () => {
      const { of } = await enter()
      provider.state.spoiled = { status: 401, error: 'invalid_client' }
      await later()
      expect(await me(of)).toMatchObject({ email: 'tom@example.com' })
    })

    test('ends when the groups are gone', async () => {
      const { of } = await enter()
      provider.state.person = { ...provider.state.person, groups: ['marketing'] }
      await later()
      expect(await me(of)).toMatchObject({ statusCode: 401 })
    })

    test('ends with a new role, which is audited, but the last role 1 of two at once stays', async () => {
      await database.current.orm.update(staff).set({ rol: 2 })
      for (const sub of ['p1', 'p2']) {
        provider.state.person = { ...provider.state.person, sub, email: `${sub}@example.com`, groups: ['leads'] }
        await enter()
      }
      provider.state.person = { ...provider.state.person, groups: ['support'] }
      const rows = await database.current.orm.select().from(sessions)
      expect(rows).toHaveLength(2)
      server.clock.advance(300)
      await Promise.all([refreshSessions(server.context, silentLog), refreshSessions(server.context, silentLog)])
      server.clock.advance(-300)
      const roles = (await database.current.orm.select().from(staff)).filter(({ email }) => /^p\d@/.test(email)).map(({ rol }) => rol)
      expect(roles.toSorted((a, b) => a - b)).toEqual([1, 2])
      expect((await audited()).at(-1)).toEqual(['auth.provider', { rol: 2 }])
    })

    test('is asked for once by two servers', async () => {
      const { of } = await enter()
      server.clock.advance(300)
      await Promise.all([refreshSessions(server.context, silentLog), refreshSessions(server.context, silentLog)])
      server.clock.advance(-300)
      expect(await me(of)).toMatchObject({ email: 'tom@example.com' })
    })
  })

  describe('a notice of the provider', () => {
    const notify = async (token: string) =>
      (
        await server.app.inject({
          method: 'POST',
          url: '/sign-in/logout',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: `logout_token=${encodeURIComponent(token)}`,
        })
      ).statusCode

    test('ends all sessions of a person there, and no others', async () => {
      const [first, second] = [await enter(), await enter()]
      const local = await signIn(server)
      expect(await notify(await provider.logoutToken())).toBe(200)
      expect([await me(first.of), await me(second.of)]).toEqual([
        expect.objectContaining({ statusCode: 401 }),
        expect.objectContaining({ statusCode: 401 }),
      ])
      expect((await local.get('/auth/me')).statusCode).toBe(200)
    })

    test('ends the one session that it names', async () => {
      const first = await enter()
      provider.state.session = 'session-2'
      const second = await enter()
      expect(await notify(await provider.logoutToken({ sid: 'session-2' }))).toBe(200)
      expect([await me(first.of), await me(second.of)]).toEqual([
        expect.objectContaining({ email: 'tom@example.com' }),
        expect.objectContaining({ statusCode: 401 }),
      ])
    })

    const now = Math.floor(Date.now() / 1000)
    test.each<[string, Spoiled, JWTPayload]>([
      ['with a wrong key', { key: 'unknown' }, {}],
      ['without a signature', { key: 'none' }, {}],
      ['of a foreign issuer', { claims: { iss: 'https://evil.example' } }, {}],
      ['for a foreign audience', { claims: { aud: 'another' } }, {}],
      ['that is old', { claims: { iat: now - 900, exp: now + 900 } }, {}],
      ['with a nonce, as an ID token has', {}, { nonce: 'n' }],
      ['about nothing', {}, { events: {} }],
      ['about nobody', { without: 'sub' }, {}],
    ])('%s is refused', async (_what, spoiled, claims) => {
      const { of } = await enter()
      provider.state.spoiled = spoiled
      expect(await notify(await provider.logoutToken(claims))).toBe(400)
      expect(await me(of)).toMatchObject({ email: 'tom@example.com' })
    })

    test('without a token is refused', async () => {
      expect(await notify('')).toBe(400)
      expect((await server.app.inject({ method: 'POST', url: '/sign-in/logout', payload: {} })).statusCode).toBe(400)
    })
  })

  describe('a fresh proof', () => {
    const prove = async (of: Browser) => comeBack(of, await toProvider(of, '?proof=1'))

    test('asks the provider again, and is good for the session that began it', async () => {
      const { of } = await enter()
      await database.current.orm.update(sessions).set({ provenAt: 0 })
      expect((await of.get('/auth/step-up')).json()).toEqual({ proofs: ['oidc'], isProven: false })
      const started = await navigate(of, '/sign-in/start?proof=1')
      expect(new URL(placeOf(started)).searchParams.get('max_age')).toBe('0')
      expect((await prove(of)).body).toContain('You can close this window.')
      expect((await of.get('/auth/step-up')).json()).toMatchObject({ isProven: true })
    })

    test('of another person is none', async () => {
      const { of } = await enter()
      await database.current.orm.update(sessions).set({ provenAt: 0 })
      provider.state.person = { ...provider.state.person, sub: 'p2' }
      expect(placeOf(await prove(of))).toBe('/login?refused=other-person')
      expect((await of.get('/auth/step-up')).json()).toMatchObject({ isProven: false })
    })

    test('without a session is none', async () => {
      expect(placeOf(await navigate(openBrowser(server), '/sign-in/start?proof=1'))).toBe('/login?refused=expired')
    })
  })

  test('questions are limited by address', async () => {
    let last = ''
    for (let count = 0; count < 121; count += 1) last = placeOf(await navigate(openBrowser(server), '/sign-in/start'))
    expect(last).toBe('/login?refused=too-many')
  })
})
