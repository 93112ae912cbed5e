import { createToken } from '../../server/product/tokens/change.ts'
import type { IngestResource } from '../../src/contract/ingest/resources.ts'
import type { TokenScope } from '../../src/contract/tokens.ts'
import { type TestApp, testStart } from './app.ts'

/** A product with its own service token. */
export async function makeProduct({ app, context }: TestApp, scopes: TokenScope[] = ['ingest']) {
  const actor = { staff: { id: null, email: 'test' }, ip: null }
  const { token } = await createToken(context.database.orm, actor, { name: 'Our product', scopes }, context.now())
  const headers = { authorization: `Bearer ${token}` }
  return {
    token,
    headers,
    send: (resource: string, rows: unknown, more: object = {}) =>
      app.inject({ method: 'POST', url: `/api/ingest/${resource}`, headers, payload: { rows, ...more } }),
    remove: (resource: string, id: string, at?: number) =>
      app.inject({
        method: 'DELETE',
        url: `/api/ingest/${resource}/${encodeURIComponent(id)}${at === undefined ? '' : `?at=${at}`}`,
        headers,
      }),
  }
}

const at = testStart - 86_400

/** A valid row of each resource, for customer 7 and QR 41. */
export const sampleRows = {
  customers: { externalId: '7', updatedAt: at, createdAt: at, email: 'zoe@example.com', firstName: 'Zoë', country: 'ES' },
  folders: { externalId: 'f-1', updatedAt: at, customer: '7', name: 'Menús', createdAt: at },
  qrs: {
    externalId: '41',
    updatedAt: at,
    customer: '7',
    type: 'url',
    createdAt: at,
    uri: 'menu-41',
    content: { url: 'https://a.example' },
  },
  media: { updatedAt: at, qr: '41', key: 'image-1', type: 'image', url: 'https://m.example/1.png', storageKey: 'qrs/41/1.png' },
  domains: {
    externalId: 'd-1',
    updatedAt: at,
    customer: '7',
    hostname: 'QR.a.example',
    status: 'pending',
    certificate: 'pending',
    createdAt: at,
  },
  invitations: { externalId: 'i-1', updatedAt: at, customer: '7', email: 'team@example.com', role: 2, createdAt: at },
  events: { externalId: 'e-1', customer: '7', event: 'login', ip: '192.0.2.1', date: at },
  'email-activity': { externalId: 'm-1', customer: '7', event: 'opened', subject: 'Welcome', email: 'zoe@example.com', date: at },
  'api-calls': {
    externalId: 'c-1',
    customer: '7',
    method: 'GET',
    path: '/v1/qrs',
    query: 'apiKey=geheim',
    statusCode: 200,
    createdAt: at,
    responseTime: 12,
    requestHeaders: { authorization: 'Bearer geheim' },
  },
  feedback: { externalId: 'w-1', customer: '7', note: 'Too dear', reasonType: 'price', createdAt: at },
  'abuse-reports': {
    externalId: 'a-1',
    updatedAt: at,
    url: 'https://site.example/menu-41',
    email: 'x@example.com',
    reason: 'Spam',
    createdAt: at,
  },
  'daily-scans': { updatedAt: at, qr: '41', day: '2026-06-14', scans: 9, visits: 7 },
} as const satisfies Record<IngestResource, object>
