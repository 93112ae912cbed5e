import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { malformedReply, requestTimeoutReply } from '../errors.ts'
import type { Limits } from './limits.ts'

/**
 * Fastify options that answer 408 and close the connection if a request doesn't arrive in time, however slowly it
 * trickles. Replies have no such limit, because downloads take time.
 */
export function requestLimit({ requestMs, checkEveryMs }: Limits) {
  return {
    requestTimeout: requestMs,
    http: { headersTimeout: requestMs, requestTimeout: requestMs, connectionsCheckingInterval: checkEveryMs },
    clientErrorHandler: refuse,
  }
}

/** Milliseconds a refused connection has to read its reply. */
const lingerMs = 1_000

/** Node's refusals of malformed requests, in our error format (ruling 21). */
function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  // Closing immediately would discard the reply while data is still arriving; a slow client would never close the connection.
  setTimeout(() => socket.destroy(), lingerMs).unref()
  const reply = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? requestTimeoutReply : malformedReply
  const body = JSON.stringify(reply)
  socket.end(
    `HTTP/1.1 ${reply.statusCode} ${STATUS_CODES[reply.statusCode]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

/**
 * Aborts a reply whose reader has stopped, to free its slot, files and connections. Replies that take long to
 * produce are left alone.
 */
export function breakOffUnread(app: FastifyInstance, { unreadMs }: Pick<Limits, 'unreadMs'>): void {
  app.addHook('onSend', (request, { raw }, _payload, done) => {
    const { socket } = raw
    // Injected requests have no socket. The timeout ends with the reply; Node sets its own between requests.
    if (typeof socket?.setTimeout !== 'function') return done()
    raw.setTimeout(unreadMs, () => {
      if (socket.writableLength === 0) return void raw.setTimeout(unreadMs)
      request.log.warn({ req: request }, 'a reply that nobody read was broken off')
      socket.destroy()
    })
    done()
  })
}
