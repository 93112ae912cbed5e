import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as after } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildPassThrough } from '../../server/http/console/pass-through.ts'
import { usualLimits } from '../../server/http/limits/limits.ts'
import { breakOffUnread, requestLimit } from '../../server/http/limits/request-limit.ts'
import { buildTestApp, testConfig } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'

const limits = { ...usualLimits, requestMs: 500, checkEveryMs: 50, unreadMs: 300 }

function connectTo(app: FastifyInstance): Socket {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  return socket
}

const post = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\nsec-fetch-site: same-origin\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

/** Sends `start`, then a byte every 20 ms while the socket is open. Returns everything received until the end. */
async function trickle(app: FastifyInstance, start: string, byte: string | null): Promise<string> {
  const socket = connectTo(app)
  socket.on('error', () => {
    // A write may follow after the server has closed the socket.
  })
  socket.write(start)
  const more = byte === null ? undefined : setInterval(() => socket.write(byte), 20)
  onTestFinished(() => clearInterval(more))
  return text(socket)
}

const timedOut = /^HTTP\/1\.1 408 Request Timeout\r\n[^]*\r\n\r\n\{"statusCode":408,"error":"request_timeout","message":"[^"]+"\}$/

describeDatabase('requests that do not come to their end', (engine) => {
  const database = engine.use()
  let app: FastifyInstance

  beforeAll(async () => {
    app = (await buildTestApp(database.current, {}, { limits })).app
    await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => app.close())

  test('time out when a hundred bodies never arrive', async () => {
    const replies = await Promise.all(Array.from({ length: 100 }, () => trickle(app, post('/api/admin/auth/login', 50), null)))
    for (const reply of replies) expect(reply).toMatch(timedOut)
    expect((await app.inject('/healthz')).statusCode).toBe(200)
  })

  test('time out when the body trickles in', async () => {
    expect(await trickle(app, post('/api/admin/auth/login', 100_000), ' ')).toMatch(timedOut)
    expect(await trickle(app, post('/webhooks/payments', 100_000), ' ')).toMatch(timedOut)
  })

  test('have their connection closed even if the client keeps it open', async () => {
    const socket = connect({ port: (app.server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true })
    onTestFinished(() => void socket.destroy())
    socket.write(post('/api/admin/auth/login', 50))
    let reply = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      reply += chunk
    })
    await once(socket, 'end')
    expect(reply).toMatch(timedOut)
    expect(socket.writable).toBe(true)
    await expect.poll(() => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)))).toBe(0)
  })

  test('time out when the headers trickle in', async () => {
    expect(await trickle(app, 'GET /healthz HTTP/1.1\r\nhost: x\r\nx-a: ', 'a')).toMatch(timedOut)
  })

  test('get a 400 in the usual error format if malformed', async () => {
    expect(await trickle(app, 'NONSENSE\r\n\r\n', null)).toMatch(/^HTTP\/1\.1 400 [^]*\{"statusCode":400,"error":"bad_request"/)
  })
})

test('trickling bodies time out in front of an existing admin API', async () => {
  const behind = createServer((request, response) => request.resume().on('end', () => response.end('{}')))
  onTestFinished(() => void behind.close())
  await new Promise<void>((resolve) => behind.listen(0, '127.0.0.1', resolve))
  const app = await buildPassThrough(testConfig, `http://127.0.0.1:${(behind.address() as AddressInfo).port}`, limits)
  onTestFinished(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  expect(await trickle(app, post('/api/admin/auth/login', 100_000), ' ')).toMatch(timedOut)
})

describe('responses', () => {
  const part = 'x'.repeat(1024 * 1024)
  const ended: string[] = []
  const app = fastify({ ...requestLimit(limits) })
  breakOffUnread(app, limits)

  /** Yields parts at an interval until the reader leaves or the count is reached. */
  async function* partsOf(name: string, count: number, everyMs: number) {
    try {
      for (let at = 0; at < count; at += 1) {
        yield part
        await after(everyMs)
      }
    } finally {
      ended.push(name)
    }
  }

  beforeAll(async () => {
    app.get('/endless', () => Readable.from(partsOf('endless', Number.POSITIVE_INFINITY, 0), { objectMode: false }))
    app.get('/long', () => Readable.from(partsOf('long', 40, 0), { objectMode: false }))
    app.get('/slowly-made', () => Readable.from(partsOf('slowly made', 2, limits.unreadMs * 3), { objectMode: false }))
    await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => app.close())

  test('are cut off when nobody reads them, and release their resources', async () => {
    const socket = connectTo(app)
    socket.pause()
    socket.write('GET /endless HTTP/1.1\r\nhost: x\r\n\r\n')
    await expect.poll(() => ended).toContain('endless')
    await expect.poll(() => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)))).toBe(0)
  })

  test('arrive complete even if read slowly, however long it takes', async () => {
    const socket = connectTo(app)
    socket.write('GET /long HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    let bytes = 0
    const started = performance.now()
    for await (const chunk of socket) {
      bytes += (chunk as Buffer).length
      // In total, longer than a request may take or a reply may stay unread.
      await after(2)
    }
    expect(bytes).toBeGreaterThan(40 * part.length)
    expect(performance.now() - started).toBeGreaterThan(limits.requestMs)
    expect(ended).toContain('long')
  })

  test('arrive complete even if produced slowly', async () => {
    const reply = await fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/slowly-made`)
    expect(await reply.text()).toHaveLength(2 * part.length)
  })

  test('do not time out while their connection idles between requests', async () => {
    const socket = connectTo(app)
    socket.setEncoding('utf8')
    for (let turn = 0; turn < 2; turn += 1) {
      socket.write('GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\n')
      const [reply] = (await once(socket, 'data')) as [string]
      expect(reply).toMatch(/^HTTP\/1\.1 404 /)
      await after(limits.unreadMs * 2)
    }
    expect(socket.destroyed).toBe(false)
  })
})
