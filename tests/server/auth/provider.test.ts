import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { sessions, staff } from '../../../server/db/schema/staff.ts'
import { silentLog } from '../../../server/process/log.ts'
import { refreshSessions } from '../../../server/resources/auth/provider/refresh.ts'
import { useCompanySignIn } from '../../support/company-sign-in.ts'
import { describeDatabase } from '../../support/database.ts'
import type { Spoiled } from '../../support/openid-stand-in.ts'
import { type Browser, makeStaff, openBrowser } from '../../support/sign-in.ts'

describeDatabase('company sign-in', (engine) => {
  const running = useCompanySignIn(engine)
  const { database, navigate, placeOf, toProvider, enter, account, bindings, me, audited } = running

  describe('the first time', () => {
    test('makes an account with the role of its groups [1.7 provider]', async () => {
      const { of, place } = await enter()
      expect(place).toBe('/')
      expect(await me(of)).toMatchObject({ email: 'tom@example.com', rol: 2 })
      expect(await account('tom@example.com')).toMatchObject({ name: 'Tom Sawyer' })
      expect(await bindings()).toMatchObject([{ issuer: running.provider.origin, subject: 'p1' }])
      expect(await audited()).toEqual([
        ['auth.provider', { provider: running.provider.origin, rol: 2, created: true }],
        ['auth.sign-in', null],
      ])
    })

    test('binds the account with that address, and finds it by subject from then on', async () => {
      const known = await makeStaff(running.server, { rol: 2, email: 'Tom@Example.com' })
      await enter()
      running.provider.state.person = { ...running.provider.state.person, email: 'renamed@example.com', email_verified: false }
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
      running.provider.state.person = { ...running.provider.state.person, ...claims }
      const { of, place } = await enter()
      expect(place).toBe(`/login?refused=${why}`)
      expect(await me(of)).toMatchObject({ statusCode: 401 })
      expect(await account('tom@example.com')).toBeUndefined()
    })

    test('takes over no account that is bound to another subject', async () => {
      await enter()
      running.provider.state.person = { ...running.provider.state.person, sub: 'p2' }
      expect((await enter()).place).toBe('/login?refused=other-account')
      expect(await bindings()).toMatchObject([{ subject: 'p1' }])
    })

    test('opens no account that is switched off', async () => {
      const known = await makeStaff(running.server, { email: 'tom@example.com' })
      await database.current.orm.update(staff).set({ disabledAt: 1 }).where(eq(staff.id, known.id))
      expect((await enter()).place).toBe('/login?refused=switched-off')
    })
  })

  describe('the role', () => {
    test('follows the groups at each sign-in, and a new one ends other sessions', async () => {
      const { of } = await enter()
      running.provider.state.person = { ...running.provider.state.person, groups: ['support', 'leads'] }
      const second = await enter()
      expect(await me(second.of)).toMatchObject({ rol: 1 })
      expect(await me(of)).toMatchObject({ statusCode: 401 })
    })

    test('may be given as one text, and below a path', async () => {
      running.provider.state.person = { ...running.provider.state.person, groups: 'leads' }
      expect(await me((await enter()).of)).toMatchObject({ rol: 1 })
    })

    test('of the last account with role 1 stays', async () => {
      const last = await makeStaff(running.server, { rol: 1, email: 'tom@example.com' })
      await database.current.orm.update(staff).set({ rol: 2 }).where(eq(staff.rol, 1))
      await database.current.orm.update(staff).set({ rol: 1 }).where(eq(staff.id, last.id))
      expect(await me((await enter()).of)).toMatchObject({ rol: 1 })
    })

    test('is gone with the last group, and so are the sessions', async () => {
      const { of } = await enter()
      running.provider.state.person = { ...running.provider.state.person, groups: [] }
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
      const of = openBrowser(running.server)
      const place = await toProvider(of)
      const cookies = new Map(of.cookies)
      expect(placeOf(await navigate(of, place))).toBe('/')
      const again = openBrowser(running.server)
      for (const [name, value] of cookies) again.cookies.set(name, value)
      expect(placeOf(await navigate(again, place))).toBe('/login?refused=expired')
    })

    test('of another browser is refused', async () => {
      const place = await toProvider(openBrowser(running.server))
      const victim = openBrowser(running.server)
      expect(placeOf(await navigate(victim, place))).toBe('/login?refused=expired')
      await toProvider(victim)
      expect(placeOf(await navigate(victim, place))).toBe('/login?refused=refused')
      expect(await me(victim)).toMatchObject({ statusCode: 401 })
    })

    test('with a foreign state is refused', async () => {
      const of = openBrowser(running.server)
      const place = (await toProvider(of)).replace(/state=[^&]*/, 'state=foreign')
      expect(placeOf(await navigate(of, place))).toBe('/login?refused=refused')
    })

    test('with an error of the provider is refused', async () => {
      const of = openBrowser(running.server)
      const state = /state=[^&]*/.exec(await toProvider(of))?.[0]
      expect(placeOf(await navigate(of, `/sign-in/callback?error=access_denied&${state}`))).toBe('/login?refused=refused')
    })

    test('after ten minutes is too late', async () => {
      const of = openBrowser(running.server)
      const place = await toProvider(of)
      running.server.clock.advance(600)
      expect(placeOf(await navigate(of, place))).toBe('/login?refused=expired')
      running.server.clock.advance(-600)
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
      running.provider.state.spoiled = spoiled
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
      running.provider.state.isDown = true
      const other = openBrowser(running.server)
      running.provider.state.isDown = false
      const place = await toProvider(other)
      running.provider.state.isDown = true
      expect(placeOf(await navigate(other, place))).toBe('/login?refused=unreachable')
      running.server.clock.advance(300)
      await refreshSessions(running.server.context, silentLog)
      expect(await me(of)).toMatchObject({ email: 'tom@example.com' })
      running.server.clock.advance(-300)
    })

    test('with a fault is the same', async () => {
      running.provider.state.spoiled = { status: 500 }
      expect((await enter()).place).toBe('/login?refused=unreachable')
    })
  })

  describe('a fresh proof', () => {
    const prove = async (of: Browser) => navigate(of, await toProvider(of, '?proof=1'))

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
      running.provider.state.person = { ...running.provider.state.person, sub: 'p2' }
      expect(placeOf(await prove(of))).toBe('/login?refused=other-person')
      expect((await of.get('/auth/step-up')).json()).toMatchObject({ isProven: false })
    })

    test('without a session is none', async () => {
      expect(placeOf(await navigate(openBrowser(running.server), '/sign-in/start?proof=1'))).toBe('/login?refused=expired')
    })
  })

  test('questions are limited by address', async () => {
    let last = ''
    for (let count = 0; count < 121; count += 1) last = placeOf(await navigate(openBrowser(running.server), '/sign-in/start'))
    expect(last).toBe('/login?refused=too-many')
  })
})
