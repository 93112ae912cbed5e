import { sql } from 'drizzle-orm'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { auditLog, rateLimits, staff } from '../../server/db/schema/staff.ts'
import { apiBase } from '../../server/http/mount.ts'
import { buildTestApp, type TestApp } from './app.ts'
import type { Engine } from './database.ts'
import { type Browser, makeStaff, openBrowser, type TestStaff, testPassword, wrongCode } from './sign-in.ts'

export const quarterHour = 15 * 60
export const day = 24 * 60 * 60

/** A server with one account of role 2, anew for each test, and what locks it and gets back in. Call it in a `describe`. */
export function useLockableAccount(engine: Engine) {
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

  return {
    database,
    get server() {
      return server
    },
    get person() {
      return person
    },
    get secrets() {
      return secrets
    },
    orm,
    login,
    verify,
    secretOf,
    getIn,
    isIn,
    stranger,
    lockPasswords,
    useCodes,
    letPass,
  }
}
