import { and, eq } from 'drizzle-orm'
import { generateSync } from 'otplib'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog, recoveryCodes, sessions, staff } from '../../../server/db/schema/staff.ts'
import { requireWayIn } from '../../../server/resources/auth/links.ts'
import { enableByEmail, linkByEmail } from '../../../server/resources/staff/command-line.ts'
import type { PasskeyQuestion } from '../../../src/contract/passkeys.ts'
import { buildTestApp, type TestApp } from '../../support/app.ts'
import { Authenticator } from '../../support/authenticator.ts'
import { describeDatabase } from '../../support/database.ts'
import { activateTwoFactor, type Browser, makeStaff, openBrowser, signIn, testPassword } from '../../support/sign-in.ts'

describeDatabase('one’s own account', (engine) => {
  const database = engine.use()
  let server: TestApp
  let browser: Awaited<ReturnType<typeof signIn>>

  beforeAll(async () => {
    server = await buildTestApp(database.current, { stepUp: true, signIn: ['password', 'passkey'] })
    return () => server.app.close()
  })
  beforeEach(async () => {
    await database.empty()
    browser = await signIn(server, { rol: 2 })
  })

  const audited = async () => (await database.current.orm.select().from(auditLog)).map(({ action }) => action)
  const elsewhere = async () => {
    const other = openBrowser(server)
    const quick = await buildTestApp(database.current, { disableTwoFactor: true })
    const there = openBrowser(quick)
    await there.send('POST', '/auth/login', { email: browser.staff.email, password: testPassword })
    await quick.app.close()
    for (const [name, value] of there.cookies) other.cookies.set(name, value)
    return other
  }
  const isSignedIn = async (of: Browser) => (await of.get('/auth/me')).statusCode === 200

  describe('recovery codes', () => {
    const make = async () => (await browser.send('POST', '/account/recovery-codes')).json<{ codes: string[] }>().codes
    const challenged = async () => {
      const of = openBrowser(server)
      const login = await of.send('POST', '/auth/login', { email: browser.staff.email, password: testPassword })
      return { of, login: login.json<object>() }
    }

    test('are ten, told once, stored as hashes, and replaced by the next ten [1.7 recovery codes]', async () => {
      const codes = await make()
      expect(new Set(codes).size).toBe(10)
      for (const code of codes) expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/)
      const stored = JSON.stringify(await database.current.orm.select().from(recoveryCodes))
      expect(codes.filter((code) => stored.includes(code))).toEqual([])
      expect((await browser.get('/account')).json()).toMatchObject({ recoveryCodes: 10 })
      await make()
      const { of } = await challenged()
      expect((await of.send('POST', '/auth/2fa/recovery', { code: codes[0] })).json()).toMatchObject({ error: 'invalid_code' })
      expect(await audited()).toEqual(['account.recovery-codes', 'account.recovery-codes'])
    })

    test('each signs in once, however it is written', async () => {
      await activateTwoFactor(server, browser.staff)
      const [code = ''] = await make()
      const { of, login } = await challenged()
      expect(login).toMatchObject({ '2fa': true, secondSteps: ['code', 'recovery-code'] })
      expect((await of.send('POST', '/auth/2fa/recovery', { code: ` ${code.toUpperCase().replaceAll('-', ' ')} ` })).json()).toEqual({
        success: true,
      })
      expect(await isSignedIn(of)).toBe(true)
      const again = await challenged()
      expect((await again.of.send('POST', '/auth/2fa/recovery', { code })).statusCode).toBe(401)
      expect((await browser.get('/account')).json()).toMatchObject({ recoveryCodes: 9 })
      expect(await audited()).toContain('auth.recovery-code')
    })

    test('one used by two at once signs in one of them', async () => {
      const [code] = await make()
      const both = [await challenged(), await challenged()]
      const replies = await Promise.all(both.map(({ of }) => of.send('POST', '/auth/2fa/recovery', { code })))
      expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401])
    })

    test('of somebody else are refused, and five tries end the sign-in', async () => {
      const [code] = await make()
      const other = await makeStaff(server)
      const of = openBrowser(server)
      await of.send('POST', '/auth/login', { email: other.email, password: testPassword })
      for (let tried = 0; tried < 5; tried += 1)
        expect((await of.send('POST', '/auth/2fa/recovery', { code })).json()).toMatchObject({ error: 'invalid_code' })
      expect((await of.send('POST', '/auth/2fa/recovery', { code })).json()).toMatchObject({ error: 'challenge_expired' })
    })

    test('guesses are limited per account, across sign-ins', async () => {
      await make()
      let last = 0
      for (let sign = 0; sign < 5; sign += 1) {
        const { of } = await challenged()
        for (let tried = 0; tried < 5; tried += 1)
          last = (await of.send('POST', '/auth/2fa/recovery', { code: 'aaaa-aaaa-aaaa' })).statusCode
      }
      expect(last).toBe(429)
    })
  })

  describe('the authenticator app', () => {
    const newSecret = async () => (await browser.send('POST', '/account/2fa/generate')).json<{ base32: string; sealed: string }>()
    const codeOf = (secret: string) => generateSync({ secret, epoch: server.clock.now() })

    test('is moved to another phone, which ends other sessions and the old codes [1.7 another phone]', async () => {
      const old = await activateTwoFactor(server, browser.staff)
      const other = await elsewhere()
      server.clock.advance(60)
      const { base32, sealed } = await newSecret()
      expect((await browser.send('PUT', '/account/2fa', { sealed, code: codeOf(old) })).statusCode).toBe(401)
      expect((await browser.send('PUT', '/account/2fa', { sealed, code: codeOf(base32) })).statusCode).toBe(200)
      expect([await isSignedIn(other), await isSignedIn(browser)]).toEqual([false, true])
      server.clock.advance(60)
      const of = openBrowser(server)
      await of.send('POST', '/auth/login', { email: browser.staff.email, password: testPassword })
      expect((await of.send('POST', '/auth/2fa/verify', { code: codeOf(old) })).statusCode).toBe(401)
      expect((await of.send('POST', '/auth/2fa/verify', { code: codeOf(base32) })).statusCode).toBe(200)
    })

    test('takes no secret of another account', async () => {
      const other = await signIn(server)
      const { base32, sealed } = (await other.send('POST', '/account/2fa/generate')).json<{ base32: string; sealed: string }>()
      expect((await browser.send('PUT', '/account/2fa', { sealed, code: codeOf(base32) })).json()).toMatchObject({
        statusCode: 400,
        details: { sealed: expect.any(String) },
      })
    })
  })

  describe('sessions', () => {
    test('are listed with the one that asks, and one or all others are ended [1.7 own account]', async () => {
      const others = [await elsewhere(), await elsewhere()]
      const rows = (await browser.get('/account/sessions')).json<{ rows: { id: number; isCurrent: boolean }[] }>().rows
      expect(rows).toHaveLength(3)
      expect(rows.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
      const [first] = rows.filter(({ isCurrent }) => !isCurrent)
      expect((await browser.send('DELETE', `/account/sessions/${first?.id}`)).statusCode).toBe(200)
      expect((await browser.send('DELETE', `/account/sessions/${first?.id}`)).statusCode).toBe(404)
      expect((await browser.send('DELETE', '/account/sessions')).json()).toMatchObject({ ended: 1 })
      expect([await isSignedIn(browser), ...(await Promise.all(others.map(isSignedIn)))]).toEqual([true, false, false])
    })

    test('of others cannot be ended there', async () => {
      const other = await signIn(server)
      const [row] = (await other.get('/account/sessions')).json<{ rows: { id: number }[] }>().rows
      expect((await browser.send('DELETE', `/account/sessions/${row?.id}`)).statusCode).toBe(404)
      expect(await isSignedIn(other)).toBe(true)
    })
  })

  describe('a fresh proof', () => {
    const newStaff = { name: 'New person', email: 'new@example.com', password: 'letters4numbers' }
    let lead: Awaited<ReturnType<typeof signIn>>
    beforeEach(async () => {
      lead = await signIn(server, { rol: 1 })
    })

    test('is good for 15 minutes, then wanted once more [1.7 fresh proof]', async () => {
      server.clock.advance(15 * 60 - 1)
      expect((await lead.send('POST', '/users', newStaff)).statusCode).toBe(200)
      server.clock.advance(1)
      expect((await lead.send('POST', '/users', { ...newStaff, email: 'b@example.com' })).json()).toMatchObject({
        statusCode: 403,
        error: 'step_up_required',
      })
      expect((await lead.get('/auth/step-up')).json()).toEqual({ proofs: ['password'], isProven: false })
      expect((await lead.send('POST', '/auth/step-up', { password: 'wrong' })).statusCode).toBe(401)
      expect((await lead.send('POST', '/auth/step-up', { password: testPassword })).json()).toEqual({ success: true })
      expect((await lead.send('POST', '/users', { ...newStaff, email: 'b@example.com' })).statusCode).toBe(200)
    })

    test('is by code where there is one: the password alone is not enough, and a code works once', async () => {
      const secret = await activateTwoFactor(server, lead.staff)
      server.clock.advance(15 * 60)
      expect((await lead.get('/auth/step-up')).json()).toMatchObject({ proofs: ['code'] })
      expect((await lead.send('POST', '/auth/step-up', { password: testPassword })).statusCode).toBe(400)
      const code = generateSync({ secret, epoch: server.clock.now() })
      expect((await lead.send('POST', '/auth/step-up', { code })).statusCode).toBe(200)
      expect((await lead.send('POST', '/auth/step-up', { code })).statusCode).toBe(401)
    })

    test('is by passkey, of the person alone', async () => {
      const authenticator = new Authenticator()
      const answer = authenticator.create((await lead.send('POST', '/account/passkeys/options')).json<PasskeyQuestion>())
      await lead.send('POST', '/account/passkeys', { name: 'Key', answer })
      server.clock.advance(15 * 60)
      const prove = async (of: Browser) =>
        of.send('POST', '/auth/step-up', { answer: authenticator.use((await lead.send('POST', '/auth/step-up/options')).json()) })
      expect((await prove(browser)).statusCode).toBe(400)
      expect((await prove(lead)).statusCode).toBe(200)
      expect((await lead.get('/auth/step-up')).json()).toEqual({ proofs: ['passkey'], isProven: true })
    })

    test('guesses of the password are limited as at the sign-in, and good proofs earn no more', async () => {
      server.clock.advance(15 * 60)
      for (let proved = 0; proved < 5; proved += 1) await lead.send('POST', '/auth/step-up', { password: testPassword })
      const statuses: number[] = []
      for (let tried = 0; tried < 11; tried += 1)
        statuses.push((await lead.send('POST', '/auth/step-up', { password: 'wrong' })).statusCode)
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
    })

    test('is not wanted where STEP_UP is off, but for one’s own ways to sign in', async () => {
      const plain = await buildTestApp(database.current)
      const person = await signIn(plain)
      plain.clock.advance(15 * 60)
      expect((await person.send('POST', '/users', newStaff)).statusCode).toBe(200)
      expect((await person.send('POST', '/account/recovery-codes')).json()).toMatchObject({ error: 'step_up_required' })
      await plain.app.close()
    })
  })

  describe('an account that is switched off', () => {
    let lead: Awaited<ReturnType<typeof signIn>>
    beforeEach(async () => {
      lead = await signIn(server, { rol: 1 })
    })
    const disable = (id: number, disabled = true, of: Browser = lead) => of.send('PATCH', `/users/${id}/disabled`, { disabled })

    test('has no session and cannot sign in, and says so only to whoever knows the password [1.7 switched off]', async () => {
      const { id, email } = browser.staff
      expect((await disable(id)).statusCode).toBe(200)
      expect(await isSignedIn(browser)).toBe(false)
      const of = openBrowser(server)
      expect((await of.send('POST', '/auth/login', { email, password: 'wrong' })).json()).toMatchObject({ error: 'invalid_credentials' })
      expect((await of.send('POST', '/auth/login', { email, password: testPassword })).json()).toMatchObject({
        statusCode: 403,
        message: 'This account is switched off. A colleague with full access can switch it on again.',
      })
      expect((await lead.get(`/users/${id}`)).json()).toMatchObject({ disabledAt: server.clock.now(), name: browser.staff.name })
      expect((await disable(id)).json()).toMatchObject({ statusCode: 409, message: 'Switched off already.' })
      expect((await disable(id, false)).statusCode).toBe(200)
      expect((await of.send('POST', '/auth/login', { email, password: testPassword })).statusCode).toBe(200)
      expect(await audited()).toEqual(['user.disable', 'user.enable'])
    })

    test('is never one’s own or the last with role 1; one that is off counts no longer as one', async () => {
      expect((await disable(lead.staff.id)).json()).toMatchObject({ message: 'This is your own account.' })
      const second = await signIn(server, { rol: 1 })
      expect((await disable(second.staff.id)).statusCode).toBe(200)
      expect((await lead.send('PATCH', `/users/${lead.staff.id}`, { rol: 2 })).json()).toMatchObject({
        message: expect.stringContaining('Last account with role 1'),
      })
      const [third, fourth] = [await signIn(server, { rol: 1 }), await makeStaff(server, { rol: 1 })]
      const replies = await Promise.all([disable(third.staff.id), disable(lead.staff.id, true, third), disable(fourth.id)])
      expect(replies.map(({ statusCode }) => statusCode)).not.toEqual([200, 200, 200])
      const left = await database.current.orm
        .select()
        .from(staff)
        .where(and(eq(staff.rol, 1)))
      expect(left.filter(({ disabledAt }) => disabledAt === null).length).toBeGreaterThan(0)
    })

    test('is switched on from the command line', async () => {
      await disable(browser.staff.id)
      await enableByEmail(database.current.orm, browser.staff.email, server.clock.now())
      await expect(enableByEmail(database.current.orm, browser.staff.email, server.clock.now())).rejects.toThrow('Switched on already.')
      const of = openBrowser(server)
      expect((await of.send('POST', '/auth/login', { email: browser.staff.email, password: testPassword })).statusCode).toBe(200)
    })

    test('role 2 may not do it', async () => {
      expect((await disable(lead.staff.id, true, browser)).statusCode).toBe(403)
    })
  })

  describe('a link from the command line', () => {
    const token = () => linkByEmail(database.current.orm, browser.staff.email, server.clock.now())
    const open = (value: string, of = openBrowser(server)) => of.send('POST', '/auth/link', { token: value })

    test('signs in once, within 15 minutes, and the newest alone [1.7 sign-in link]', async () => {
      const [old, fresh] = [await token(), await token()]
      expect((await open(old)).statusCode).toBe(401)
      const replies = await Promise.all([open(fresh), open(fresh)])
      expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401])
      const late = await token()
      server.clock.advance(15 * 60)
      expect((await open(late)).statusCode).toBe(401)
      expect(await audited()).toEqual(['auth.link'])
      expect(await database.current.orm.select().from(sessions).where(eq(sessions.staffId, browser.staff.id))).toHaveLength(2)
    })

    test('is not made for an account that is switched off', async () => {
      await database.current.orm.update(staff).set({ disabledAt: 1 }).where(eq(staff.id, browser.staff.id))
      await expect(token()).rejects.toThrow('npm run staff -- enable')
    })

    test('lets a server start on which only passkeys sign in, and nobody has one', async () => {
      const lead = await makeStaff(server, { rol: 1 })
      const start = () => requireWayIn(database.current.orm, { signIn: ['passkey'] })
      await expect(start()).rejects.toThrow('npm run staff -- link EMAIL')
      await expect(requireWayIn(database.current.orm, { signIn: ['password', 'passkey'] })).resolves.toBeUndefined()
      await linkByEmail(database.current.orm, lead.email, Math.floor(Date.now() / 1000))
      await expect(start()).resolves.toBeUndefined()
    })
  })
})
