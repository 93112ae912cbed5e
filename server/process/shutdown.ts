import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/** Milliseconds for requests in flight to end, and for the whole shutdown. */
const requestsMs = 10_000
/** Milliseconds for a connection without a request to send one. */
const firstRequestMs = 1_000
const altogetherMs = 20_000
const parentCheckMs = 500

interface Running {
  app: FastifyInstance
  close: () => Promise<void>
  log: FastifyBaseLogger
  /** Seconds. */
  drainSeconds: number
}

/**
 * Handles SIGTERM and SIGINT. During the start, the process exits immediately, which is safe at any step. Later
 * the server stops accepting connections, finishes requests, closes the database and exits with 0. A second signal
 * exits immediately. SIGTERM comes from service managers, so `/readyz` tells proxies before the port closes.
 */
export class Shutdown {
  #running: Running | null = null
  #unused = new Set<Socket>()
  #stopping = false

  constructor() {
    process.on('SIGTERM', () => this.#signal({ drains: true }))
    process.on('SIGINT', () => this.#signal({ drains: false }))
    if (process.env.npm_lifecycle_event !== undefined) this.#endWithParent()
  }

  /** Stopping `npm start` ends its shell without signaling the server, so a missing parent counts as a signal. */
  #endWithParent(): void {
    const parent = process.ppid
    const timer = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(timer)
      this.#signal({ drains: false })
    }, parentCheckMs)
    timer.unref()
  }

  /**
   * From now on, shutdown must be graceful.
   * @param running `close` closes the database
   */
  running(running: Running): void {
    this.#running = running
    this.#unused = unusedConnections(running.app.server)
  }

  #signal({ drains }: { drains: boolean }): void {
    if (this.#running === null) process.exit(0)
    if (this.#stopping) process.exit(1)
    this.#stopping = true
    void this.#stop(this.#running, drains)
  }

  async #stop({ app, close, log, drainSeconds }: Running, drains: boolean): Promise<void> {
    log.info('stopping')
    if (drains && drainSeconds > 0) {
      app.drain()
      await pause(drainSeconds * 1000)
    }
    const limit = setTimeout(() => app.server.closeAllConnections(), requestsMs)
    setTimeout(() => this.#unused.forEach((socket) => socket.destroy()), firstRequestMs).unref()
    setTimeout(() => process.exit(1), altogetherMs).unref()
    try {
      await app.close()
      clearTimeout(limit)
      await close()
    } catch (error) {
      log.error({ err: error }, 'the stop failed')
      process.exit(1)
    }
    process.exit(0)
  }
}

/**
 * Connections that have had no request so far. Browsers open them ahead of need, and Node counts them as busy, so the server would
 * wait for them.
 */
function unusedConnections(server: Server): Set<Socket> {
  const unused = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  return unused
}
