import { eq } from 'drizzle-orm'
import { generateSync } from 'otplib'
import { describe, expect, test } from 'vitest'
import { auditLog, rateLimits, staff } from '../../../server/db/schema/staff.ts'
import { apiBase } from '../../../server/http/mount.ts'
import { upsertAdmin } from '../../../server/resources/auth/accounts.ts'
import { signInLimiter } from '../../../server/resources/auth/limits.ts'
import type { UserAccount } from '../../../src/contract/users.ts'
import { describeEngines } from '../../support/database.ts'
import { day, quarterHour, useLockableAccount } from '../../support/lockable.ts'
import { type Browser, openBrowser, signIn, type TestStaff, testPassword } from '../../support/sign-in.ts'

describeEngines('getting back in', (engine) => {
  const auth = useLockableAccount(engine)
  const { database, orm, login, verify, getIn, isIn, stranger, lockPasswords, useCodes, letPass } = auth

  const readUser = async (admin: Browser, { id }: { id: number }) => (await admin.get(`/users/${id}`)).json<UserAccount>()

  describe('role 1, in parallel', () => {
    test('grants exactly ten more passwords by unlocking, even with concurrent attempts', async () => {
      const admin = await signIn(auth.server)
      for (let round = 0; round < 5; round += 1) {
        await orm().delete(rateLimits)
        await lockPasswords()
        const tries = Array.from({ length: 14 }, () => login(stranger()))
        const [unlocked, ...replies] = await Promise.all([admin.send('DELETE', `/users/${auth.person.id}/lock`), ...tries])
        expect(unlocked?.statusCode).toBe(200)
        const later = await Promise.all(Array.from({ length: 12 }, () => login(stranger())))
        expect([...replies, ...later].filter(({ statusCode }) => statusCode === 401)).toHaveLength(10)
      }
    })
  })

  if (!engine.testsShared) return

  describe('attempts on an account are reset', () => {
    const bySomebody: [string, (admin: Browser & { staff: TestStaff }) => Promise<string>][] = [
      [
        'by a password that role 1 sets',
        async (admin) => {
          await admin.send('PATCH', `/users/${auth.person.id}`, { password: 'newHarbour8' })
          return 'newHarbour8'
        },
      ],
      [
        'by the reset of two-factor',
        async (admin) => {
          expect((await admin.send('PATCH', `/users/reset-2fa/${auth.person.id}`, {})).statusCode).toBe(200)
          auth.secrets.delete(auth.person.id)
          return testPassword
        },
      ],
      [
        'by ADMIN_PASSWORD',
        async () => {
          await upsertAdmin(orm(), { email: auth.person.email.toUpperCase(), password: 'newHarbour8' })
          return 'newHarbour8'
        },
      ],
      [
        'by role 1, who unlocks it',
        async (admin) => {
          expect((await admin.send('DELETE', `/users/${auth.person.id}/lock`)).statusCode).toBe(200)
          return testPassword
        },
      ],
    ]
    test.each(bySomebody)('%s: passwords and codes', async (_name, lift) => {
      const admin = await signIn(auth.server)
      await getIn()
      await useCodes(stranger)
      await lockPasswords()
      const password = await lift(admin)
      expect(await isIn(await getIn(stranger(), auth.person, password))).toBe(true)
    })

    test('by the user’s own new password', async () => {
      await orm().update(staff).set({ rol: 1 })
      const own = await getIn()
      await lockPasswords()
      await own.send('PATCH', `/users/${auth.person.id}`, { password: 'newHarbour8' })
      expect(await isIn(await getIn(stranger(), auth.person, 'newHarbour8'))).toBe(true)
    })

    test('by creating the account, if its e-mail was tried before', async () => {
      const email = 'early@example.com'
      const admin = await signIn(auth.server)
      await lockPasswords({ email })
      const made = await admin.send('POST', '/users', { name: 'Early Bird', email: 'Early@example.com', password: testPassword })
      expect(await isIn(await getIn(stranger(), { ...auth.person, email, id: made.json<{ id: number }>().id }))).toBe(true)
    })

    test('by activating two-factor', async () => {
      const own = openBrowser(auth.server)
      await login(own, testPassword)
      const { base32 } = (await own.get('/auth/2fa/generate')).json<{ base32: string }>()
      await lockPasswords()
      const code = generateSync({ secret: base32, epoch: auth.server.clock.now() })
      expect((await verify(own, code, base32)).statusCode).toBe(200)
      expect((await login(stranger(), testPassword)).statusCode).toBe(200)
    })
  })

  describe('a user with role 1', () => {
    test('sees the end of the lock on the account and in the list, and unlocks it, which is audited [1.7 unlock user]', async () => {
      const admin = await signIn(auth.server)
      for (let tried = 0; tried < 9; tried += 1) await login(stranger())
      expect((await readUser(admin, auth.person)).lockedUntil).toBeNull()
      await login(stranger())
      const { lockedUntil } = await readUser(admin, auth.person)
      const wait = Number((await login(stranger())).headers['retry-after'])
      expect(Math.abs((lockedUntil ?? 0) - Date.now() / 1000 - wait)).toBeLessThan(5)
      const { rows } = (await admin.get('/users')).json<{ rows: UserAccount[] }>()
      expect(new Map(rows.map((row) => [row.id, row.lockedUntil]))).toEqual(
        new Map([
          [auth.person.id, lockedUntil],
          [admin.staff.id, null],
        ]),
      )
      const reply = await admin.send('DELETE', `/users/${auth.person.id}/lock`)
      const { auditId } = reply.json<{ auditId: number }>()
      expect(reply.json()).toEqual({ success: true, auditId })
      expect((await readUser(admin, auth.person)).lockedUntil).toBeNull()
      const [row] = await orm().select().from(auditLog).where(eq(auditLog.id, auditId))
      expect(row).toMatchObject({
        action: 'user.unlock',
        actorId: admin.staff.id,
        targetType: 'staff',
        targetId: auth.person.id,
        before: { lockedUntil },
        after: { lockedUntil: null },
        reversible: false,
      })
    })

    test('sees and unlocks a lock by codes and a lock of a known browser', async () => {
      const admin = await signIn(auth.server)
      const own = await getIn()
      await useCodes(stranger)
      const inSeconds = async () => ((await readUser(admin, auth.person)).lockedUntil ?? 0) - Date.now() / 1000
      expect(await inSeconds()).toBeGreaterThan(day - 300)
      await admin.send('DELETE', `/users/${auth.person.id}/lock`)
      for (let tried = 0; tried < 10; tried += 1) await login(own)
      expect(await inSeconds()).toBeGreaterThan(quarterHour - 60)
      await admin.send('DELETE', `/users/${auth.person.id}/lock`)
      expect(await isIn(await getIn(own))).toBe(true)
    })

    test('cannot unlock an account that is not locked or does not exist', async () => {
      const admin = await signIn(auth.server)
      expect((await admin.send('DELETE', `/users/${auth.person.id}/lock`)).json()).toMatchObject({
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
      for (const email of [auth.person.email, 'nobody@example.com']) {
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
      const refused = await openBrowser(auth.server).inject({
        method: 'POST',
        url: `${apiBase}/auth/login`,
        headers: { 'x-forwarded-for': address },
        payload: { email: auth.person.email, password: testPassword },
      })
      expect(refused.statusCode).toBe(429)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(quarterHour - 60)
    })
  })
})
