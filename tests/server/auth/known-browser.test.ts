import { eq } from 'drizzle-orm'
import { generateSync } from 'otplib'
import { describe, expect, test } from 'vitest'
import { auditLog, knownBrowsers, rateLimits, sessions, staff } from '../../../server/db/schema/staff.ts'
import { upsertAdmin } from '../../../server/resources/auth/accounts.ts'
import type { UserSession } from '../../../src/contract/user-sessions.ts'
import { buildTestApp } from '../../support/app.ts'
import { describeEngines } from '../../support/database.ts'
import { day, quarterHour, useLockableAccount } from '../../support/lockable.ts'
import { type Browser, makeStaff, openBrowser, signIn, type TestStaff, testPassword, wrongCode } from '../../support/sign-in.ts'

describeEngines('known browsers', (engine) => {
  const auth = useLockableAccount(engine)
  const { database, orm, login, verify, secretOf, getIn, isIn, stranger, lockPasswords, useCodes, letPass } = auth

  /** Whether a browser has its own limit once strangers have exhausted theirs. */
  const isKnown = async (browser: Browser, who: TestStaff = auth.person) => {
    await orm().delete(rateLimits)
    await lockPasswords(who)
    return (await login(browser, 'wrong', who)).statusCode === 401
  }

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
        for (let code = 0; code < 5; code += 1) await verify(own, wrongCode(auth.server, secretOf(auth.person)))
      }
      const challenges = [openBrowser(auth.server), openBrowser(auth.server), openBrowser(auth.server)]
      for (const browser of challenges) {
        browser.cookies.set('quaydesk-browser', own.cookies.get('quaydesk-browser') ?? '')
        await login(browser, testPassword)
      }
      const code = wrongCode(auth.server, secretOf(auth.person))
      const replies = await Promise.all(challenges.flatMap((browser) => [1, 2, 3, 4].map(() => verify(browser, code))))
      expect(replies.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5)
      expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(7)
    })

    test('is known only if its session survives a concurrent end of all sessions', async () => {
      const own = await getIn()
      const admin = await signIn(auth.server)
      for (let round = 0; round < 8; round += 1) {
        await orm().delete(rateLimits)
        auth.server.clock.advance(60)
        await login(own, testPassword)
        const code = generateSync({ secret: secretOf(auth.person), epoch: auth.server.clock.now() })
        await Promise.all([verify(own, code), admin.send('DELETE', `/users/${auth.person.id}/sessions`)])
        const left = await orm().select().from(sessions).where(eq(sessions.staffId, auth.person.id))
        const known = await orm().select().from(knownBrowsers).where(eq(knownBrowsers.staffId, auth.person.id))
        expect(known.map(({ id }) => id)).toEqual(left.map(({ browserId }) => browserId))
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
      expect((await own.get('/auth/me')).json()).toMatchObject({ id: auth.person.id })
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
      expect((await verify(other, wrongCode(auth.server, secretOf(auth.person)))).statusCode).toBe(429)
    })

    test('is known only to accounts that signed in with it, each with its own limit', async () => {
      const [other, third] = [await makeStaff(auth.server), await makeStaff(auth.server)]
      const shared = await getIn(await getIn(), other)
      expect([await isKnown(shared), await isKnown(shared, other), await isKnown(shared, third)]).toEqual([true, true, false])
      await orm().delete(rateLimits)
      for (let tried = 0; tried < 10; tried += 1) await login(shared)
      // One account's sign-in gives the browser a new cookie, but no more attempts on another account.
      await getIn(shared, other)
      expect((await login(shared, testPassword)).statusCode).toBe(429)
    })

    test('gets a new cookie at each sign-in; an old copy or a planted one is not accepted', async () => {
      const [own, thief] = [openBrowser(auth.server), openBrowser(auth.server)]
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
      auth.server.clock.advance(90 * day - 1)
      expect(await isKnown(own)).toBe(true)
      auth.server.clock.advance(1)
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
      ['ADMIN_PASSWORD', () => upsertAdmin(orm(), { email: auth.person.email, password: 'newHarbour8' })],
    ]
    test.each(whatEndsIt)('is no longer known after %s', async (_name, end) => {
      const admin = await signIn(auth.server)
      const own = await getIn()
      expect(await isKnown(own)).toBe(true)
      await end(admin, auth.person.id)
      expect(await isKnown(own)).toBe(false)
      // The next sign-in makes the browser known again.
      expect(await orm().select().from(knownBrowsers).where(eq(knownBrowsers.staffId, auth.person.id))).toEqual([])
    })

    test('is no longer known after a role change is undone', async () => {
      const admin = await signIn(auth.server)
      const { auditId } = (await admin.send('PATCH', `/users/${auth.person.id}`, { rol: 1 })).json<{ auditId: number }>()
      const own = await getIn()
      await admin.send('POST', '/undo', { auditId })
      expect(await isKnown(own)).toBe(false)
    })

    test('is deleted with the account', async () => {
      await getIn()
      await orm().delete(staff).where(eq(staff.id, auth.person.id))
      expect(await orm().select().from(knownBrowsers)).toEqual([])
    })

    test.each([
      ['their own password', (own: Browser, id: number) => own.send('PATCH', `/users/${id}`, { password: testPassword })],
      ['the end of all their own sessions', (own: Browser, id: number) => own.send('DELETE', `/users/${id}/sessions`)],
    ])('stays known when a user sets %s with it; their other browsers do not', async (_name, change) => {
      await orm().update(staff).set({ rol: 1 }).where(eq(staff.id, auth.person.id))
      const [other, own] = [await getIn(), await getIn()]
      expect((await change(own, auth.person.id)).statusCode).toBe(200)
      expect((await own.get('/auth/me')).statusCode).toBe(401)
      expect([await isKnown(own), await isKnown(other)]).toEqual([true, false])
    })

    test('is ended with all sessions, which is audited even if no session is left', async () => {
      const admin = await signIn(auth.server)
      const own = await getIn()
      await own.get('/auth/logout')
      expect((await admin.send('DELETE', `/users/${auth.person.id}/sessions`)).json()).toMatchObject({
        ended: 0,
        auditId: expect.any(Number),
      })
      const [ended] = await orm().select().from(auditLog).where(eq(auditLog.action, 'user.end-sessions'))
      expect(ended?.before).toEqual({ sessions: 0, knownBrowsers: 1 })
    })
  })
})
