import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildPassThrough } from '../../server/http/console/pass-through.ts'
import { loadConfig } from '../../server/process/config.ts'

let received: { message: IncomingMessage; body: string } | null
let answer: (response: ServerResponse) => unknown
const upstream = createServer(async (message, response) => {
  received = { message, body: await text(message) }
  answer(response)
})
let app: FastifyInstance
let own: string
let theirs: string

beforeAll(async () => {
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  theirs = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  const config = loadConfig({ ADMIN_API_URL: `${theirs}/old`, LOG_LEVEL: 'silent' })
  app = await buildPassThrough(config, `${theirs}/old`)
  own = await app.listen({ port: 0, host: '127.0.0.1' })
})

afterAll(async () => {
  await app.close()
  upstream.closeAllConnections()
  await new Promise((resolve) => upstream.close(resolve))
})

beforeEach(() => {
  received = null
  answer = (response) => response.end('{}')
})

test('passes on method, path, query, cookies and body unchanged', async () => {
  await fetch(`${own}/api/admin/customers/7?x=%2F&y=a+b`, {
    method: 'PATCH',
    headers: { cookie: 'session=1', 'content-type': 'application/json', 'x-own': 'kept' },
    body: '{ "odd":  1 }',
  })
  expect(received?.message).toMatchObject({ method: 'PATCH', url: '/old/api/admin/customers/7?x=%2F&y=a+b' })
  expect(received?.message.headers).toMatchObject({
    cookie: 'session=1',
    'x-own': 'kept',
    host: theirs.slice(7),
    'content-type': 'application/json',
  })
  expect(received?.body).toBe('{ "odd":  1 }')
})

test('returns status, body and cookies unchanged, but drops a foreign cookie domain', async () => {
  answer = (response) => {
    response.writeHead(409, {
      'content-type': 'application/json',
      'set-cookie': ['a=1; Domain=old.example; HttpOnly', 'b=2; Path=/'],
      'retry-after': '7',
    })
    response.end('{"error":"stale"}')
  }
  const reply = await fetch(`${own}/api/admin/x`)
  expect(reply.status).toBe(409)
  expect(reply.headers.getSetCookie()).toEqual(['a=1; HttpOnly', 'b=2; Path=/'])
  expect(reply.headers.get('retry-after')).toBe('7')
  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect(await reply.json()).toEqual({ error: 'stale' })
})

test('replaces our own origin with theirs, and leaves a foreign one unchanged', async () => {
  await fetch(`${own}/api/admin/x`, { method: 'POST', headers: { origin: own, referer: `${own}/customers` } })
  expect(received?.message.headers).toMatchObject({ origin: theirs, referer: `${theirs}/customers` })
  await fetch(`${own}/api/admin/x`, { method: 'POST', headers: { origin: 'https://evil.example', referer: `${own}.evil.example/` } })
  expect(received?.message.headers).toMatchObject({ origin: 'https://evil.example', referer: `${own}.evil.example/` })
})

test('does not forward hop-by-hop headers in either direction', async () => {
  answer = (response) => {
    response.writeHead(200, { connection: 'keep-alive, x-hop', 'x-hop': '1', 'keep-alive': 'timeout=99', 'x-frame-options': 'ALLOWALL' })
    response.end()
  }
  const headers = await new Promise<IncomingMessage['headers']>((resolve, reject) => {
    const sent = request(
      `${own}/api/admin/x`,
      { headers: { connection: 'x-secret-hop', 'x-secret-hop': '1', te: 'trailers' } },
      (response) => {
        response.resume()
        resolve(response.headers)
      },
    )
    sent.on('error', reject)
    sent.end()
  })
  expect(received?.message.headers).not.toHaveProperty('x-secret-hop')
  expect(received?.message.headers).not.toHaveProperty('te')
  expect(headers).not.toHaveProperty('x-hop')
  expect(headers['keep-alive']).not.toBe('timeout=99')
  // The console's own framing header wins.
  expect(headers['x-frame-options']).toBe('DENY')
})

test('passes on a large body in both directions', async () => {
  answer = (response) => response.end(received?.body)
  const body = 'x'.repeat(5_000_000)
  const reply = await fetch(`${own}/api/admin/x`, { method: 'POST', headers: { 'content-type': 'text/csv' }, body })
  expect(await reply.text()).toBe(body)
})

test('aborts the upstream request when the browser aborts', async () => {
  const closed = new Promise<void>((resolve) => {
    answer = (response) => response.on('close', resolve)
  })
  const abort = new AbortController()
  const slow = fetch(`${own}/api/admin/slow`, { signal: abort.signal })
  await expect.poll(() => received).not.toBeNull()
  abort.abort()
  await expect(slow).rejects.toThrow('aborted')
  await closed
})

test('responds with its own 503 if the admin API drops the connection', async () => {
  answer = (response) => response.destroy()
  const reply = await fetch(`${own}/api/admin/x`)
  expect(reply.status).toBe(503)
  expect(await reply.json()).toEqual({
    statusCode: 503,
    error: 'service_unavailable',
    message: 'The admin API does not answer, try again.',
  })
})

test('retries a read if the admin API has just closed a keep-alive connection', async () => {
  const connections: Socket[] = []
  answer = (response) => {
    const socket = response.socket as Socket
    // As if its time had run out before the second request arrived.
    if (connections.includes(socket)) return socket.destroy()
    connections.push(socket)
    response.end('{}')
  }
  expect((await fetch(`${own}/api/admin/x`)).status).toBe(200)
  expect((await fetch(`${own}/api/admin/x`)).status).toBe(200)
  expect(connections).toHaveLength(2)
})

test('sends a change only once, on a new connection', async () => {
  const connections: Socket[] = []
  answer = (response) => {
    connections.push(response.socket as Socket)
    if (received?.message.method === 'GET') response.end('{}')
    else response.destroy()
  }
  await fetch(`${own}/api/admin/x`)
  expect((await fetch(`${own}/api/admin/x`, { method: 'PATCH', body: '{}' })).status).toBe(503)
  expect(new Set(connections).size).toBe(2)
  expect(connections).toHaveLength(2)
})

test('passes on only API requests', async () => {
  expect((await fetch(`${own}/healthz`)).status).toBe(200)
  expect((await fetch(`${own}/api/other`)).status).toBe(404)
  expect(received).toBeNull()
})
