import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog, passkeyChallenges, passkeys, sessions, staff } from '../../../server/db/schema/staff.ts'
import type { PasskeyQuestion } from '../../../src/contract/passkeys.ts'
import { buildTestApp, type TestApp } from '../../support/app.ts'
import { Authenticator } from '../../support/authenticator.ts'
import { describeDatabase } from '../../support/database.ts'
import { activateTwoFactor, type Browser, makeStaff, openBrowser, signIn, testPassword, wrongCode } from '../../support/sign-in.ts'

describeDatabase('passkeys', (engine) => {
  const database = engine.use()
  let server: TestApp
  let browser: Awaited<ReturnType<typeof signIn>>
  let authenticator: Authenticator

  beforeAll(async () => {
    server = await buildTestApp(database.current, { signIn: ['password', 'passkey'] })
    return () => server.app.close()
  })
  beforeEach(async () => {
    await database.empty()
    browser = await signIn(server, { rol: 2 })
    authenticator = new Authenticator()
  })

  const question = async (of: Browser, path: string) => (await of.send('POST', path)).json<PasskeyQuestion>()
  const add = async (name = 'Laptop') => {
    const answer = authenticator.create(await question(browser, '/account/passkeys/options'))
    return browser.send('POST', '/account/passkeys', { name, answer })
  }
  const signInAlone = async (of = openBrowser(server)) => {
    const answer = authenticator.use(await question(of, '/auth/passkey/options'))
    return { of, answer, reply: await of.send('POST', '/auth/passkey/verify', { answer }) }
  }
  const withPassword = async (email: string) => {
    const of = openBrowser(server)
    const reply = await of.send('POST', '/auth/login', { email, password: testPassword })
    return { of, login: reply.json<Record<string, unknown>>() }
  }
  const own = async () =>
    (await browser.get('/account')).json<{ passkeys: { id: number; name: string; lastUsedAt: number | null }[] }>().passkeys
  const refused = { statusCode: 401, error: 'invalid_credentials' }

  describe('adding one', () => {
    test('keeps it under its name, audited [1.7 own passkeys]', async () => {
      const reply = await add('My laptop')
      expect(reply.json()).toMatchObject({ success: true })
      expect(await own()).toEqual([expect.objectContaining({ name: 'My laptop', lastUsedAt: null })])
      expect(await database.current.orm.select().from(auditLog)).toEqual([
        expect.objectContaining({ action: 'account.add-passkey', actorId: browser.staff.id, after: { passkey: 'My laptop' } }),
      ])
    })

    test('wants a proof of the last 15 minutes', async () => {
      server.clock.advance(15 * 60)
      expect((await browser.send('POST', '/account/passkeys/options')).json()).toMatchObject({ statusCode: 403, error: 'step_up_required' })
    })

    test.each([
      ['another origin', (of: Authenticator) => void (of.origin = 'https://evil.example')],
      ['another domain', (of: Authenticator) => void (of.domain = 'evil.example')],
      ['no check who uses it', (of: Authenticator) => void (of.isVerified = false)],
    ])('with %s is refused', async (_what, spoil) => {
      spoil(authenticator)
      expect((await add()).json()).toMatchObject({ statusCode: 422, error: 'unprocessable' })
      expect(await own()).toEqual([])
    })

    test('takes an answer once, for five minutes, and only from the session that was asked', async () => {
      const answer = authenticator.create(await question(browser, '/account/passkeys/options'))
      const other = await signIn(server)
      const send = (of: Browser) => of.send('POST', '/account/passkeys', { name: 'Laptop', answer })
      expect((await send(other)).json()).toMatchObject({ error: 'challenge_expired' })
      expect((await send(browser)).statusCode).toBe(200)
      expect((await send(browser)).json()).toMatchObject({ error: 'challenge_expired' })
      const late = authenticator.create(await question(browser, '/account/passkeys/options'))
      server.clock.advance(300)
      expect((await browser.send('POST', '/account/passkeys', { name: 'Late', answer: late })).json()).toMatchObject({
        error: 'challenge_expired',
      })
    })

    test('is not offered unless SIGN_IN lists it', async () => {
      const plain = await buildTestApp(database.current)
      const person = await signIn(plain)
      expect((await person.get('/account')).json()).toMatchObject({ passkeys: null })
      expect((await person.send('POST', '/account/passkeys/options')).statusCode).toBe(404)
      expect((await openBrowser(plain).send('POST', '/auth/passkey/options')).statusCode).toBe(404)
      await plain.app.close()
    })
  })

  describe('signing in with one alone', () => {
    test('opens a session, and says when it was used', async () => {
      await add()
      const { of, reply } = await signInAlone()
      expect(reply.json()).toEqual({ success: true })
      expect((await of.get('/auth/me')).json()).toMatchObject({ email: browser.staff.email })
      expect((await own())[0]?.lastUsedAt).toBe(server.clock.now())
    })

    test('works once for each question, and only where it was asked [1.7 passkeys]', async () => {
      await add()
      const { of, answer } = await signInAlone()
      expect((await of.send('POST', '/auth/passkey/verify', { answer })).json()).toMatchObject({ error: 'challenge_expired' })
      const thief = openBrowser(server)
      const fresh = authenticator.use(await question(of, '/auth/passkey/options'))
      await question(thief, '/auth/passkey/options')
      expect((await thief.send('POST', '/auth/passkey/verify', { answer: fresh })).json()).toMatchObject(refused)
    })

    test.each([
      ['another origin', (of: Authenticator) => void (of.origin = 'https://evil.example')],
      ['another domain', (of: Authenticator) => void (of.domain = 'evil.example')],
      ['no check who uses it', (of: Authenticator) => void (of.isVerified = false)],
    ])('with %s is refused', async (_what, spoil) => {
      await add()
      spoil(authenticator)
      expect((await signInAlone()).reply.json()).toMatchObject(refused)
    })

    test('with an unknown one is refused', async () => {
      await add()
      await database.current.orm.delete(passkeys)
      expect((await signInAlone()).reply.json()).toMatchObject(refused)
    })

    test('whose count went back is refused, and role 1 can read of it', async () => {
      await add()
      await signInAlone()
      authenticator.counter = 0
      expect((await signInAlone()).reply.json()).toMatchObject(refused)
      const copied = await database.current.orm.select().from(auditLog).where(eq(auditLog.action, 'auth.passkey-copied'))
      expect(copied).toEqual([expect.objectContaining({ targetId: browser.staff.id, after: { passkey: 'Laptop' } })])
    })

    test('to an account that is switched off is refused in words', async () => {
      await add()
      await database.current.orm.update(staff).set({ disabledAt: 1 }).where(eq(staff.id, browser.staff.id))
      expect((await signInAlone()).reply.json()).toMatchObject({ statusCode: 403, message: expect.stringContaining('switched off') })
    })

    test('is limited by address', async () => {
      await add()
      await database.current.orm.delete(passkeys)
      let last = 0
      for (let tried = 0; tried < 41; tried += 1) last = (await signInAlone()).reply.statusCode
      expect(last).toBe(429)
    })
  })

  describe('as the second step', () => {
    test('takes the place of the digits [1.7 second passkey]', async () => {
      await add()
      const { of, login } = await withPassword(browser.staff.email)
      expect(login).toMatchObject({ '2fa': true, secondSteps: ['passkey'] })
      const answer = authenticator.use(await question(of, '/auth/2fa/passkey/options'))
      expect((await of.send('POST', '/auth/2fa/passkey/verify', { answer })).json()).toEqual({ success: true })
      expect((await of.get('/auth/me')).statusCode).toBe(200)
    })

    test('is offered beside the digits where there are both', async () => {
      await activateTwoFactor(server, browser.staff)
      await add()
      expect((await withPassword(browser.staff.email)).login).toMatchObject({ '2fa': true, secondSteps: ['passkey', 'code'] })
    })

    test('of somebody else is refused', async () => {
      await add()
      const other = await makeStaff(server)
      await activateTwoFactor(server, other)
      const { of } = await withPassword(other.email)
      await database.current.orm.update(passkeys).set({ staffId: other.id })
      const ask = await question(of, '/auth/2fa/passkey/options')
      await database.current.orm.update(passkeys).set({ staffId: browser.staff.id })
      expect((await of.send('POST', '/auth/2fa/passkey/verify', { answer: authenticator.use(ask) })).json()).toMatchObject({
        statusCode: 401,
        error: 'invalid_code',
      })
    })

    test('keeps whoever only has the password from setting up another', async () => {
      await add()
      const { of } = await withPassword(browser.staff.email)
      expect((await of.get('/auth/2fa/generate')).json()).toMatchObject({ error: 'two_factor_already_on' })
      expect((await of.send('POST', '/auth/2fa/verify', { code: '123456', base32Key: 'X' })).json()).toMatchObject({
        error: 'two_factor_already_on',
      })
    })

    test('counts its tries with the digits', async () => {
      const secret = await activateTwoFactor(server, browser.staff)
      await add()
      const { of } = await withPassword(browser.staff.email)
      for (let tried = 0; tried < 5; tried += 1) await of.send('POST', '/auth/2fa/verify', { code: wrongCode(server, secret) })
      expect((await of.send('POST', '/auth/2fa/passkey/options')).json()).toMatchObject({ error: 'challenge_expired' })
    })
  })

  describe('one’s own', () => {
    test('are renamed and removed by their owner alone; removing ends other sessions', async () => {
      await add()
      const [passkey] = await own()
      const { of } = await signInAlone()
      const stranger = await signIn(server)
      expect((await stranger.send('PATCH', `/account/passkeys/${passkey?.id}`, { name: 'Mine' })).statusCode).toBe(404)
      expect((await stranger.send('DELETE', `/account/passkeys/${passkey?.id}`)).statusCode).toBe(404)
      expect((await browser.send('PATCH', `/account/passkeys/${passkey?.id}`, { name: 'Old laptop' })).statusCode).toBe(200)
      expect((await own()).map(({ name }) => name)).toEqual(['Old laptop'])
      expect((await browser.send('DELETE', `/account/passkeys/${passkey?.id}`)).statusCode).toBe(200)
      expect(await own()).toEqual([])
      expect((await of.get('/auth/me')).statusCode).toBe(401)
      expect((await browser.get('/auth/me')).statusCode).toBe(200)
    })

    test('the last stays where nothing else signs in', async () => {
      await add()
      const only = await buildTestApp(database.current, { signIn: ['passkey'] })
      const of = openBrowser(only)
      for (const [name, value] of browser.cookies) of.cookies.set(name, value)
      const [passkey] = await own()
      expect((await of.send('DELETE', `/account/passkeys/${passkey?.id}`)).json()).toMatchObject({ error: 'unavailable_action' })
      expect((await of.send('POST', '/auth/login', { email: 'a@example.com', password: 'x' })).json()).toMatchObject({
        statusCode: 403,
        error: 'forbidden',
      })
      await only.app.close()
      expect(await own()).toHaveLength(1)
    })
  })

  test('a reset by role 1 removes them, with the digits', async () => {
    await activateTwoFactor(server, browser.staff)
    await add()
    const manager = await signIn(server)
    expect((await manager.get(`/users/${browser.staff.id}`)).json()).toMatchObject({ '2fa': true, passkeys: 1 })
    expect((await manager.send('PATCH', `/users/reset-2fa/${browser.staff.id}`)).statusCode).toBe(200)
    expect((await manager.get(`/users/${browser.staff.id}`)).json()).toMatchObject({ '2fa': false, passkeys: 0 })
    expect(await database.current.orm.select().from(sessions).where(eq(sessions.staffId, browser.staff.id))).toEqual([])
  })

  test('questions that nobody answered are forgotten', async () => {
    await question(openBrowser(server), '/auth/passkey/options')
    server.clock.advance(300)
    await add().catch(() => undefined)
    await signInAlone().catch(() => undefined)
    expect(
      (await database.current.orm.select().from(passkeyChallenges)).filter(({ createdAt }) => createdAt <= server.clock.now() - 300),
    ).toEqual([])
  })
})
