import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requireSameOrigin } from '../../../server/http/access/same-origin.ts'
import { registerErrorHandler } from '../../../server/http/errors.ts'

/** Ruling 9 as a table: the browser's headers, and whether the call is admitted. */
const cases: [name: string, headers: Record<string, string>, admitted: boolean][] = [
  ['the console', { 'sec-fetch-site': 'same-origin' }, true],
  ['another site', { 'sec-fetch-site': 'cross-site' }, false],
  ['a sibling domain', { 'sec-fetch-site': 'same-site' }, false],
  ['a pasted address', { 'sec-fetch-site': 'none' }, false],
  ['nonsense', { 'sec-fetch-site': 'Same-Origin' }, false],
  ['two answers', { 'sec-fetch-site': 'same-origin, cross-site' }, false],
  ['another site with our Origin', { 'sec-fetch-site': 'cross-site', origin: 'http://desk.example' }, false],
  ['nothing at all', {}, false],
  ['our Origin', { origin: 'http://desk.example' }, true],
  ['another Origin', { origin: 'http://evil.example' }, false],
  ['our name as a subdomain', { origin: 'http://desk.example.evil.example' }, false],
  ['another scheme', { origin: 'https://desk.example' }, false],
  ['another port', { origin: 'http://desk.example:8080' }, false],
  ['an opaque Origin', { origin: 'null' }, false],
  ['an opaque Origin with our Referer', { origin: 'null', referer: 'http://desk.example/login' }, false],
  ['our Referer', { referer: 'http://desk.example/customers?page=2' }, true],
  ['another Referer', { referer: 'http://evil.example/?http://desk.example/' }, false],
  ['our name as a user', { referer: 'http://desk.example@evil.example/' }, false],
  ['an opaque Referer', { referer: 'data:text/html,hello' }, false],
  ['a Referer that is none', { referer: 'desk.example' }, false],
]

function serverWith(publicOrigin: string | null, trustProxy = false) {
  const app = fastify({ trustProxy })
  registerErrorHandler(app)
  app.get('/', (request) => {
    requireSameOrigin(request, { publicOrigin })
    return {}
  })
  return app
}

async function isAdmitted(app: ReturnType<typeof serverWith>, headers: Record<string, string>) {
  const reply = await app.inject({ url: '/', headers: { host: 'desk.example', ...headers } })
  if (reply.statusCode === 200) return true
  expect(reply.json()).toMatchObject({ statusCode: 403, error: 'cross_site' })
  return false
}

describe('same origin by the request’s host', () => {
  const app = serverWith(null)
  beforeAll(() => app.ready())
  afterAll(() => app.close())

  test.each(cases)('%s [R9 origin headers]', async (_name, headers, admitted) => {
    expect(await isAdmitted(app, headers)).toBe(admitted)
  })

  test('forwarded headers from a stranger cannot set our origin', async () => {
    expect(
      await isAdmitted(app, { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }),
    ).toBe(false)
  })
})

test.each<[name: string, headers: Record<string, string>, what: string]>([
  ['none', {}, 'Send the header Origin: http://desk.example, or Sec-Fetch-Site: same-origin.'],
  ['another Origin', { origin: 'http://evil.example' }, 'The header Origin must name http://desk.example.'],
  ['another Referer', { referer: 'http://evil.example/' }, 'The header Referer must name http://desk.example.'],
  ['another Sec-Fetch-Site', { 'sec-fetch-site': 'none', origin: 'http://desk.example' }, 'The header Sec-Fetch-Site must be same-origin.'],
])('the refusal names the header that is wrong: %s', async (_name, headers, what) => {
  const app = serverWith(null)
  const reply = await app.inject({ url: '/', headers: { host: 'desk.example', ...headers } })
  expect(reply.json()).toMatchObject({ error: 'cross_site', message: `This call is only taken from the console itself. ${what}` })
  await app.close()
})

test('behind a trusted proxy, the proxy’s origin counts', async () => {
  const app = serverWith(null, true)
  const proxied = { host: 'inside:4600', 'x-forwarded-host': 'desk.example', 'x-forwarded-proto': 'https' }
  expect(await isAdmitted(app, { ...proxied, origin: 'https://desk.example' })).toBe(true)
  expect(await isAdmitted(app, { ...proxied, origin: 'http://inside:4600' })).toBe(false)
})

test('only the configured origin is accepted', async () => {
  const app = serverWith('https://desk.example/')
  expect(await isAdmitted(app, { host: 'inside:4600', origin: 'https://desk.example' })).toBe(true)
  expect(await isAdmitted(app, { host: 'inside:4600', origin: 'http://inside:4600' })).toBe(false)
  expect(await isAdmitted(app, { host: 'inside:4600', 'sec-fetch-site': 'same-origin' })).toBe(true)
})
