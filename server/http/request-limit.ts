import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { malformedReply, requestTimeoutReply } from './errors.ts'
import type { Limits } from './limits.ts'

/**
 * What Fastify is built with so that a request that does not come to its end is answered 408 and its connection closed, however slowly it
 * trickles. Replies have no such limit: downloads take their time.
 */
export function requestLimit({ requestMs, checkEveryMs }: Limits) {
  return {
    requestTimeout: requestMs,
    http: { headersTimeout: requestMs, requestTimeout: requestMs, connectionsCheckingInterval: checkEveryMs },
    clientErrorHandler: refuse,
  }
}

/** Milliseconds that a refused connection has to take its reply. */
const lingerMs = 1_000

/** Node's own refusals of what is no whole request, in the words of all other errors (ruling 21). */
function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  // Not at once: what still comes in would take the reply back on its way out. Not never: whoever trickles does not close either.
  setTimeout(() => socket.destroy(), lingerMs).unref()
  const reply = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? requestTimeoutReply : malformedReply
  const body = JSON.stringify(reply)
  socket.end(
    `HTTP/1.1 ${reply.statusCode} ${STATUS_CODES[reply.statusCode]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

/**
 * Breaks off a reply whose reader has taken nothing for so long, so that what it holds (a turn, files, connections) is free again. One
 * that is slow to be made is left alone: there is nothing to read yet.
 */
export function breakOffUnread(app: FastifyInstance, { unreadMs }: Pick<Limits, 'unreadMs'>): void {
  app.addHook('onSend', async (request, { raw }) => {
    const { socket } = raw
    // What is injected has none. The limit ends with the reply: Node sets another for what comes between two requests.
    if (typeof socket?.setTimeout !== 'function') return
    raw.setTimeout(unreadMs, () => {
      if (socket.writableLength === 0) return void raw.setTimeout(unreadMs)
      request.log.warn({ req: request }, 'a reply that nobody read was broken off')
      socket.destroy()
    })
  })
}
