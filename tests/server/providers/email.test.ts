import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { BrevoEmailLog } from '../../../server/outside/email/brevo.ts'
import { createEmailLog } from '../../../server/outside/email/create.ts'
import { EmbeddedEmailLog } from '../../../server/outside/email/embedded.ts'
import { maxEmails } from '../../../server/outside/email/port.ts'
import { endOfDay, startOfDay } from '../../../src/contract/dates.ts'
import { buildTestApp, testStart } from '../../support/app.ts'
import { describeDatabase } from '../../support/database.ts'
import { insertCustomers } from '../../support/rows.ts'
import { signIn } from '../../support/sign-in.ts'

interface Reply {
  status?: number
  headers?: Record<string, string>
  body?: unknown
  /** Sent verbatim. */
  text?: string
}

/** A stand-in for Brevo. It records requests and replies as the test says; the last reply repeats. */
const requests: { path: string; query: Record<string, string>; key: unknown }[] = []
let replies: (Reply | 'hang up' | 'no answer')[] = []
let brevo: Server
let apiUrl: string

beforeAll(async () => {
  brevo = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    requests.push({ path: `${request.method} ${pathname}`, query: Object.fromEntries(searchParams), key: request.headers['api-key'] })
    const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? { body: {} }
    if (reply === 'no answer') return
    if (reply === 'hang up') request.socket.destroy()
    else
      response
        .writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
        .end(reply.text ?? JSON.stringify(reply.body ?? {}))
  })
  await new Promise<void>((resolve) => {
    brevo.listen(0, '127.0.0.1', resolve)
  })
  apiUrl = `http://127.0.0.1:${(brevo.address() as AddressInfo).port}/v3`
})
afterAll(
  () =>
    new Promise<void>((resolve) => {
      brevo.close(() => resolve())
      brevo.closeAllConnections()
    }),
)
afterEach(() => {
  requests.length = 0
  replies = []
})

const ana = { id: 1, email: 'ana+qr@cafesol.example' }
const ninety = { from: startOfDay('2026-03-18'), to: endOfDay('2026-06-15') }
const log = (timeoutMs?: number) => new BrevoEmailLog({ apiKey: 'xkeysib-test', apiUrl }, () => testStart, timeoutMs)
const event = (date: string, over: object = {}) => ({
  email: ana.email,
  date,
  subject: 'Welcome',
  messageId: '<1@brevo>',
  event: 'delivered',
  tag: 'welcome',
  from: 'hi@shop.example',
  ...over,
})

