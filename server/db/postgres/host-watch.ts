import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { HostClient } from './host-client.ts'
import { answerMs, type Hosts, NoWritableHost, readTimeline } from './hosts.ts'

/** Milliseconds between two checks. */
const watchMs = 1_000

/**
 * Checks every second whether the host is still there. If its machine has vanished without closing connections,
 * they are closed once another host takes over. Does nothing if there is only one host.
 * @returns a function that stops it
 */
export function watchHost(hosts: Hosts, makeClient: (options: pg.ClientConfig) => HostClient, log: FastifyBaseLogger): () => Promise<void> {
  if (!hosts.areSeveral) return async () => undefined
  const stopping = new AbortController()
  let client: HostClient | null = null
  const look = async () => {
    try {
      if (client === null) {
        client = makeClient({ application_name: 'quaydesk watching', connectionTimeoutMillis: answerMs })
        await client.connect()
      }
      if ((await readTimeline(client)) === null) throw new NoWritableHost('it takes no writes any more')
    } catch (error) {
      log.warn({ err: error }, 'the database does not answer; another host is looked for')
      const lost = client?.at ?? hosts.present
      client?.destroy()
      client = null
      await hosts.leave(lost)
    }
  }
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await pause(watchMs, null, { signal: stopping.signal, ref: false }).catch(() => undefined)
      if (!stopping.signal.aborted) await look()
    }
  })()
  return async () => {
    stopping.abort()
    await watching
    await client?.end()
  }
}
