import { eq } from 'drizzle-orm'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog, rateLimits, sessions, signInChallenges, staff } from '../../../server/db/schema/staff.ts'
import { endSessions } from '../../../server/resources/auth/sessions.ts'
import { capabilitiesOf } from '../../../src/contract/capabilities.ts'
import { buildTestApp, type TestApp } from '../../support/app.ts'
import { describeDatabase } from '../../support/database.ts'
import { activateTwoFactor, type Browser, makeStaff, openBrowser, type TestStaff, testPassword, wrongCode } from '../../support/sign-in.ts'

const invalidCredentials = { statusCode: 401, error: 'invalid_credentials', message: 'Invalid credentials' }
const invalidCode = { statusCode: 401, error: 'invalid_code', message: 'Invalid 2FA code.' }

describeDatabase('sign-in', (engine) => {
  const database = engine.use()
  let server: TestApp
  let person: TestStaff
  let browser: Browser

  beforeAll(async () => {
    server = await buildTestApp(database.current)
  })
  afterAll(() => server.app.close())
  beforeEach(async () => {
    // Deleting accounts also deletes their sessions and challenges; the limits would otherwise add up over all tests.
    await database.current.orm.delete(staff)
    await database.current.orm.delete(rateLimits)
    person = await makeStaff(server, { rol: 2 })
    browser = openBrowser(server)
  })

  const login = (from: Browser, email = person.email, password = testPassword) => from.send('POST', '/auth/login', { email, password })
  const verify = (from: Browser, code: string, base32Key?: string) => from.send('POST', '/auth/2fa/verify', { code, base32Key })
  const codeFor = (secret: string, seconds = 0) => generateSync({ secret, epoch: server.clock.now() + seconds })
  /** Turns two-factor on and advances the clock past the code just used. */
  const activate = async () => {
    const secret = await activateTwoFactor(server, person)
    server.clock.advance(60)
    return secret
  }

  describe('with a password', () => {
    test('gives a challenge, not a session (ruling 6) [1.7 login] [R6 challenge]', async () => {
      const reply = await login(browser)
      expect(reply.statusCode).toBe(200)
      expect(reply.json()).toEqual({ '2fa': false, name: person.name, email: person.email })
      expect([...browser.cookies.keys()]).toEqual(['quaydesk-challenge'])
      expect((await browser.get('/auth/me')).json()).toMatchObject({ statusCode: 401, error: 'unauthorized' })
    })

    test('accepts the e-mail in any case and with surrounding spaces [1.5 login]', async () => {
      expect((await login(browser, `  ${person.email.toUpperCase()} `)).statusCode).toBe(200)
    })

    test.each([
      ['eva@xn--bcher-kva.example', 'Eva@Bücher.example'],
      ['eva@bücher.example', 'eva@xn--bcher-kva.example'],
    ])('lets %s sign in as %s', async (email, typed) => {
      await makeStaff(server, { email })
      expect((await login(browser, typed)).json()).toMatchObject({ email })
    })

    test('of two accounts made under both spellings, signs in to the one as typed', async () => {
      const both = ['eva@xn--bcher-kva.example', 'eva@bücher.example'] as const
      for (const email of both) await makeStaff(server, { email })
      for (const email of both) expect((await login(openBrowser(server), email)).json()).toMatchObject({ email })
    })

    test('responds the same to an unknown e-mail and a wrong password [1.8 invalid credentials]', async () => {
      const [unknown, wrong] = [await login(browser, 'nobody@example.com'), await login(browser, person.email, 'wrong')]
      expect(unknown.json()).toEqual(invalidCredentials)
      expect(wrong.json()).toEqual(invalidCredentials)
      expect(Object.keys(unknown.headers)).toEqual(Object.keys(wrong.headers))
      expect(browser.cookies.size).toBe(0)
    })

    test('issues a new challenge cookie at each sign-in, replacing a planted one', async () => {
      browser.cookies.set('quaydesk-challenge', 'planted')
      await login(browser)
      const first = browser.cookies.get('quaydesk-challenge')
      await login(browser)
      expect(first).not.toBe('planted')
      expect(browser.cookies.get('quaydesk-challenge')).not.toBe(first)
    })

    test.each([
      [{ email: 'not an e-mail', password: 'x' }, 'bad_request', { email: 'Enter a valid email.' }],
      [{ email: 'a@example.com' }, 'bad_request', { password: 'Must be present.' }],
      [{ email: 'a@example.com', password: '' }, 'bad_request', { password: 'Must be present.' }],
      [{ email: 'a@example.com', password: 'x', rol: 1 }, 'unknown_field', { rol: 'Unknown field.' }],
    ])('rejects %j', async (body, error, details) => {
      expect((await browser.send('POST', '/auth/login', body)).json()).toMatchObject({ statusCode: 400, error, details })
    })
  })

  describe('with a first code', () => {
    // [1.2 start] [1.7 me] [1.7 2fa generate] [R1 capabilities from me]
    test('activates two-factor and signs in', async () => {
      await login(browser)
      const shown = (await browser.get('/auth/2fa/generate')).json()
      expect(shown.base32).toMatch(/^[A-Z2-7]{32}$/)
      const address = new URL(shown.otpauth_url)
      expect(`${address.protocol}//${address.host}`).toBe('otpauth://totp')
      expect(decodeURIComponent(address.pathname)).toBe(`/Quaydesk:${person.email}`)
      expect(address.searchParams.get('secret')).toBe(shown.base32)
      expect(address.searchParams.get('issuer')).toBe('Quaydesk')

      expect((await verify(browser, codeFor(shown.base32), shown.base32)).json()).toEqual({ success: true })
      expect([...browser.cookies.keys()]).toEqual(['quaydesk', 'quaydesk-browser'])
      expect((await browser.get('/auth/me')).json()).toMatchObject({
        id: person.id,
        name: person.name,
        email: person.email,
        rol: 2,
        capabilities: capabilitiesOf(2),
      })
      const audited = await database.current.orm.select().from(auditLog).where(eq(auditLog.actorId, person.id)).orderBy(auditLog.id)
      expect(
        audited.map(({ action, actorId, targetType, targetId, ip, at }) => ({ action, actorId, targetType, targetId, ip, at })),
      ).toEqual(
        ['auth.two-factor-activated', 'auth.sign-in'].map((action) => ({
          action,
          actorId: person.id,
          targetType: 'staff',
          targetId: person.id,
          ip: '127.0.0.1',
          at: server.clock.now(),
        })),
      )
    })

    test('shows the same secret throughout a challenge, and a new one for the next', async () => {
      await login(browser)
      const [first, again] = [(await browser.get('/auth/2fa/generate')).json(), (await browser.get('/auth/2fa/generate')).json()]
      expect(again).toEqual(first)
      await login(browser)
      expect((await browser.get('/auth/2fa/generate')).json().base32).not.toBe(first.base32)
    })

    test('requires the secret that the server generated [1.4 first activation] [R6 pending key]', async () => {
      await login(browser)
      const mine = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
      expect((await verify(browser, codeFor(mine), mine)).json()).toEqual(invalidCode)
      const { base32 } = (await browser.get('/auth/2fa/generate')).json()
      expect((await verify(browser, codeFor(mine), mine)).json()).toEqual(invalidCode)
      expect((await verify(browser, codeFor(base32))).json()).toEqual(invalidCode)
      expect((await verify(browser, codeFor(base32), base32)).json()).toEqual({ success: true })
    })

    test('keeps secrets unreadable at rest', async () => {
      await login(browser)
      const { base32 } = (await browser.get('/auth/2fa/generate')).json()
      const challenge = browser.cookies.get('quaydesk-challenge') ?? ''
      const before = JSON.stringify(await database.current.orm.select().from(signInChallenges))
      await verify(browser, codeFor(base32), base32)
      const after = JSON.stringify([await database.current.orm.select().from(staff), await database.current.orm.select().from(sessions)])
      for (const secret of [base32, challenge, browser.cookies.get('quaydesk') ?? '', testPassword]) {
        expect(secret).not.toBe('')
        expect(before).not.toContain(secret)
        expect(after).not.toContain(secret)
      }
    })

    test('lets only one of two concurrent attempts win', async () => {
      const other = openBrowser(server)
      await login(browser)
      await login(other)
      const secrets = [(await browser.get('/auth/2fa/generate')).json().base32, (await other.get('/auth/2fa/generate')).json().base32]
      const replies = await Promise.all([browser, other].map((from, index) => verify(from, codeFor(secrets[index]), secrets[index])))
      expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([200, 409]))
      expect(replies.find((reply) => reply.statusCode === 409)?.json().error).toBe('two_factor_already_on')
      expect(await database.current.orm.select().from(sessions)).toHaveLength(1)
    })
  })

  describe('with a later code', () => {
    // [1.3 login answer] [1.4 2fa code checked] [R7 wrong code]
    test('signs in, after login reports that two-factor is on', async () => {
      const secret = await activate()
      expect((await login(browser)).json()['2fa']).toBe(true)
      expect((await browser.get('/auth/2fa/generate')).json()).toMatchObject({ statusCode: 409, error: 'two_factor_already_on' })
      expect((await verify(browser, wrongCode(server, secret))).json()).toEqual(invalidCode)
      expect((await verify(browser, codeFor(secret))).json()).toEqual({ success: true })
      expect((await browser.get('/auth/me')).statusCode).toBe(200)
    })

    // [R6 generate when on]
    test('responds with 409 to a repeated setup, without ending the session (ruling 6)', async () => {
      const secret = await activate()
      await login(browser)
      await verify(browser, codeFor(secret))
      expect((await browser.get('/auth/2fa/generate')).json()).toMatchObject({ statusCode: 409, error: 'two_factor_already_on' })
      expect((await browser.get('/auth/me')).statusCode).toBe(200)
      await database.current.orm.transaction((tx) => endSessions(tx, person.id))
      expect((await browser.get('/auth/2fa/generate')).json().error).toBe('challenge_expired')
    })

    test('does not replace the secret of an account that has one', async () => {
      const secret = await activate()
      await login(browser)
      expect((await verify(browser, codeFor(secret), secret)).json().error).toBe('two_factor_already_on')
    })

    test('accepts a code only once, and none older than the last [1.7 2fa verify]', async () => {
      const secret = await activate()
      await login(browser)
      const code = codeFor(secret)
      expect((await verify(browser, code)).statusCode).toBe(200)
      for (const old of [code, codeFor(secret, -30)]) {
        const thief = openBrowser(server)
        await login(thief)
        expect((await verify(thief, old)).json()).toEqual(invalidCode)
      }
    })

    test('accepts a challenge only once [R6 challenge used once]', async () => {
      const secret = await activate()
      await login(browser)
      const challenge = browser.cookies.get('quaydesk-challenge') ?? ''
      await verify(browser, codeFor(secret))
      server.clock.advance(60)
      const thief = openBrowser(server)
      thief.cookies.set('quaydesk-challenge', challenge)
      expect((await verify(thief, codeFor(secret))).json()).toMatchObject({ statusCode: 401, error: 'challenge_expired' })
    })

    test('allows five tries per challenge: the sixth is refused even if correct', async () => {
      const secret = await activate()
      await login(browser)
      for (let tried = 1; tried <= 5; tried += 1) expect((await verify(browser, wrongCode(server, secret))).json()).toEqual(invalidCode)
      expect((await verify(browser, codeFor(secret))).json()).toMatchObject({ statusCode: 401, error: 'challenge_expired' })
    })

    test('counts every code tried in parallel', async () => {
      const secret = await activate()
      await login(browser)
      const replies = await Promise.all(Array.from({ length: 12 }, () => verify(browser, wrongCode(server, secret))))
      const errors = replies.map((reply) => reply.json().error)
      expect(errors.filter((error) => error === 'invalid_code')).toHaveLength(5)
      expect(errors.filter((error) => error === 'challenge_expired')).toHaveLength(7)
    })

    test('expires after five minutes [R6 challenge used once]', async () => {
      const secret = await activate()
      await login(browser)
      server.clock.advance(299)
      expect((await verify(browser, wrongCode(server, secret))).json()).toEqual(invalidCode)
      server.clock.advance(1)
      expect((await verify(browser, codeFor(secret))).json().error).toBe('challenge_expired')
    })

    test('creates one session for correct codes sent in parallel', async () => {
      const secret = await activate()
      await database.current.orm.delete(sessions)
      await login(browser)
      const replies = await Promise.all([0, 0, 30, 30].map((seconds) => verify(browser, codeFor(secret, seconds))))
      expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(1)
      expect(replies.filter((reply) => reply.statusCode === 401)).toHaveLength(3)
      expect(await database.current.orm.select().from(sessions)).toHaveLength(1)
    })

    test('signs in once per step, even with parallel challenges', async () => {
      const secret = await activate()
      await database.current.orm.delete(sessions)
      const browsers = [openBrowser(server), openBrowser(server), openBrowser(server)]
      for (const from of browsers) await login(from)
      const replies = await Promise.all(browsers.map((from) => verify(from, codeFor(secret))))
      expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(1)
      expect(await database.current.orm.select().from(sessions)).toHaveLength(1)
    })

    // [1.5 exact length] [1.5 two-factor code]
    test.each([['12345'], ['1234567'], ['12345a'], ['١٢٣٤٥٦']])('rejects %s without counting it', async (code) => {
      await activate()
      await login(browser)
      expect((await verify(browser, code)).json()).toMatchObject({ statusCode: 400, details: { code: 'Must have exactly 6 characters.' } })
      expect((await database.current.orm.select().from(signInChallenges))[0]?.tries).toBe(0)
    })
  })

  test('an account change while the code is being entered ends the sign-in (ruling 10)', async () => {
    const secret = await activate()
    await login(browser)
    await database.current.orm.transaction((tx) => endSessions(tx, person.id))
    expect((await verify(browser, codeFor(secret))).json().error).toBe('challenge_expired')
  })

  // [1.2 login without two-factor] [R8 two-factor setting]
  test('a password is enough if the server turns two-factor off (ruling 8)', async () => {
    const relaxed = await buildTestApp(database.current, { disableTwoFactor: true })
    const there = openBrowser(relaxed)
    const reply = await login(there)
    expect(reply.json()).toEqual({ '2fa': false, name: person.name, email: person.email, disableTwoFactor: true })
    expect([...there.cookies.keys()]).toEqual(['quaydesk', 'quaydesk-browser'])
    expect((await there.get('/auth/me')).json()).toMatchObject({ id: person.id })
    expect((await there.get('/auth/2fa/generate')).json().error).toBe('challenge_expired')
    await relaxed.app.close()
  })
})
