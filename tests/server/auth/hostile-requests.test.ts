import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessions } from '../../../server/db/schema/staff.ts'
import { apiBase } from '../../../server/http/mount.ts'
import * as account from '../../../src/contract/account.ts'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import * as signIns from '../../../src/contract/sign-in.ts'
import * as stepUps from '../../../src/contract/step-up.ts'
import { buildTestApp, type TestApp } from '../../support/app.ts'
import { describeDatabase } from '../../support/database.ts'
import { openIdStandIn } from '../../support/openid-stand-in.ts'
import { type Browser, openBrowser, signIn } from '../../support/sign-in.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value
const endpoints = [account, signIns, stepUps].flatMap((file) => Object.values(file).filter(isEndpoint))

/** What the fields of these calls are made of, right and wrong. */
const field = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('123456', 'abcd-efgh-jkmn', '', '\0', 'x'.repeat(5000), -1, 2 ** 53, null),
  fc.record({
    id: fc.string(),
    response: fc.record({ clientDataJSON: fc.string(), signature: fc.string(), authenticatorData: fc.string() }),
  }),
)
const body = fc.oneof(
  fc.jsonValue(),
  fc.record({ answer: field, name: field, code: field, password: field, token: field, sealed: field, extra: field }, { requiredKeys: [] }),
)

describeDatabase('hostile requests to what signs in', (engine) => {
  const database = engine.use()
  let server: TestApp
  let provider: Awaited<ReturnType<typeof openIdStandIn>>

  beforeAll(async () => {
    provider = await openIdStandIn()
    const { origin: issuer, clientId, clientSecret } = provider
    const oidc = { issuer, clientId, clientSecret, roles: [{ group: 'support', rol: 2 as const }], label: 'Harbour', roleClaim: 'groups' }
    server = await buildTestApp(database.current, { signIn: ['password', 'passkey', 'oidc'], oidc })
  })
  afterAll(async () => {
    await server.app.close()
    await provider.close()
  })

  /** Limits by address are not the point here. */
  const send = async (browser: Browser, request: Parameters<Browser['inject']>[0]) => {
    await database.current.pool.query('delete from rate_limits')
    return browser.inject({
      ...request,
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...request.headers },
    })
  }
  const count = async () => (await database.current.orm.select().from(sessions)).length

  test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s answers them without a fault, and opens no session',
    async (_name, { method, path }) => {
      const visitors = [openBrowser(server), await signIn(server, { rol: 2 })]
      const before = await count()
      const samples = fc.sample(body, { seed: 45, numRuns: 25 })
      for (const [at, sample] of samples.entries()) {
        const url = apiBase + path.replace(/\{\w+\}/g, ['1', '0', 'x', '%00', '99999999999'][at % 5] ?? '1')
        const payload = method === 'GET' ? {} : { payload: JSON.stringify(sample) ?? '' }
        for (const visitor of visitors) {
          const { statusCode, body: text } = await send(visitor, { method, url, ...payload })
          expect(statusCode, `${JSON.stringify(sample)}: ${text}`).toBeLessThan(500)
        }
      }
      expect(await count()).toBeLessThanOrEqual(before)
    },
  )

  test.each(['/sign-in/start', '/sign-in/callback'])('%s leads every address to the login screen or the provider', async (path) => {
    const values = fc.sample(fc.oneof(fc.string(), fc.webUrl(), fc.constantFrom('//evil.example', '/\\evil.example', '\u0000', '%')), {
      seed: 45,
      numRuns: 40,
    })
    const before = await count()
    for (const value of values) {
      const query = new URLSearchParams({ origin: value, code: value, state: value, proof: value, iss: value }).toString()
      const reply = await send(openBrowser(server), { method: 'GET', url: `${path}?${query}` })
      expect(reply.statusCode).toBe(302)
      const allowed = ['/login?', ...(path.endsWith('start') ? [`${provider.origin}/authorize?`] : [])]
      const place = String(reply.headers['location'])
      expect(
        allowed.some((each) => place.startsWith(each)),
        place,
      ).toBe(true)
    }
    expect(await count()).toBe(before)
  })

  test('/sign-in/logout refuses whatever is no notice', async () => {
    const before = await count()
    for (const value of fc.sample(fc.string(), { seed: 45, numRuns: 40 })) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const { statusCode } = await send(openBrowser(server), {
        method: 'POST',
        url: '/sign-in/logout',
        headers,
        payload: `logout_token=${encodeURIComponent(value)}&${value}`,
      })
      expect(statusCode).toBe(400)
    }
    expect(await count()).toBe(before)
  })
})
