import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import { apiBase } from '../../server/http/mount.ts'
import { type LiveChange, liveEvents } from '../../src/contract/live.ts'
import type { TestApp } from './app.ts'
import type { Browser } from './sign-in.ts'

type Name = keyof typeof liveEvents
type Data<N extends Name> = z.output<(typeof liveEvents)[N]>

/** The test server's address. The first call starts listening. */
export async function addressOf({ app }: TestApp): Promise<string> {
  const at = app.server.address()
  if (at !== null && typeof at === 'object') return `http://127.0.0.1:${at.port}`
  const known = listening.get(app) ?? app.listen({ host: '127.0.0.1', port: 0 })
  listening.set(app, known)
  return known
}

const listening = new WeakMap<object, Promise<string>>()

const patience = 8_000

/** Opens the event stream as a browser does. Resolves once the first event has arrived. */
export async function openStream(
  server: TestApp,
  browser: Browser,
  { lastEventId, path = '/live' }: { lastEventId?: string; path?: string } = {},
) {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { accept: 'text/event-stream', cookie, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) }
  const request = get((await addressOf(server)) + apiBase + path, { headers, agent: false })
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  if (reply.statusCode !== 200) throw new Error(`${reply.statusCode}: ${await text(reply)}`)
  const events: { name: Name; data: unknown }[] = []
  const stream = {
    headers: reply.headers,
    /** Everything received, as text. */
    text: '',
    /** The last event id, to send as `Last-Event-ID`. */
    position: '',
    isEnded: false,
    all: <N extends Name>(name: N) => events.filter((event) => event.name === name).map(({ data }) => data as Data<N>),
    changes: (): LiveChange[] => stream.all('changes').flatMap(({ changes }) => changes),
    /** Waits until `find` returns something. */
    until: async <T>(find: () => T | undefined | null | false): Promise<T> => {
      for (const end = Date.now() + patience; Date.now() < end; await pause(5)) {
        const found = find()
        if (found) return found
      }
      throw new Error(`not told:\n${stream.text}`)
    },
    change: (wanted: Partial<LiveChange>): Promise<LiveChange> =>
      stream.until(() =>
        stream.changes().find((change) => Object.entries(wanted).every(([key, value]) => change[key as keyof LiveChange] === value)),
      ),
    end: () => stream.until(() => stream.isEnded && stream.all('end')),
    close: () => void request.destroy(),
  }
  const take = (block: string) => {
    const lines = Object.fromEntries(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
    )
    if (lines['id'] !== undefined) stream.position = lines['id']
    const name = lines['event'] as Name | undefined
    if (name) events.push({ name, data: liveEvents[name].parse(JSON.parse(lines['data'] ?? '')) })
  }
  let rest = ''
  reply.setEncoding('utf8')
  reply.on('data', (part: string) => {
    stream.text += part
    const blocks = (rest + part).split('\n\n')
    rest = blocks.pop() ?? ''
    blocks.forEach(take)
  })
  // Closing the stream on this side raises an error on the reply.
  reply.on('error', () => undefined)
  reply.on('close', () => {
    stream.isEnded = true
  })
  await stream.until(() => events.length > 0)
  return stream
}
