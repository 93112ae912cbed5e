import {
  Agent as HttpAgent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as requestHttp,
} from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type ErrorCode, type ErrorReply, errorStatus } from '../../../src/contract/errors.ts'
import type { Config } from '../../process/config.ts'
import { loggerOptions } from '../../process/log.ts'
import { addHealthChecks } from '../health.ts'
import { usualLimits } from '../limits/limits.ts'
import { breakOffUnread, requestLimit } from '../limits/request-limit.ts'
import { apiBase } from '../mount.ts'
import { registerConsole } from './console.ts'
import { sendSecurityHeaders } from './security-headers.ts'

/** Hop-by-hop headers (RFC 9110, 7.6.1). */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** Milliseconds without data from the admin API until a request is given up. */
const silenceMs = 60_000

/** Serves the console and proxies the API to `ADMIN_API_URL`: a server without a database. */
export async function buildPassThrough(config: Config, adminApiUrl: string, limits = usualLimits): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    logger: loggerOptions(config),
    trustProxy: config.trustProxy,
    return503OnClosing: false,
    ...requestLimit(limits),
  })
  sendSecurityHeaders(app, config)
  breakOffUnread(app, limits)
  addHealthChecks(app, async () => null)
  await app.register(async (api) => {
    // Bodies are piped through unparsed.
    api.removeAllContentTypeParsers()
    api.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const pass = passTo(new URL(adminApiUrl))
    api.all(`${apiBase}/*`, pass)
  })
  await registerConsole(app, { productName: config.productName, settings: config.pageSettings })
  return app
}

function passTo(target: URL) {
  const secure = target.protocol === 'https:'
  const send = secure ? requestHttps : requestHttp
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const base = target.pathname.replace(/\/$/, '')

  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const options = {
      host: target.hostname,
      port: target.port,
      method: request.method,
      path: base + request.raw.url,
      headers: headersFor(request, target),
    }
    const isRepeatable = isReading(request)
    const open = (connection: HttpAgent | false) => {
      const upstream = send({ ...options, agent: connection })
      upstream.setTimeout(silenceMs, () => upstream.destroy(new Error('The admin API is silent.')))
      upstream.on('response', (response) => answer(response, reply))
      upstream.on('error', (error: NodeJS.ErrnoException) => {
        if (reply.sent || reply.raw.destroyed) return
        // The admin API closed the kept connection just as we used it.
        if (isRepeatable && upstream.reusedSocket && error.code === 'ECONNRESET') return open(false)
        request.log.warn({ err: error }, 'the admin API does not answer')
        reply.header('retry-after', '5').code(503).send(errorReply('service_unavailable', 'The admin API does not answer, try again.'))
      })
      // Stop if the browser disconnects.
      reply.raw.on('close', () => upstream.destroy())
      if (isRepeatable) upstream.end()
      else request.raw.pipe(upstream)
    }
    // A change must not be sent twice, so it never relies on a kept connection.
    open(isRepeatable ? agent : false)
    return reply
  }
}

/** Whether a request can be sent again: it changes nothing and has no body. */
function isReading({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
}

/**
 * The browser's headers with two changes. Our origin becomes the admin API's, which refuses changes from other
 * origins. X-Forwarded-For carries the browser's address, by which the admin API limits sign-in tries.
 */
function headersFor(request: FastifyRequest, target: URL): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = { ...withoutHopByHop(request.headers), host: target.host, 'x-forwarded-for': request.ip }
  const ours = `${request.protocol}://${request.host}`
  if (headers.origin === ours) headers.origin = target.origin
  if (typeof headers.referer === 'string' && headers.referer.startsWith(`${ours}/`)) {
    headers.referer = target.origin + headers.referer.slice(ours.length)
  }
  return headers
}

function answer(response: IncomingMessage, reply: FastifyReply): void {
  const headers = withoutHopByHop(response.headers)
  for (const [name, value] of Object.entries(headers)) {
    // Our own security headers win.
    if (value === undefined || reply.hasHeader(name)) continue
    reply.header(name, name === 'set-cookie' ? withoutDomain(value) : value)
  }
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  reply.code(response.statusCode ?? 502).send(response)
}

/** The browser would refuse a cookie for the admin API's domain. */
function withoutDomain(value: string | string[]): string[] {
  return [value].flat().map((cookie) => cookie.replace(/;\s*domain=[^;]*/i, ''))
}

function withoutHopByHop(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = (headers.connection ?? '').toLowerCase().split(',')
  const dropped = new Set([...hopByHop, ...named.map((name) => name.trim())])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)))
}

function errorReply(code: ErrorCode, message: string): ErrorReply {
  return { statusCode: errorStatus[code], error: code, message }
}
