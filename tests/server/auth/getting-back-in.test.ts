import { eq, sql } from 'drizzle-orm'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog, knownBrowsers, rateLimits, sessions, staff } from '../../../server/db/schema/staff.ts'
import { apiBase } from '../../../server/http/mount.ts'
import { upsertAdmin } from '../../../server/resources/auth/accounts.ts'
import { signInLimiter } from '../../../server/resources/auth/limits.ts'
import type { UserAccount, UserSession } from '../../../src/contract/users.ts'
import { buildTestApp, type TestApp } from '../../support/app.ts'
import { describeEngines } from '../../support/database.ts'
import { type Browser, makeStaff, openBrowser, signIn, type TestStaff, testPassword, wrongCode } from '../../support/sign-in.ts'

const quarterHour = 15 * 60
const day = 24 * 60 * 60

describeEngines('getting back in', (engine) => {
  const database = engine.use()
  let server: TestApp
  let person: TestStaff
  let secrets: Map<number, string>
  let lastAddress = 0

  beforeAll(async () => {
    server = await buildTestApp(database.current, { trustProxy: ['127.0.0.1'] })
  })
  afterAll(() => server.app.close())
  beforeEach(async () => {
    for (const table of [auditLog, staff, rateLimits]) await database.current.orm.delete(table)
    secrets = new Map()
    person = await makeStaff(server, { rol: 2 })
  })

  const orm = () => database.current.orm
  /** Every call comes from a different address, so that no limit per address applies. */
  const send = (browser: Browser, path: string, payload: object) => {
    lastAddress += 1
    const ip = `192.0.${lastAddress >> 8}.${lastAddress & 255}`
    return browser.inject({ method: 'POST', url: apiBase + path, headers: { 'x-forwarded-for': ip }, payload })
  }
  const login = (browser: Browser, password = 'wrong', { email }: { email: string } = person) =>
    send(browser, '/auth/login', { email, password })
  const verify = (browser: Browser, code: string, base32Key?: string) => send(browser, '/auth/2fa/verify', { code, base32Key })
  const secretOf = ({ id }: { id: number }) => secrets.get(id) ?? ''

  /** A complete sign-in that must succeed, a minute after the previous one. The first one sets up two-factor. */
  const getIn = async (browser: Browser = openBrowser(server), who: TestStaff = person, password = testPassword) => {
    server.clock.advance(60)
    expect((await login(browser, password, who)).statusCode).toBe(200)
    const known = secrets.get(who.id)
    const secret = known ?? (await browser.get('/auth/2fa/generate')).json<{ base32: string }>().base32
    secrets.set(who.id, secret)
    const code = generateSync({ secret, epoch: server.clock.now() })
    expect((await verify(browser, code, known === undefined ? secret : undefined)).statusCode).toBe(200)
    return browser
  }
  const isIn = async (browser: Browser) => (await browser.get('/auth/me')).statusCode === 200
  const stranger = () => openBrowser(server)
  /** Strangers exhaust the account's ten password attempts. */
  const lockPasswords = async (who: { email: string } = person) => {
    for (let tried = 0; tried < 10; tried += 1) await login(stranger(), 'wrong', who)
    expect((await login(stranger(), testPassword, who)).statusCode).toBe(429)
  }
  /** Somebody who knows the password uses up all codes: twenty, five per challenge. */
  const useCodes = async (browserOf: () => Browser) => {
    const statuses: number[] = []
    for (let challenge = 0; challenge < 5; challenge += 1) {
      const browser = browserOf()
      await login(browser, testPassword)
      for (let tried = 0; tried < 5; tried += 1) statuses.push((await verify(browser, wrongCode(server, secretOf(person)))).statusCode)
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), ...Array.from({ length: 5 }, () => 429)])
  }
  const letPass = (seconds: number) =>
    orm()
      .update(rateLimits)
      .set({ expire: sql`${rateLimits.expire} - ${seconds * 1000}` })
  /** Whether a browser has its own limit once strangers have exhausted theirs. */
  const isKnown = async (browser: Browser, who: TestStaff = person) => {
    await orm().delete(rateLimits)
    await lockPasswords(who)
    return (await login(browser, 'wrong', who)).statusCode === 401
  }
  const readUser = async (admin: Browser, { id }: { id: number }) => (await admin.get(`/users/${id}`)).json<UserAccount>()

  // Concurrency depends on the engine's locks.
  describe('a known browser, in parallel', () => {
    test('gets ten password attempts per quarter of an hour, without using up those of others', async () => {
      const own = await getIn()
      const replies = await Promise.all(Array.from({ length: 12 }, () => login(own)))
      expect(replies.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10)
      const refused = replies.filter(({ statusCode }) => statusCode === 429)
      expect(refused).toHaveLength(2)
      expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(quarterHour - 60)
      expect((await login(own, testPassword)).statusCode).toBe(429)
      expect((await login(stranger())).statusCode).toBe(401)
      await letPass(quarterHour)
      expect(await isIn(await getIn(own))).toBe(true)
    })

    test('counts each code when several are tried in parallel', async () => {
      const own = await getIn()
      for (let tried = 0; tried < 3; tried += 1) {
        await login(own, testPassword)
        for (let code = 0; code < 5; code += 1) await verify(own, wrongCode(server, secretOf(person)))
      }
      const challenges = [openBrowser(server), openBrowser(server), openBrowser(server)]
      for (const browser of challenges) {
        browser.cookies.set('quaydesk-browser', own.cookies.get('quaydesk-browser') ?? '')
        await login(browser, testPassword)
      }
      const code = wrongCode(server, secretOf(person))
      const replies = await Promise.all(challenges.flatMap((browser) => [1, 2, 3, 4].map(() => verify(browser, code))))
      expect(replies.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5)
      expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(7)
    })

    test('is known only if its session survives a concurrent end of all sessions', async () => {
      const own = await getIn()
      const admin = await signIn(server)
      for (let round = 0; round < 8; round += 1) {
        await orm().delete(rateLimits)
        server.clock.advance(60)
        await login(own, testPassword)
        const code = generateSync({ secret: secretOf(person), epoch: server.clock.now() })
        await Promise.all([verify(own, code), admin.send('DELETE', `/users/${person.id}/sessions`)])
        const left = await orm().select().from(sessions).where(eq(sessions.staffId, person.id))
        const known = await orm().select().from(knownBrowsers).where(eq(knownBrowsers.staffId, person.id))
        expect(known.map(({ id }) => id)).toEqual(left.map(({ browserId }) => browserId))
      }
    })
  })

  describe('role 1, in parallel', () => {
    test('grants exactly ten more passwords by unlocking, even with concurrent attempts', async () => {
      const admin = await signIn(server)
      for (let round = 0; round < 5; round += 1) {
        await orm().delete(rateLimits)
        await lockPasswords()
        const tries = Array.from({ length: 14 }, () => login(stranger()))
        const [unlocked, ...replies] = await Promise.all([admin.send('DELETE', `/users/${person.id}/lock`), ...tries])
        expect(unlocked?.statusCode).toBe(200)
        const later = await Promise.all(Array.from({ length: 12 }, () => login(stranger())))
        expect([...replies, ...later].filter(({ statusCode }) => statusCode === 401)).toHaveLength(10)
      }
    })
  })
  if (!engine.testsShared) return

  describe('a known browser', () => {
    test('signs in even if strangers have used up the account’s passwords and codes', async () => {
      const own = await getIn()
      await useCodes(stranger)
      await lockPasswords()
      await getIn(own)
      expect((await own.get('/auth/me')).json()).toMatchObject({ id: person.id })
    })

    test('gets twenty codes a day, five per challenge', async () => {
      const own = await getIn()
      await useCodes(() => own)
      const refused = await verify(own, '000000')
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(day - 300)
      await letPass(day)
      expect(await isIn(await getIn(own))).toBe(true)
    })

    test('does not reset the limits of strangers when it signs in', async () => {
      const own = await getIn()
      await useCodes(stranger)
      await lockPasswords()
      await getIn(own)
      expect((await login(stranger(), testPassword)).statusCode).toBe(429)
      await letPass(quarterHour)
      const other = stranger()
      await login(other, testPassword)
      expect((await verify(other, wrongCode(server, secretOf(person)))).statusCode).toBe(429)
    })

    test('is known only to accounts that signed in with it, each with its own limit', async () => {
      const [other, third] = [await makeStaff(server), await makeStaff(server)]
      const shared = await getIn(await getIn(), other)
      expect([await isKnown(shared), await isKnown(shared, other), await isKnown(shared, third)]).toEqual([true, true, false])
      await orm().delete(rateLimits)
      for (let tried = 0; tried < 10; tried += 1) await login(shared)
      // One account's sign-in gives the browser a new cookie, but no more attempts on another account.
      await getIn(shared, other)
      expect((await login(shared, testPassword)).statusCode).toBe(429)
    })

    test('gets a new cookie at each sign-in; an old copy or a planted one is not accepted', async () => {
      const [own, thief] = [openBrowser(server), openBrowser(server)]
      const named = 'quaydesk-browser'
      own.cookies.set(named, 'planted')
      await getIn(own)
      const first = own.cookies.get(named) ?? ''
      expect(first).toMatch(/^[\w-]{43}$/)
      await getIn(own)
      expect(own.cookies.get(named)).not.toBe(first)
      for (const value of ['planted', first, `${own.cookies.get(named)}x`, '', 'x'.repeat(5000)]) {
        thief.cookies.set(named, value)
        expect(await isKnown(thief)).toBe(false)
      }
      expect(await isKnown(own)).toBe(true)
      expect(JSON.stringify(await orm().select().from(knownBrowsers))).not.toContain(own.cookies.get(named))
    })

    test('stays known after sign-out, for 90 days after the last sign-in, but has no session', async () => {
      const own = await getIn()
      await own.get('/auth/logout')
      expect((await own.get('/auth/me')).statusCode).toBe(401)
      server.clock.advance(90 * day - 1)
      expect(await isKnown(own)).toBe(true)
      server.clock.advance(1)
      expect(await isKnown(own)).toBe(false)
    })

    test('is forgotten after ten newer browsers', async () => {
      const first = await getIn()
      const all = [first]
      for (let made = 0; made < 9; made += 1) all.push(await getIn())
      expect(await isKnown(first)).toBe(true)
      await orm().delete(rateLimits)
      await getIn()
      expect(await isKnown(first)).toBe(false)
      expect(await isKnown(all[1] ?? first)).toBe(true)
      expect(await orm().select().from(knownBrowsers)).toHaveLength(10)
    })

    test('is also known if two-factor is off', async () => {
      const relaxed = await buildTestApp(database.current, { disableTwoFactor: true, trustProxy: ['127.0.0.1'] })
      const own = openBrowser(relaxed)
      expect((await login(own, testPassword)).statusCode).toBe(200)
      await lockPasswords()
      expect((await login(own, testPassword)).statusCode).toBe(200)
      await relaxed.app.close()
    })

    const whatEndsIt: [string, (admin: Browser, id: number) => Promise<unknown>][] = [
      ['a password that role 1 sets', (admin, id) => admin.send('PATCH', `/users/${id}`, { password: 'newHarbour8' })],
      ['another role', (admin, id) => admin.send('PATCH', `/users/${id}`, { rol: 1 })],
      ['the reset of two-factor', (admin, id) => admin.send('PATCH', `/users/reset-2fa/${id}`, {})],
      ['the end of all sessions', (admin, id) => admin.send('DELETE', `/users/${id}/sessions`)],
      [
        'the end of its session',
        async (admin, id) => {
          const { rows } = (await admin.get(`/users/${id}/sessions`)).json<{ rows: UserSession[] }>()
          await admin.send('DELETE', `/users/${id}/sessions/${rows[0]?.id}`)
        },
      ],
      ['ADMIN_PASSWORD', () => upsertAdmin(orm(), { email: person.email, password: 'newHarbour8' })],
    ]
    test.each(whatEndsIt)('is no longer known after %s', async (_name, end) => {
      const admin = await signIn(server)
      const own = await getIn()
      expect(await isKnown(own)).toBe(true)
      await end(admin, person.id)
      expect(await isKnown(own)).toBe(false)
      // The next sign-in makes the browser known again.
      expect(await orm().select().from(knownBrowsers).where(eq(knownBrowsers.staffId, person.id))).toEqual([])
    })

    test('is no longer known after a role change is undone', async () => {
      const admin = await signIn(server)
      const { auditId } = (await admin.send('PATCH', `/users/${person.id}`, { rol: 1 })).json<{ auditId: number }>()
      const own = await getIn()
      await admin.send('POST', '/undo', { auditId })
      expect(await isKnown(own)).toBe(false)
    })

    test('is deleted with the account', async () => {
      await getIn()
      await orm().delete(staff).where(eq(staff.id, person.id))
      expect(await orm().select().from(knownBrowsers)).toEqual([])
    })

    test.each([
      ['their own password', (own: Browser, id: number) => own.send('PATCH', `/users/${id}`, { password: testPassword })],
      ['the end of all their own sessions', (own: Browser, id: number) => own.send('DELETE', `/users/${id}/sessions`)],
    ])('stays known when a user sets %s with it; their other browsers do not', async (_name, change) => {
      await orm().update(staff).set({ rol: 1 }).where(eq(staff.id, person.id))
      const [other, own] = [await getIn(), await getIn()]
      expect((await change(own, person.id)).statusCode).toBe(200)
      expect((await own.get('/auth/me')).statusCode).toBe(401)
      expect([await isKnown(own), await isKnown(other)]).toEqual([true, false])
    })

    test('is ended with all sessions, which is audited even if no session is left', async () => {
      const admin = await signIn(server)
      const own = await getIn()
      await own.get('/auth/logout')
      expect((await admin.send('DELETE', `/users/${person.id}/sessions`)).json()).toMatchObject({ ended: 0, auditId: expect.any(Number) })
      const [ended] = await orm().select().from(auditLog).where(eq(auditLog.action, 'user.end-sessions'))
      expect(ended?.before).toEqual({ sessions: 0, knownBrowsers: 1 })
    })
  })

  describe('attempts on an account are reset', () => {
    const bySomebody: [string, (admin: Browser & { staff: TestStaff }) => Promise<string>][] = [
      [
        'by a password that role 1 sets',
        async (admin) => {
          await admin.send('PATCH', `/users/${person.id}`, { password: 'newHarbour8' })
          return 'newHarbour8'
        },
      ],
      [
        'by the reset of two-factor',
        async (admin) => {
          expect((await admin.send('PATCH', `/users/reset-2fa/${person.id}`, {})).statusCode).toBe(200)
          secrets.delete(person.id)
          return testPassword
        },
      ],
      [
        'by ADMIN_PASSWORD',
        async () => {
          await upsertAdmin(orm(), { email: person.email.toUpperCase(), password: 'newHarbour8' })
          return 'newHarbour8'
        },
      ],
      [
        'by role 1, who unlocks it',
        async (admin) => {
          expect((await admin.send('DELETE', `/users/${person.id}/lock`)).statusCode).toBe(200)
          return testPassword
        },
      ],
    ]
    test.each(bySomebody)('%s: passwords and codes', async (_name, lift) => {
      const admin = await signIn(server)
      await getIn()
      await useCodes(stranger)
      await lockPasswords()
      const password = await lift(admin)
      expect(await isIn(await getIn(stranger(), person, password))).toBe(true)
    })

    test('by the user’s own new password', async () => {
      await orm().update(staff).set({ rol: 1 })
      const own = await getIn()
      await lockPasswords()
      await own.send('PATCH', `/users/${person.id}`, { password: 'newHarbour8' })
      expect(await isIn(await getIn(stranger(), person, 'newHarbour8'))).toBe(true)
    })

    test('by creating the account, if its e-mail was tried before', async () => {
      const email = 'early@example.com'
      const admin = await signIn(server)
      await lockPasswords({ email })
      const made = await admin.send('POST', '/users', { name: 'Early Bird', email: 'Early@example.com', password: testPassword })
      expect(await isIn(await getIn(stranger(), { ...person, email, id: made.json<{ id: number }>().id }))).toBe(true)
    })

    test('by activating two-factor', async () => {
      const own = openBrowser(server)
      await login(own, testPassword)
      const { base32 } = (await own.get('/auth/2fa/generate')).json<{ base32: string }>()
      await lockPasswords()
      const code = generateSync({ secret: base32, epoch: server.clock.now() })
      expect((await verify(own, code, base32)).statusCode).toBe(200)
      expect((await login(stranger(), testPassword)).statusCode).toBe(200)
    })
  })

  describe('a user with role 1', () => {
    test('sees the end of the lock on the account and in the list, and unlocks it, which is audited [1.7 unlock user]', async () => {
      const admin = await signIn(server)
      for (let tried = 0; tried < 9; tried += 1) await login(stranger())
      expect((await readUser(admin, person)).lockedUntil).toBeNull()
      await login(stranger())
      const { lockedUntil } = await readUser(admin, person)
      const wait = Number((await login(stranger())).headers['retry-after'])
      expect(Math.abs((lockedUntil ?? 0) - Date.now() / 1000 - wait)).toBeLessThan(5)
      const { rows } = (await admin.get('/users')).json<{ rows: UserAccount[] }>()
      expect(new Map(rows.map((row) => [row.id, row.lockedUntil]))).toEqual(
        new Map([
          [person.id, lockedUntil],
          [admin.staff.id, null],
        ]),
      )
      const reply = await admin.send('DELETE', `/users/${person.id}/lock`)
      const { auditId } = reply.json<{ auditId: number }>()
      expect(reply.json()).toEqual({ success: true, auditId })
      expect((await readUser(admin, person)).lockedUntil).toBeNull()
      const [row] = await orm().select().from(auditLog).where(eq(auditLog.id, auditId))
      expect(row).toMatchObject({
        action: 'user.unlock',
        actorId: admin.staff.id,
        targetType: 'staff',
        targetId: person.id,
        before: { lockedUntil },
        after: { lockedUntil: null },
        reversible: false,
      })
    })

    test('sees and unlocks a lock by codes and a lock of a known browser', async () => {
      const admin = await signIn(server)
      const own = await getIn()
      await useCodes(stranger)
      const inSeconds = async () => ((await readUser(admin, person)).lockedUntil ?? 0) - Date.now() / 1000
      expect(await inSeconds()).toBeGreaterThan(day - 300)
      await admin.send('DELETE', `/users/${person.id}/lock`)
      for (let tried = 0; tried < 10; tried += 1) await login(own)
      expect(await inSeconds()).toBeGreaterThan(quarterHour - 60)
      await admin.send('DELETE', `/users/${person.id}/lock`)
      expect(await isIn(await getIn(own))).toBe(true)
    })

    test('cannot unlock an account that is not locked or does not exist', async () => {
      const admin = await signIn(server)
      expect((await admin.send('DELETE', `/users/${person.id}/lock`)).json()).toMatchObject({
        statusCode: 409,
        error: 'unavailable_action',
        message: 'Not locked.',
      })
      expect((await admin.send('DELETE', '/users/987654/lock')).json()).toMatchObject({ statusCode: 404, message: 'User not found' })
      expect(await orm().select().from(auditLog)).toEqual([])
    })
  })

  describe('a locked-out user', () => {
    test('gets the same response whether or not the account exists, from a known or new browser', async () => {
      const own = await getIn()
      for (const browser of [own, stranger()]) {
        const [known, unknown] = [await login(browser), await login(browser, 'wrong', { email: 'nobody@example.com' })]
        expect(unknown.json()).toEqual(known.json())
        expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers))
      }
      await orm().delete(rateLimits)
      const waits: number[] = []
      for (const email of [person.email, 'nobody@example.com']) {
        await lockPasswords({ email })
        waits.push(Number((await login(stranger(), 'wrong', { email })).headers['retry-after']))
      }
      expect(Math.abs((waits[0] ?? 0) - (waits[1] ?? 0))).toBeLessThan(60)
    })

    test('gets the longer wait if the address is refused too', async () => {
      const limiter = signInLimiter(database.current.pool)
      const address = '198.51.100.7'
      for (let tried = 0; tried < 40; tried += 1) await limiter.countPassword(address, `a${tried}@example.com`, null)
      await letPass(quarterHour - 60)
      await lockPasswords()
      const refused = await openBrowser(server).inject({
        method: 'POST',
        url: `${apiBase}/auth/login`,
        headers: { 'x-forwarded-for': address },
        payload: { email: person.email, password: testPassword },
      })
      expect(refused.statusCode).toBe(429)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(quarterHour - 60)
    })
  })
})
