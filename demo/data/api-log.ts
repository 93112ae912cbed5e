import { apiCalls } from '../../server/db/schema/security.ts'
import { maskCredentials } from '../../server/resources/api-calls/mask-credentials.ts'
import type { Load } from './load.ts'
import { demoIp } from './people.ts'
import type { Random } from './random.ts'

interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  query?: string
  status: number
}

const routes: readonly Route[] = [
  { method: 'GET', path: '/v1/qrs', query: 'page=1&perPage=50', status: 200 },
  { method: 'GET', path: '/v1/qrs/{qr}', status: 200 },
  { method: 'GET', path: '/v1/qrs/{qr}/scans', query: 'from=2026-01-01&to=2026-02-01&group=day', status: 200 },
  { method: 'POST', path: '/v1/qrs', status: 201 },
  { method: 'POST', path: '/v1/qrs/bulk', status: 202 },
  { method: 'PUT', path: '/v1/qrs/{qr}', status: 200 },
  { method: 'PATCH', path: '/v1/qrs/{qr}', status: 200 },
  { method: 'DELETE', path: '/v1/qrs/{qr}', status: 204 },
  { method: 'GET', path: '/v1/folders', status: 200 },
]
const failures = [301, 304, 400, 401, 403, 404, 405, 409, 413, 415, 418, 422, 429, 500, 502, 503, 504, 599, 100] as const

/** These must never show up in the log, which is masked on write (ruling 50). */
const secrets = { authorization: 'Bearer qd_demo_0123456789', cookie: 'session=demo-0123456789', apiKey: 'demo-0123456789' }

/** Drops headers that are undefined. */
const sent = (headers: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/**
 * Adds a customer's calls to the public API: all methods, many
 * status codes, and bodies that are JSON, not JSON or huge.
 */
export async function addApiCalls(load: Load, random: Random, owner: { id: number; createdAt: number }, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const museum = owner.id === 1
    const route = museum && i < routes.length ? (routes[i] as Route) : random.pick(routes)
    const failed =
      museum && i >= routes.length && i < routes.length + failures.length
        ? failures[i - routes.length]
        : random.chance(0.15)
          ? random.pick(failures)
          : undefined
    const statusCode = failed ?? route.status
    const qr = random.int(1, 5000)
    // A bulk request of thousands of codes, about 300 kB.
    const huge = museum && (i === 40 || i === 41)
    const notJson = statusCode >= 502 || (museum && i === 42)
    const hasBody = route.method !== 'GET' && route.method !== 'DELETE'
    const call = maskCredentials({
      owner: owner.id,
      method: huge ? 'POST' : route.method,
      path: huge ? '/v1/qrs/bulk' : route.path.replace('{qr}', String(qr)),
      query: huge ? '' : (route.query ?? ''),
      statusCode,
      createdAt: load.now - Math.floor((load.now - Math.max(owner.createdAt, load.now - 120 * 86_400)) * random.next() ** 2),
      requestHeaders: sent({
        host: 'api.quaydesk.example',
        authorization: secrets.authorization,
        cookie: random.chance(0.1) ? secrets.cookie : undefined,
        'content-type': hasBody ? 'application/json' : undefined,
        'user-agent': random.pick(['curl/8.5.0', 'axios/1.7.2', 'python-requests/2.32', 'PostmanRuntime/7.40', 'Zapier']),
        'x-forwarded-for': demoIp(random),
      }),
      requestBody: huge
        ? bulkBody(i)
        : hasBody
          ? museum && i === 43
            ? 'name=Menu&url=https%3A%2F%2Fcafesol.example'
            : JSON.stringify({ name: `Table ${qr}`, type: 'url', url: `https://shop.example/t/${qr}`, apiKey: secrets.apiKey })
          : '',
      responseTime: Math.floor(Math.exp(random.gauss() * 0.8 + 4.2)) + (huge ? 9000 : 0),
      responseHeaders: sent({
        'content-type': notJson ? 'text/html' : 'application/json; charset=utf-8',
        'x-request-id': random.text(16),
        'set-cookie': random.chance(0.1) ? secrets.cookie : undefined,
      }),
      responseBody: notJson
        ? '<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center></body></html>'
        : statusCode === 204
          ? ''
          : answer(statusCode, qr, huge ? i : null),
    })
    await load.bulk.add(apiCalls, call)
  }
}

function answer(statusCode: number, qr: number, huge: number | null): string {
  if (statusCode >= 400)
    return JSON.stringify({
      error: statusCode === 429 ? 'rate_limited' : statusCode === 404 ? 'not_found' : 'invalid',
      message: `The request failed with ${statusCode}.`,
    })
  if (huge !== null) return bulkBody(huge + 1)
  return JSON.stringify({
    id: qr,
    name: `Table ${qr}`,
    type: 'url',
    scans: qr * 3,
    createdAt: 1_760_000_000,
    content: { url: `https://shop.example/t/${qr}` },
    tags: ['print', 'été', '<b>'],
  })
}

function bulkBody(seed: number): string {
  return JSON.stringify({
    qrs: Array.from({ length: 2600 }, (_, i) => ({
      id: seed * 10_000 + i,
      name: `Product ${i}`,
      type: 'url',
      content: { url: `https://shop.example/products/${i}?ref=qr` },
    })),
  })
}
