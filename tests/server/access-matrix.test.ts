import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiBase } from '../../server/http/mount.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { buildTestApp, type TestApp } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { type Browser, openBrowser, signIn } from '../support/sign-in.ts'
import { nameOf, visitors, withRole } from '../support/visitors.ts'

const contract = import.meta.glob<Record<string, unknown>>('../../src/contract/*.ts', { eager: true })
const endpoints = Object.values(contract)
  .flatMap((file) => Object.values(file))
  // Endpoints that differ only in one name are grouped in a record.
  .flatMap((value) => (isEndpoint(value) || typeof value !== 'object' || value === null ? [value] : Object.values(value)))
  .filter(isEndpoint)
const byName = endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && ['method', 'path', 'access', 'changesState'].every((key) => key in value)
}

const scoped = endpoints.flatMap((endpoint) =>
  typeof endpoint.access === 'object' && endpoint.access.orScopedBy !== undefined
    ? [[nameOf(endpoint), endpoint, endpoint.access.orScopedBy] as const]
    : [],
)

/** Anything but a refusal or a server fault counts as admitted. */
function outcomeOf(reply: LightMyRequestResponse): string {
  if (reply.statusCode >= 500) return `${reply.statusCode} ${reply.body}`
  if (reply.statusCode !== 401 && reply.statusCode !== 403) return 'admitted'
  return `${reply.statusCode} ${reply.json<{ error: string }>().error}`
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
      'POST /api/ingest/app-logins',
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
