import { eq } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { knownBrowsers, rateLimits, sessions, signInChallenges, staff } from '../../../server/db/schema/staff.ts'
import { createStaff, upsertAdmin } from '../../../server/resources/auth/accounts.ts'
import { endSessions, startSession, sweepExpired } from '../../../server/resources/auth/sessions.ts'
import { buildTestApp, type TestApp } from '../../support/app.ts'
import { describeDatabase } from '../../support/database.ts'
import { activateTwoFactor, makeStaff, openBrowser, signIn, testPassword } from '../../support/sign-in.ts'

describeDatabase('sessions', (engine) => {
  const database = engine.use()
  let server: TestApp

  beforeAll(async () => {
    server = await buildTestApp(database.current)
  })
  afterAll(() => server.app.close())
  beforeEach(async () => {
    await database.current.orm.delete(staff)
    await database.current.orm.delete(rateLimits)
  })

  const withoutValues = (reply: LightMyRequestResponse) =>
    [reply.headers['set-cookie']].flat().map((line) => line?.replace(/=[\w-]{43};/, '=…;'))
  const stored = () => database.current.orm.select().from(sessions)

  describe('end', () => {
    test('after 60 minutes without a request (ruling 10) [R10 session times]', async () => {
      const browser = await signIn(server)
      for (let asked = 0; asked < 3; asked += 1) {
        server.clock.advance(59 * 60)
        expect((await browser.get('/auth/me')).statusCode).toBe(200)
      }
      server.clock.advance(60 * 60)
      expect((await browser.get('/auth/me')).json()).toMatchObject({ statusCode: 401, error: 'unauthorized' })
      expect(await stored()).toEqual([])
    })

    test('after 12 hours in total (ruling 10) [R10 session times]', async () => {
      const browser = await signIn(server)
      for (let half = 1; half < 24; half += 1) {
        server.clock.advance(30 * 60)
        expect((await browser.get('/auth/me')).statusCode).toBe(200)
      }
      server.clock.advance(30 * 60)
      expect((await browser.get('/auth/me')).statusCode).toBe(401)
    })

    test('after the configured times [R10 session times]', async () => {
      const strict = await buildTestApp(database.current, { sessionIdleMinutes: 5, sessionMaxHours: 1 })
      const browser = await signIn(strict)
      strict.clock.advance(299)
      expect((await browser.get('/auth/me')).statusCode).toBe(200)
      strict.clock.advance(300)
      expect((await browser.get('/auth/me')).statusCode).toBe(401)
      await strict.app.close()
    })

    test('for that user only, when their account changes', async () => {
      const [browser, other] = [await signIn(server), await signIn(server)]
      await database.current.orm.transaction((tx) => endSessions(tx, browser.staff.id))
      expect((await browser.get('/auth/me')).statusCode).toBe(401)
      expect((await other.get('/auth/me')).statusCode).toBe(200)
    })

    test('when the account is deleted', async () => {
      const browser = await signIn(server)
      await database.current.orm.delete(staff).where(eq(staff.id, browser.staff.id))
      expect((await browser.get('/auth/me')).statusCode).toBe(401)
    })

    test('on sign-out, which succeeds even without a session [1.7 logout]', async () => {
      const browser = await signIn(server)
      const thief = openBrowser(server)
      for (const [name, value] of browser.cookies) thief.cookies.set(name, value)
      for (const from of [browser, browser, openBrowser(server)]) {
        const reply = await from.get('/auth/logout')
        expect(reply.statusCode).toBe(200)
        expect(reply.json()).toEqual({ success: true })
      }
      expect(browser.cookies.size).toBe(0)
      expect((await thief.get('/auth/me')).statusCode).toBe(401)
    })

    test('on sign-out during a challenge, too', async () => {
      const person = await makeStaff(server)
      const browser = openBrowser(server)
      await browser.send('POST', '/auth/login', { email: person.email, password: testPassword })
      await browser.get('/auth/logout')
      expect(browser.cookies.size).toBe(0)
      expect(await database.current.orm.select().from(signInChallenges)).toEqual([])
    })
  })

  test('record activity at most once a minute', async () => {
    const browser = await signIn(server)
    const start = server.clock.now()
    const seenAfter = async (seconds: number) => {
      server.clock.advance(seconds)
      await browser.get('/auth/me')
      return ((await stored())[0]?.lastSeenAt ?? 0) - start
    }
    expect([await seenAfter(59), await seenAfter(1), await seenAfter(59), await seenAfter(1)]).toEqual([0, 60, 60, 120])
  })

  test('get a new id at each sign-in step, and the old session ends', async () => {
    const { staff: person, ...browser } = await signIn(server)
    const [before] = browser.cookies.values()
    const login = await browser.send('POST', '/auth/login', { email: person.email, password: testPassword })
    expect(login.statusCode).toBe(200)
    expect(await stored()).toEqual([])
    const { base32 } = (await browser.get('/auth/2fa/generate')).json<{ base32: string }>()
    browser.cookies.set('quaydesk', 'planted')
    const code = generateSync({ secret: base32, epoch: server.clock.now() })
    await browser.send('POST', '/auth/2fa/verify', { code, base32Key: base32 })
    const after = browser.cookies.get('quaydesk')
    expect(after).toMatch(/^[\w-]{43}$/)
    expect(after).not.toBe('planted')
    expect(after).not.toBe(before)
    expect(await stored()).toHaveLength(1)
  })

  describe('cookies', () => {
    test.each([
      [null, 'quaydesk', ''],
      ['http://desk.example', 'quaydesk', ''],
      ['https://desk.example', '__Host-quaydesk', ' Secure;'],
    ])('are named and flagged for origin %s [1.6 session cookie]', async (publicOrigin, name, secure) => {
      const there = await buildTestApp(database.current, { publicOrigin })
      const person = await makeStaff(there)
      const secret = await activateTwoFactor(there, person)
      there.clock.advance(60)
      const browser = openBrowser(there)
      const gone = 'Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT;'
      const flags = `HttpOnly;${secure} SameSite=Strict`
      const login = await browser.send('POST', '/auth/login', { email: person.email, password: testPassword })
      expect(withoutValues(login)).toEqual([`${name}=; ${gone} ${flags}`, `${name}-challenge=…; Path=/; ${flags}`])
      const verify = await browser.send('POST', '/auth/2fa/verify', { code: generateSync({ secret, epoch: there.clock.now() }) })
      expect(withoutValues(verify)).toEqual([
        `${name}-challenge=; ${gone} ${flags}`,
        `${name}=…; Path=/; ${flags}`,
        `${name}-browser=…; Max-Age=${90 * 24 * 60 * 60}; Path=/; ${flags}`,
      ])
      expect((await browser.get('/auth/me')).statusCode).toBe(200)
      await there.app.close()
    })

    test.each(['', 'a', 'x'.repeat(5000), '%00', '"quoted"', 'a=b'])('with an invalid value grant nothing: %j', async (value) => {
      const browser = openBrowser(server)
      browser.cookies.set('quaydesk', value)
      browser.cookies.set('quaydesk-challenge', value)
      expect((await browser.get('/auth/me')).json().error).toBe('unauthorized')
      expect((await browser.get('/auth/2fa/generate')).json().error).toBe('challenge_expired')
    })

    test('for a session don’t work as a challenge, or the other way round [R6 challenge scope]', async () => {
      const browser = await signIn(server)
      browser.cookies.set('quaydesk-challenge', browser.cookies.get('quaydesk') ?? '')
      expect((await browser.get('/auth/2fa/generate')).json().error).toBe('challenge_expired')
      const other = openBrowser(server)
      await other.send('POST', '/auth/login', { email: browser.staff.email, password: testPassword })
      other.cookies.set('quaydesk', other.cookies.get('quaydesk-challenge') ?? '')
      expect((await other.get('/auth/me')).json().error).toBe('unauthorized')
    })
  })

  test('are deleted once expired, as are challenges, known browsers and limits; the rest stay', async () => {
    const { orm } = database.current
    const { config } = server.context
    const person = await makeStaff(server)
    const now = server.clock.now()
    const from = { staffId: person.id, ip: '192.0.2.7', userAgent: 'x'.repeat(1000) }
    for (const age of [0, 3599, 3600, 90_000]) await startSession(orm, { ...from, now: now - age })
    await orm.insert(signInChallenges).values([299, 300].map((age) => ({ idHash: `${age}`, staffId: person.id, createdAt: now - age })))
    const month = 30 * 24 * 60 * 60
    const browsers = [0, 3 * month - 1, 3 * month].map((age) => ({ idHash: `${age}`, staffId: person.id, lastSignInAt: now - age }))
    await orm.insert(knownBrowsers).values(browsers)
    await orm.insert(rateLimits).values([-1, 60_000].map((left) => ({ key: `${left}`, points: 1, expire: Date.now() + left })))
    await sweepExpired(orm, config, now)
    expect((await stored()).map(({ lastSeenAt }) => now - lastSeenAt)).toEqual([0, 3599])
    expect((await orm.select().from(signInChallenges)).map(({ idHash }) => idHash)).toEqual(['299'])
    expect((await orm.select().from(knownBrowsers)).map(({ lastSignInAt }) => now - lastSignInAt)).toEqual([0, 3 * month - 1])
    expect((await orm.select().from(rateLimits)).map(({ key }) => key)).toEqual(['60000'])
  })

  describe('accounts', () => {
    test('the configured administrator is created, kept, updated and restored', async () => {
      const { orm } = database.current
      const settings = { email: ' Boss@Example.com', password: 'first1' }
      const { id, outcome } = await upsertAdmin(orm, settings)
      expect(outcome).toBe('created')
      expect(await orm.select({ email: staff.email, name: staff.name, rol: staff.rol }).from(staff)).toEqual([
        { email: 'Boss@Example.com', name: 'Boss', rol: 1 },
      ])
      const session = { staffId: id, now: server.clock.now(), ip: '192.0.2.7', userAgent: undefined }
      await startSession(orm, session)
      expect(await upsertAdmin(orm, { ...settings, email: 'boss@example.com' })).toEqual({ id, outcome: 'unchanged' })
      expect(await stored()).toHaveLength(1)
      expect(await upsertAdmin(orm, { ...settings, password: 'second2' })).toEqual({ id, outcome: 'updated' })
      expect(await stored()).toEqual([])
      await orm.update(staff).set({ rol: 2 })
      expect(await upsertAdmin(orm, { ...settings, password: 'second2' })).toEqual({ id, outcome: 'updated' })
      expect((await orm.select().from(staff))[0]).toMatchObject({ rol: 1, version: 3 })
    })

    test('three servers starting in parallel create the administrator once', async () => {
      const { orm } = database.current
      const settings = { email: 'boss@example.com', password: 'first1' }
      const made = await Promise.all([upsertAdmin(orm, settings), upsertAdmin(orm, settings), upsertAdmin(orm, settings)])
      expect(made.map(({ outcome }) => outcome).sort()).toEqual(['created', 'unchanged', 'unchanged'])
      expect(await orm.select().from(staff)).toHaveLength(1)
    })

    test('an e-mail has only one account, regardless of case', async () => {
      const { orm } = database.current
      const person = { name: 'Someone', password: 'abc123', now: server.clock.now() }
      const { id } = await createStaff(orm, { ...person, email: 'one@example.com' })
      await expect(createStaff(orm, { ...person, email: 'ONE@example.com ' })).rejects.toMatchObject({ code: 'email_conflict' })
      expect(await orm.select({ id: staff.id, rol: staff.rol }).from(staff)).toEqual([{ id, rol: 2 }])
    })
  })
})
