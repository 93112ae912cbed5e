import { sql } from 'drizzle-orm'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rateLimits, staff } from '../../../server/db/schema/staff.ts'
import { signInLimiter, signInLimits } from '../../../server/resources/auth/limits.ts'
import { buildTestApp, type TestApp } from '../../support/app.ts'
import { describeEngines } from '../../support/database.ts'
import { activateTwoFactor, makeStaff, openBrowser, type TestStaff, testPassword, wrongCode } from '../../support/sign-in.ts'

describeEngines('sign-in limits', (engine) => {
  const database = engine.use()
  let server: TestApp
  let person: TestStaff

  beforeAll(async () => {
    server = await buildTestApp(database.current, { trustProxy: ['127.0.0.1'] })
  })
  afterAll(() => server.app.close())
  beforeEach(async () => {
    await database.current.orm.delete(staff)
    await database.current.orm.delete(rateLimits)
    person = await makeStaff(server)
  })

  const login = (ip: string, email: string, password = 'wrong') =>
    openBrowser(server).inject({
      method: 'POST',
      url: '/api/admin/auth/login',
      headers: { 'x-forwarded-for': ip },
      payload: { email, password },
    })
  /** Limits use the machine's clock, so shifting the rows simulates time passing. */
  const letPass = (seconds: number) =>
    database.current.orm.update(rateLimits).set({ expire: sql`${rateLimits.expire} - ${seconds * 1000}` })

  test('allows ten tries per e-mail in a quarter of an hour, from any address, even for an unknown e-mail', async () => {
    for (const email of [person.email, 'nobody@example.com']) {
      const replies = await Promise.all(Array.from({ length: 12 }, (_, index) => login(`192.0.2.${index}`, email)))
      expect(replies.filter((reply) => reply.statusCode === 401)).toHaveLength(10)
      const refused = replies.filter((reply) => reply.statusCode === 429)
      expect(refused).toHaveLength(2)
      expect(refused[0]?.json()).toEqual({ statusCode: 429, error: 'too_many_requests', message: 'Too many attempts, try again later.' })
      const seconds = Number(refused[0]?.headers['retry-after'])
      expect(seconds).toBeGreaterThan(600)
      expect(seconds).toBeLessThanOrEqual(900)
    }
    expect((await login('192.0.2.99', person.email.toUpperCase(), testPassword)).statusCode).toBe(429)
    await letPass(900)
    expect((await login('192.0.2.99', person.email, testPassword)).statusCode).toBe(200)
  })

  test('both spellings of a host share the ten tries', async () => {
    const email = 'eva@xn--bcher-kva.example'
    await makeStaff(server, { email })
    for (let index = 0; index < 10; index += 1) expect((await login('192.0.2.1', 'eva@bücher.example')).statusCode).toBe(401)
    expect((await login('192.0.2.2', email, testPassword)).statusCode).toBe(429)
  })

  test('an address gets forty tries, after which it cannot lock accounts either', async () => {
    const limiter = signInLimiter(database.current.pool)
    for (let index = 0; index < signInLimits.address.points; index += 1)
      await limiter.countPassword('2001:db8:1:2::1', `a${index}@example.com`, null)
    for (let index = 0; index < 12; index += 1) {
      await expect(limiter.countPassword(`2001:db8:1:2::${index}`, person.email, null)).rejects.toMatchObject({ code: 'too_many_requests' })
    }
    expect((await login('2001:db8:1:3::1', person.email, testPassword)).statusCode).toBe(200)
  })

  test('a completed sign-in does not count; a correct password without a code does', async () => {
    const secret = await activateTwoFactor(server, person)
    for (let tried = 1; tried <= 9; tried += 1) await login('192.0.2.7', person.email)
    server.clock.advance(60)
    const browser = openBrowser(server)
    await browser.send('POST', '/auth/login', { email: person.email, password: testPassword })
    expect((await login('192.0.2.7', person.email)).statusCode).toBe(429)
    const reply = await browser.send('POST', '/auth/2fa/verify', { code: generateSync({ secret, epoch: server.clock.now() }) })
    expect(reply.statusCode).toBe(200)
    expect((await login('192.0.2.7', person.email)).statusCode).toBe(401)
    expect(await database.current.orm.select().from(rateLimits)).toContainEqual(
      expect.objectContaining({ key: 'sign-in-address:127.0.0.1', points: 0 }),
    )
  })

  test('codes are limited per account, across its challenges', async () => {
    const secret = await activateTwoFactor(server, person)
    const statuses: number[] = []
    for (let challenge = 0; challenge < 5; challenge += 1) {
      const browser = openBrowser(server)
      await browser.send('POST', '/auth/login', { email: person.email, password: testPassword })
      for (let tried = 0; tried < 5; tried += 1) {
        const reply = await browser.send('POST', '/auth/2fa/verify', { code: wrongCode(server, secret) })
        statuses.push(reply.statusCode)
      }
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), ...Array.from({ length: 5 }, () => 429)])
  })
})
