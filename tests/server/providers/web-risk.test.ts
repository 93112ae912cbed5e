import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../server/db/connect.ts'
import { createWebRisk } from '../../../server/outside/web-risk/create.ts'
import { GoogleWebRisk } from '../../../server/outside/web-risk/google.ts'

let google: Server
let origin: string
let requests: { method: string; url: URL; key: unknown; headers: IncomingMessage['headers'] }[]
let answer: (reply: ServerResponse) => void

beforeEach(async () => {
  requests = []
  answer = (reply) => json(reply, {})
  google = createServer((request, reply) => {
    const url = new URL(request.url ?? '', origin)
    requests.push({ method: request.method ?? '', url, key: request.headers['x-goog-api-key'], headers: request.headers })
    answer(reply)
  })
  await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(google.address() as AddressInfo).port}`
})
afterEach(async () => {
  google.closeAllConnections()
  await new Promise((resolve) => google.close(resolve))
})

function json(reply: ServerResponse, body: unknown, status = 200) {
  reply.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body))
}

const apiKey = 'AIzaSy-test-key-0123456789'
const webRisk = (timeoutMs?: number) => new GoogleWebRisk({ apiKey, apiUrl: origin, ...(timeoutMs === undefined ? {} : { timeoutMs }) })
const nothingKnown = (failure: string) => ({ verdict: 'unknown', threats: [], failure })

test('follows Google’s API reference, with the key only in a header', async () => {
  const url = 'https://ev\u200Bil．example/pá th?a=1&uri=2#x'
  await webRisk().check(url)
  expect(requests).toHaveLength(1)
  const [request] = requests
  expect(request?.method).toBe('GET')
  expect(request?.url.pathname).toBe('/v1/uris:search')
  expect(request?.url.searchParams.getAll('threatTypes')).toEqual(['MALWARE', 'SOCIAL_ENGINEERING', 'UNWANTED_SOFTWARE'])
  expect(request?.url.searchParams.getAll('uri')).toEqual(['https://evil.example/p%C3%A1%20th?a=1&uri=2#x'])
  expect([...(request?.url.searchParams.keys() ?? [])]).toEqual(['threatTypes', 'threatTypes', 'threatTypes', 'uri'])
  expect(request?.key).toBe(apiKey)
  expect(request?.url.href).not.toContain(apiKey)
})

test.each<[string, unknown, object]>([
  ['no threat', {}, { verdict: 'safe', threats: [], failure: null }],
  [
    'a threat',
    { threat: { threatTypes: ['MALWARE'], expireTime: '2026-07-17T15:01:23.045123456Z' } },
    { verdict: 'unsafe', threats: ['MALWARE'], failure: null },
  ],
  [
    'two threats, one that is new',
    { threat: { threatTypes: ['SOCIAL_ENGINEERING', 'SOMETHING_NEW'] } },
    { verdict: 'unsafe', threats: ['SOCIAL_ENGINEERING', 'SOMETHING_NEW'], failure: null },
  ],
  ['a threat without a type', { threat: { threatTypes: [] } }, nothingKnown('Google Web Risk answered something that can’t be read.')],
  ['a list', [], nothingKnown('Google Web Risk answered something that can’t be read.')],
])('%s', async (_name, body, expected) => {
  answer = (reply) => json(reply, body)
  expect(await webRisk().check('https://x.example')).toEqual(expected)
})

test.each<[number, string, string]>([
  [429, 'RESOURCE_EXHAUSTED', 'The quota of Google Web Risk is used up: try again later.'],
  [403, 'PERMISSION_DENIED', 'Google Web Risk refused the key (WEB_RISK_API_KEY).'],
  [401, 'UNAUTHENTICATED', 'Google Web Risk refused the key (WEB_RISK_API_KEY).'],
  [400, 'INVALID_ARGUMENT', 'Google Web Risk refused the request (400).'],
  [503, 'UNAVAILABLE', 'Google Web Risk is out of order (503): try again later.'],
])('%i %s is unknown, never safe', async (code, status, failure) => {
  answer = (reply) => json(reply, { error: { code, message: `API key ${apiKey} is wrong`, status } }, code)
  expect(await webRisk().check('https://x.example')).toEqual(nothingKnown(failure))
})

test.each<[string, (reply: ServerResponse) => void, string]>([
  ['a page instead of JSON', (reply) => void reply.end('<html>'), 'Google Web Risk answered something that can’t be read.'],
  [
    'half an answer',
    (reply) => void reply.writeHead(200, { 'content-length': '99' }).write('{', () => reply.destroy()),
    'Google Web Risk could not be reached.',
  ],
  ['a connection that breaks', (reply) => void reply.destroy(), 'Google Web Risk could not be reached.'],
  ['a redirect', (reply) => void reply.writeHead(302, { location: `${origin}/elsewhere` }).end(), 'Google Web Risk could not be reached.'],
])('%s is unknown', async (_name, broken, failure) => {
  answer = broken
  expect(await webRisk().check('https://x.example')).toEqual(nothingKnown(failure))
  expect(requests).toHaveLength(1)
})

test('a timeout is unknown, even in the middle of a response', async () => {
  answer = () => {}
  expect(await webRisk(50).check('https://x.example')).toEqual(nothingKnown('Google Web Risk did not answer within 0.05 s.'))
  answer = (reply) => void reply.writeHead(200).write('{')
  expect(await webRisk(50).check('https://x.example')).toEqual(nothingKnown('Google Web Risk did not answer within 0.05 s.'))
})

test.each(['javascript:alert(1)', 'mailto:a@b.example', '', 'not an address', 'ftp://x.example'])(
  '%s is never sent to Google',
  async (url) => {
    expect(await webRisk().check(url)).toEqual(nothingKnown('It is not a web address.'))
    expect(requests).toEqual([])
  },
)

test('uses Google only if there is a key', () => {
  // Without a key, the database is not read before the first check.
  const noDatabase = {} as Database
  expect(createWebRisk({ webRisk: { apiKey, apiUrl: null } }, noDatabase).name).toBe('google')
  expect(createWebRisk({ webRisk: null }, noDatabase).name).toBe('embedded')
})

test('the address itself is never opened [2.7 webrisk check]', async () => {
  // The address points to our own server, which would notice if the check opened it.
  await webRisk().check(`${origin}/dangerous`)
  expect(requests.map(({ url }) => url.pathname)).toEqual(['/v1/uris:search'])
})
