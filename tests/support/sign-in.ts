import { hashSync } from '@node-rs/argon2'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { generateSync } from 'otplib'
import { staff } from '../../server/db/schema/staff.ts'
import { cookieName } from '../../server/http/access/cookies.ts'
import { apiBase } from '../../server/http/mount.ts'
import { startSession } from '../../server/resources/auth/sessions.ts'
import type { Method } from '../../src/contract/endpoint.ts'
import type { TestApp } from './app.ts'

/** A browser: keeps cookies and sends `Sec-Fetch-Site`. */
export interface Browser {
  readonly cookies: Map<string, string>
  /** Sends any request; headers given here replace `Sec-Fetch-Site: same-origin`. */
  inject(options: InjectOptions): Promise<LightMyRequestResponse>
  /** GET of a path under `/api/admin`. */
  get(path: string): Promise<LightMyRequestResponse>
  /** Another method, with an optional JSON body. */
  send(method: Exclude<Method, 'GET'>, path: string, body?: object): Promise<LightMyRequestResponse>
}

/** A browser without a session. */
export function openBrowser({ app }: TestApp): Browser {
  const cookies = new Map<string, string>()
  const inject = async (options: InjectOptions) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await app.inject({ ...options, headers: { 'sec-fetch-site': 'same-origin', cookie, ...options.headers } })
    for (const { name, value } of reply.cookies) {
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return reply
  }
  return {
    cookies,
    inject,
    get: (path) => inject({ method: 'GET', url: apiBase + path }),
    send: (method, path, body) => inject({ method, url: apiBase + path, ...(body === undefined ? {} : { payload: body }) }),
  }
}

export interface TestStaff {
  id: number
  name: string
  email: string
  rol: number
}

export const testPassword = 'letters4numbers'

/** A cheap hash, because every sign-in verifies it; `verify` reads the cost from the hash. */
const testPasswordHash = hashSync(testPassword, { memoryCost: 64, timeCost: 1, parallelism: 1 })

let made = 0

/** Creates a back-office account with `testPassword` and without two-factor. */
export async function makeStaff({ context }: TestApp, { rol = 1, email }: { rol?: number; email?: string } = {}): Promise<TestStaff> {
  made += 1
  const person = { name: `Staff ${made}`, email: email ?? `staff${made}@example.com`, rol }
  const [row] = await context.database.orm
    .insert(staff)
    .values({ ...person, passwordHash: testPasswordHash, createdAt: context.now() })
    .returning({ id: staff.id })
  if (!row) throw new Error('no account was made')
  return { ...person, id: row.id }
}

/** A browser with somebody's session. */
export type Session = Browser & { staff: TestStaff }

/** Creates an account with a session, without signing in. */
export async function signIn(server: TestApp, { rol = 1 }: { rol?: number } = {}): Promise<Session> {
  return openSession(server, await makeStaff(server, { rol }))
}

/** Another session of somebody. */
export async function openSession(server: TestApp, person: TestStaff): Promise<Session> {
  const browser = openBrowser(server)
  const { database, config, now } = server.context
  const value = await startSession(database.orm, { staffId: person.id, now: now(), ip: '127.0.0.1', userAgent: 'test' })
  browser.cookies.set(cookieName('session', config), value)
  return { ...browser, staff: person }
}

/**
 * Sets up two-factor through the real calls, at the test clock's time.
 * @returns the secret in base32
 */
export async function activateTwoFactor(server: TestApp, person: TestStaff): Promise<string> {
  const browser = openBrowser(server)
  await browser.send('POST', '/auth/login', { email: person.email, password: testPassword })
  const { base32 } = (await browser.get('/auth/2fa/generate')).json<{ base32: string }>()
  const code = generateSync({ secret: base32, epoch: server.clock.now() })
  const reply = await browser.send('POST', '/auth/2fa/verify', { code, base32Key: base32 })
  if (reply.statusCode !== 200) throw new Error(`two-factor was not set up: ${reply.body}`)
  return base32
}

/** A code that is wrong in every time step the server accepts. */
export function wrongCode({ clock }: TestApp, secret: string): string {
  const right = [-30, 0, 30].map((seconds) => generateSync({ secret, epoch: clock.now() + seconds }))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? ''
}
