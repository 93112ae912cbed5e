import { eq } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessions, staff } from '../../server/db/schema/staff.ts'
import { cookieName } from '../../server/http/access/cookies.ts'
import { apiBase } from '../../server/http/mount.ts'
import { createToken, revokeToken } from '../../server/product/tokens/change.ts'
import { startChallenge } from '../../server/resources/auth/challenges.ts'
import { endSessions } from '../../server/resources/auth/sessions.ts'
import { roleMay } from '../../src/contract/capabilities.ts'
import type { Access, Endpoint } from '../../src/contract/endpoint.ts'
import type { TokenScope } from '../../src/contract/tokens.ts'
import { buildTestApp, type TestApp } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { type Browser, makeStaff, openBrowser, signIn } from '../support/sign-in.ts'

const contract = import.meta.glob<Record<string, unknown>>('../../src/contract/*.ts', { eager: true })
const endpoints = Object.values(contract)
  .flatMap((file) => Object.values(file))
  // Endpoints that differ only in one name are grouped in a record.
  .flatMap((value) => (isEndpoint(value) || typeof value !== 'object' || value === null ? [value] : Object.values(value)))
  .filter(isEndpoint)
const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`
const byName = endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && ['method', 'path', 'access', 'changesState'].every((key) => key in value)
}

const scoped = endpoints.flatMap((endpoint) =>
  typeof endpoint.access === 'object' && endpoint.access.orScopedBy !== undefined
    ? [[nameOf(endpoint), endpoint, endpoint.access.orScopedBy] as const]
    : [],
)

type Outcome = 'admitted' | '401 unauthorized' | '401 challenge_expired' | '403 forbidden' | '403 step_up_required'

/** Every kind of visitor and the expected outcome. */
const visitors: Record<string, { open: (server: TestApp) => Promise<Browser>; outcome: (access: Access, endpoint: Endpoint) => Outcome }> =
  {
    nobody: { open: async (server) => openBrowser(server), outcome: withoutSession },
    'a password without its code': {
      open: withChallenge,
      outcome: (access) => (isBeforeSession(access) ? 'admitted' : withoutSession(access)),
    },
    'role 1': { open: (server) => signIn(server, { rol: 1 }), outcome: (access) => withRole(1, access) },
    'role 2': { open: (server) => signIn(server, { rol: 2 }), outcome: (access) => withRole(2, access) },
    'a role nobody knows': { open: (server) => signIn(server, { rol: 3 }), outcome: (access) => withRole(3, access) },
    'a session that was ended': {
      open: async (server) => {
        const browser = await signIn(server)
        await server.context.database.orm.transaction((tx) => endSessions(tx, browser.staff.id))
        return browser
      },
      outcome: withoutSession,
    },
    'a passkey alone': { open: (server) => signedInBy(server, {}), outcome: (access) => withRole(1, access) },
    'the provider': {
      open: (server) => signedInBy(server, { providerSession: 'sid', refreshedAt: server.clock.now() }),
      outcome: (access) => withRole(1, access),
    },
    'role 1 without a fresh proof': {
      open: (server) => signedInBy(server, { provenAt: server.clock.now() - 15 * 60 }),
      outcome: (access, endpoint) => withoutProof(1, access, endpoint),
    },
    'role 2 without a fresh proof': {
      open: (server) => signedInBy(server, { provenAt: 0 }, 2),
      outcome: (access, endpoint) => withoutProof(2, access, endpoint),
    },
    'an account that is switched off': {
      open: async (server) => {
        const browser = await signIn(server)
        await server.context.database.orm.update(staff).set({ disabledAt: 1 }).where(eq(staff.id, browser.staff.id))
        return browser
      },
      outcome: withoutSession,
    },
    'a password of an account that is switched off': {
      open: async (server) => {
        const browser = await withChallenge(server)
        await server.context.database.orm.update(staff).set({ disabledAt: 1 })
        return browser
      },
      outcome: withoutSession,
    },
    'an account that was deleted': {
      open: async (server) => {
        const browser = await signIn(server)
        await server.context.database.orm.delete(staff).where(eq(staff.id, browser.staff.id))
        return browser
      },
      outcome: withoutSession,
    },
    'a service token for reading': {
      open: (server) => withToken(server, ['read']),
      outcome: (access, endpoint) =>
        typeof access === 'object' && !endpoint.changesState && !forPeople.includes(nameOf(endpoint))
          ? 'admitted'
          : withoutCapability(access),
    },
    'a service token for ingest': { open: (server) => withToken(server, ['ingest']), outcome: withoutCapability },
    'a service token that was revoked': {
      open: (server) => withToken(server, ['ingest', 'read'], { isRevoked: true }),
      outcome: withoutSession,
    },
  }

/** Reads tied to a person: their changes, their playbooks, their one download at a time, their sessions, a customer's personal data. */
const forPeople = [
  'GET /undo',
  'GET /playbooks',
  'GET /invoices/files/zip',
  'GET /users/{id}/sessions',
  'GET /customers/{id}/personal-data',
]

function withoutCapability(access: Access): Outcome {
  return access === 'public' || isBeforeSession(access) ? withoutSession(access) : '403 forbidden'
}

/** A program: it has no cookies and sends its token in a header. */
async function withToken(server: TestApp, scopes: TokenScope[], { isRevoked = false } = {}): Promise<Browser> {
  const { database, now } = server.context
  const actor = { staff: { id: null, email: 'test' }, ip: null }
  const { id, token } = await createToken(database.orm, actor, { name: 'Our product', scopes }, now())
  if (isRevoked) await revokeToken(database.orm, actor, id, now())
  const browser = openBrowser(server)
  const inject: Browser['inject'] = (options) =>
    browser.inject({ ...options, headers: { ...options.headers, authorization: `Bearer ${token}` } })
  return { ...browser, inject, get: (path) => inject({ method: 'GET', url: apiBase + path }) }
}

/** What a challenge gives access to. */
const isBeforeSession = (access: Access) => access === 'challenge' || access === 'activation'

function withoutSession(access: Access): Outcome {
  if (access === 'public') return 'admitted'
  return isBeforeSession(access) ? '401 challenge_expired' : '401 unauthorized'
}

function withRole(rol: number, access: Access): Outcome {
  if (isBeforeSession(access)) return '401 challenge_expired'
  return typeof access === 'string' || roleMay(rol, access.capability) ? 'admitted' : '403 forbidden'
}

function withoutProof(rol: number, access: Access, { stepUp }: Endpoint): Outcome {
  const outcome = withRole(rol, access)
  return outcome === 'admitted' && access !== 'public' && stepUp !== undefined ? '403 step_up_required' : outcome
}

/** A session as another way to sign in leaves it. */
async function signedInBy(server: TestApp, session: Partial<typeof sessions.$inferInsert>, rol = 1): Promise<Browser> {
  const browser = await signIn(server, { rol })
  const { orm } = server.context.database
  if (Object.keys(session).length > 0) await orm.update(sessions).set(session).where(eq(sessions.staffId, browser.staff.id))
  return browser
}

/** Anything but a refusal or a server fault counts as admitted. */
function outcomeOf(reply: LightMyRequestResponse): string {
  if (reply.statusCode >= 500) return `${reply.statusCode} ${reply.body}`
  if (reply.statusCode !== 401 && reply.statusCode !== 403) return 'admitted'
  return `${reply.statusCode} ${reply.json<{ error: string }>().error}`
}

async function withChallenge(server: TestApp): Promise<Browser> {
  const { database, config, now } = server.context
  const browser = openBrowser(server)
  const person = await makeStaff(server)
  browser.cookies.set(cookieName('challenge', config), await startChallenge(database.orm, person.id, now()))
  return browser
}

/** Invalid for every endpoint. */
const wrongQuery =
  'page=0&perPage=x&length=0&sort=no&sortField=no&sortDirection=no&from=x&to=x&month=13&year=x&method=no&statusCode=x&status=x'
const wrongBody = { noSuchField: '\0', id: 'x', version: 'x', status: {}, text: 1 }

/** Sends only a path: an empty body or a missing record is refused only after access is granted. */
function ask(browser: Browser, { method, path }: Pick<Endpoint, 'method' | 'path'>, headers: Record<string, string> = {}) {
  return browser.inject({ method, url: apiBase + path.replace(/\{\w+\}/g, '1'), headers })
}

describeDatabase('access', (engine) => {
  const database = engine.use()
  let server: TestApp

  beforeAll(async () => {
    server = await buildTestApp(database.current, { stepUp: true }, { limits: { wrongTokenCalls: 1_000 } })
  })
  afterAll(() => server.app.close())

  test('every API route comes from the contract, and every endpoint in the contract is mounted once [2.1 base path]', () => {
    const routes = server.routes.filter(({ url, method }) => url.startsWith(apiBase) && url !== `${apiBase}/*` && method !== 'HEAD')
    expect(routes.filter(({ config }) => config?.endpoint === undefined).map(({ url }) => url)).toEqual([])
    expect(routes.flatMap(({ config }) => (config?.endpoint ? [nameOf(config.endpoint)] : [])).toSorted()).toEqual(
      byName.map(([name]) => name).toSorted(),
    )
  })

  test('the only write routes outside the API are payment webhooks, which must be signed, and ingest', async () => {
    const others = server.routes.filter(({ url, method }) => !url.startsWith(apiBase) && method !== 'GET' && method !== 'HEAD')
    expect(others.map(({ method, url }) => `${String(method)} ${url}`)).toEqual([
      'POST /webhooks/payments',
      'POST /api/ingest/:resource',
      'DELETE /api/ingest/:resource/*',
    ])
    const browser = await signIn(server)
    const unsigned = await browser.inject({ method: 'POST', url: '/webhooks/payments', payload: { id: 'evt_1', type: 'x' } })
    expect([unsigned.statusCode, unsigned.json<{ error: string }>().error]).toEqual([400, 'bad_request'])
  })

  test('responses carry security headers, errors included', async () => {
    for (const path of ['/auth/me', '/nowhere', '/customers?perPage=1000']) {
      const { headers } = await openBrowser(server).get(path)
      expect(headers['content-security-policy']).toMatch(/default-src 'none';script-src 'self';.*frame-ancestors 'none'/)
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
    }
  })

  test('an unknown path is a 404, even without a session', async () => {
    const reply = await openBrowser(server).get('/nowhere')
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toMatchObject({ error: 'not_found' })
  })

  // Open to everyone for one customer (ruling 3). The table above covers the refusals without one.
  describe.each(scoped)('%s for one customer', (_name, endpoint, parameter) => {
    const ofCustomer = (browser: Browser, value: string) => browser.get(`${endpoint.path}?${parameter}=${value}`)

    test.each(['role 1', 'role 2', 'a role nobody knows'])('is open to %s', async (visitor) => {
      const browser = await visitors[visitor]?.open(server)
      if (!browser) throw new Error(`nobody is called ${visitor}`)
      expect((await ofCustomer(browser, '1')).statusCode).toBe(200)
    })

    test('responds with 401 without a session [R6 challenge scope]', async () => {
      for (const visitor of ['nobody', 'a password without its code', 'a session that was ended', 'an account that was deleted']) {
        const browser = await visitors[visitor]?.open(server)
        if (!browser) throw new Error(`nobody is called ${visitor}`)
        expect(outcomeOf(await ofCustomer(browser, '1'))).toBe('401 unauthorized')
      }
    })

    // [R3 scoped logs]
    test('requires its parameter: an empty or misnamed one is a 403, an invalid one a 400', async () => {
      const browser = await signIn(server, { rol: 2 })
      expect(outcomeOf(await ofCustomer(browser, ''))).toBe('403 forbidden')
      expect(outcomeOf(await browser.get(`${endpoint.path}?customer=1&page=1`))).toBe('403 forbidden')
      expect((await ofCustomer(browser, 'all')).statusCode).toBe(400)
      expect((await ofCustomer(browser, '1&page=1')).statusCode).toBe(200)
    })
  })

  describe.each(byName)('%s', (_name, endpoint) => {
    // [1.1 no session] [1.6 every endpoint] [R1 capability map] [2.6 role 1]
    test.each(Object.entries(visitors))('requested by %s', async (_visitor, { open, outcome }) => {
      expect(outcomeOf(await ask(await open(server), endpoint))).toBe(outcome(endpoint.access, endpoint))
    })
  })

  // Permission comes before validation (ruling 57).
  const closed = byName.filter(([, { access }]) => withRole(2, access) === '403 forbidden')
  // [R57 permission first]
  test.each(closed)('%s responds to role 2 with 403, even if the request is also invalid', async (_name, endpoint) => {
    const browser = await signIn(server, { rol: 2 })
    const url = `${apiBase}${endpoint.path.replace(/\{\w+\}/g, 'x')}?${wrongQuery}`
    const { method } = endpoint
    expect(outcomeOf(await browser.inject({ method, url, ...(method === 'GET' ? {} : { payload: wrongBody }) }))).toBe('403 forbidden')
  })

  // HEAD runs the GET's handler, so the same rule applies (ruling 9).
  const changing = byName.filter(([, endpoint]) => endpoint.changesState)
  const asked = changing.flatMap(([, { method, path }]) =>
    (method === 'GET' ? [method, 'HEAD' as const] : [method]).map((method) => ({ method, path })),
  )
  test.each(asked)('$method $path is refused from another site [R9 same origin] [R9 other sites]', async ({ method, path }) => {
    const url = apiBase + path.replace(/\{\w+\}/g, '1')
    const browser = await signIn(server)
    const replies = [
      await browser.inject({ method, url, headers: { 'sec-fetch-site': 'cross-site' } }),
      await browser.inject({ method, url, headers: { 'sec-fetch-site': 'same-site' } }),
      await server.app.inject({ method, url }),
    ]
    // A HEAD reply has no body that could give the reason.
    const outcomes = replies.map((reply) => (method === 'HEAD' ? `${reply.statusCode}` : outcomeOf(reply)))
    expect(new Set(outcomes)).toEqual(new Set([method === 'HEAD' ? '403' : '403 cross_site']))
    expect((await browser.get('/auth/me')).statusCode).toBe(200)
  })
})

test('only the API log and the web-risk log are open to everyone for one customer (ruling 3) [R3 scoped logs] [R3 scoped to customer]', () => {
  expect(scoped.map(([name, , parameter]) => `${name} by ${parameter}`).toSorted()).toEqual([
    'GET /api-calls by owner',
    'GET /webrisk/tracker by user',
  ])
})

test('all non-GET endpoints change state, and at most three GETs do (ruling 9) [R9 same origin]', () => {
  const stateful = endpoints.filter(({ changesState }) => changesState)
  expect(endpoints.filter(({ method, changesState }) => method !== 'GET' && !changesState)).toEqual([])
  const known = ['GET /auth/2fa/generate', 'GET /auth/logout', 'GET /customers/{id}/app-login']
  expect(known).toEqual(expect.arrayContaining(stateful.filter(({ method }) => method === 'GET').map(nameOf)))
})