describe('Brevo', () => {
  test('receives requests in its format: key, address, whole days up to today, paging', async () => {
    await log().activity(ana, ninety)
    expect(requests).toEqual([
      {
        path: 'GET /v3/smtp/statistics/events',
        key: 'xkeysib-test',
        query: { startDate: '2026-03-18', endDate: '2026-06-15', email: ana.email, limit: '500', offset: '0', sort: 'desc' },
      },
    ])
  })

  test('is not queried for future days', async () => {
    expect(await log().activity(ana, { from: testStart + 1, to: testStart + 86_400 })).toEqual([])
    expect(requests).toEqual([])
    await log().activity(ana, { from: startOfDay('2026-06-10'), to: endOfDay('2026-07-10') })
    expect(requests[0]?.query).toMatchObject({ startDate: '2026-06-10', endDate: '2026-06-15' })
  })

  test('events are mapped to the documented ones, newest first, within the range to the second', async () => {
    replies = [
      {
        body: {
          events: [
            event('2026-06-14T08:00:00.000+02:00', { event: 'hardBounces', tag: '' }),
            event('2026-06-14T08:00:01Z', { event: 'loadedByProxy', subject: null }),
            event('2026-03-17T23:00:00Z'),
            event('2026-03-17T22:59:59Z', { subject: 'the day before in Madrid' }),
            event('2026-06-15T08:00:00Z', { event: 'deferred', tag: null }),
          ],
        },
      },
    ]
    expect(await log().activity(ana, ninety)).toEqual([
      { id: 1, event: 'deferred', subject: 'Welcome', tag: null, email: ana.email, date: testStart },
      { id: 2, event: 'opened', subject: '', tag: 'welcome', email: ana.email, date: Date.UTC(2026, 5, 14, 8, 0, 1) / 1000 },
      { id: 3, event: 'hardBounces', subject: 'Welcome', tag: null, email: ana.email, date: Date.UTC(2026, 5, 14, 6) / 1000 },
      { id: 4, event: 'delivered', subject: 'Welcome', tag: 'welcome', email: ana.email, date: startOfDay('2026-03-18') },
    ])
  })

  test('is queried page by page while pages are full, up to the limit', async () => {
    const page = (count: number) => ({ body: { events: Array.from({ length: count }, () => event('2026-06-01T00:00:00Z')) } })
    replies = [page(500), page(500), page(3)]
    expect(await log().activity(ana, ninety)).toHaveLength(1003)
    expect(requests.map(({ query }) => query['offset'])).toEqual(['0', '500', '1000'])
    requests.length = 0
    replies = [page(500)]
    expect(await log().activity(ana, ninety)).toHaveLength(maxEmails)
    expect(requests).toHaveLength(maxEmails / 500)
  })

  test.each<[string, Reply | 'hang up' | 'no answer', object]>([
    ['429', { status: 429, headers: { 'x-sib-ratelimit-reset': '12' } }, { kind: 'busy', retryAfter: 12 }],
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '3' } }, { kind: 'busy', retryAfter: 3 }],
    ['500', { status: 500 }, { kind: 'busy', message: 'Brevo is out of order (500).', retryAfter: null }],
    ['401', { status: 401 }, { kind: 'refused', message: 'Brevo does not accept the API key of this server.' }],
    ['400', { status: 400, body: { code: 'invalid_parameter' } }, { kind: 'refused', message: 'Brevo refused the request (400).' }],
    ['no JSON', { text: '<html>' }, { kind: 'refused', message: 'Brevo’s answer could not be read.' }],
    ['another shape', { body: { events: [{ email: 1 }] } }, { kind: 'refused' }],
    ['no date', { body: { events: [event('yesterday')] } }, { kind: 'refused' }],
    ['a redirection', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, { kind: 'busy' }],
    ['a broken connection', 'hang up', { kind: 'busy', message: 'Brevo could not be reached.' }],
    ['silence', 'no answer', { kind: 'busy', message: 'Brevo did not answer in time.' }],
  ])('%s becomes a clear error', async (_what, reply, error) => {
    replies = [reply]
    const timeoutMs = reply === 'no answer' ? 200 : 10_000
    await expect(log(timeoutMs).activity(ana, ninety)).rejects.toMatchObject({ name: 'EmailLogError', ...error })
  })
})

describeDatabase('GET /customers/{id}/email/activity', (engine) => {
  const database = engine.use()

  test('uses Brevo if there is a key, otherwise the table', () => {
    const { orm } = database.current
    expect(createEmailLog({ brevo: null }, orm, () => 0)).toBeInstanceOf(EmbeddedEmailLog)
    expect(createEmailLog({ brevo: { apiKey: 'k', apiUrl } }, orm, () => 0)).toBeInstanceOf(BrevoEmailLog)
  })

  test('queries the customer’s address for at most 90 days, and reports errors', async () => {
    await insertCustomers(database.current, [{ email: ana.email }])
    const server = await buildTestApp(database.current, { brevo: { apiKey: 'xkeysib-secret', apiUrl } })
    const browser = await signIn(server, { rol: 2 })
    const path = '/customers/1/email/activity'
    replies = [{ body: { events: [event('2026-06-01T00:00:00Z')] } }]
    expect((await browser.get(path)).json()).toMatchObject([{ id: 1, event: 'delivered', email: ana.email }])
    expect(requests[0]?.query).toMatchObject({ email: ana.email, startDate: '2026-03-18', endDate: '2026-06-15' })

    requests.length = 0
    const tooLong = await browser.get(`${path}?from=${ninety.from - 1}&to=${ninety.to}`)
    expect(tooLong.json()).toMatchObject({ statusCode: 400, message: 'Range cannot exceed 90 days.' })
    expect((await browser.get('/customers/99/email/activity')).statusCode).toBe(404)
    expect(requests).toEqual([])

    replies = [{ status: 429, headers: { 'retry-after': '7' } }]
    const busy = await browser.get(path)
    expect(busy.json()).toMatchObject({ statusCode: 503, error: 'service_unavailable', message: 'Brevo takes no more requests for now.' })
    expect(busy.headers['retry-after']).toBe('7')
    replies = [{ status: 401, body: { message: 'Key not found: xkeysib-secret' } }]
    const refused = await browser.get(path)
    expect(refused.json()).toMatchObject({ statusCode: 502, error: 'bad_gateway' })
    expect(refused.body).not.toContain('xkeysib')
    await server.app.close()
  })
})
