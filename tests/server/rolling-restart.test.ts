import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../server/db/connect.ts'
import { cookieName } from '../../server/http/access/cookies.ts'
import { silentLog } from '../../server/process/log.ts'
import { startSession } from '../../server/resources/auth/sessions.ts'
import { buildTestApp } from '../support/app.ts'
import { startChild } from '../support/child.ts'
import { copyDatabase, environmentOf } from '../support/database.ts'
import { openProxy } from '../support/proxy.ts'
import { insertCustomers } from '../support/rows.ts'
import { makeStaff } from '../support/sign-in.ts'

const clients = 4

// Starts six servers, which is slow on a busy machine.
test('three servers share live events and restart in turn under load without failed requests or lost notes [1.7 live servers]', {
  timeout: 240_000,
}, async () => {
  const { settings, remove } = await copyDatabase()
  const database = await openDatabase(settings, silentLog)
  const app = await buildTestApp(database)
  const people = [await makeStaff(app), await makeStaff(app)] as const
  await insertCustomers(
    database,
    Array.from({ length: clients }, () => ({})),
  )
  const now = Math.floor(Date.now() / 1000)
  const headersOf = async ({ id }: (typeof people)[number]) => ({
    cookie: `${cookieName('session', app.context.config)}=${await startSession(database.orm, { staffId: id, now, ip: '127.0.0.1', userAgent: 'test' })}`,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
  })
  const [headers, colleague] = [await headersOf(people[0]), await headersOf(people[1])]
  await app.app.close()

  const start = async (port: number) => {
    const child = startChild('server/main', ['--api-only'], {
      PORT: String(port),
      PUBLIC_SITE_PORT: '0',
      LOG_LEVEL: 'fatal',
      DEMO: 'off',
      DRAIN_SECONDS: '1',
      SECRET_KEY: app.context.config.secretKey.toString('base64'),
      ...environmentOf(settings),
    })
    const [, found] = /listens at http:\/\/localhost:(\d+)/.exec(await child.says(/listens at/)) ?? []
    return { child, port: Number(found) }
  }
  // Three first starts at the same time.
  const servers = await Promise.all([start(0), start(0), start(0)])
  const proxy = await openProxy(servers.map(({ port }) => port))
  onTestFinished(async () => {
    await proxy.close()
    await database.close()
    await remove()
  })
  const isReady = async (port: number) => {
    await expect.poll(() => proxy.ready().includes(port)).toBe(true)
  }
  await Promise.all(servers.map(({ port }) => isReady(port)))

  // What a colleague does at one server is told at another, which is another process.
  const [here, there] = servers.map(({ port }) => `http://localhost:${port}/api/admin`)
  const heard = await listen(`${here}/live`, headers)
  const act = (method: string, path: string, body: object) =>
    fetch(there + path, { method, headers: colleague, body: JSON.stringify(body) }).then(({ status }) => expect(status).toBe(200))
  const record = { type: 'customer', id: 1 }
  await fetch(`${here}/live/presence`, { method: 'PUT', headers, body: JSON.stringify({ tab: 'tab-0001', record, activity: 'viewing' }) })
  await act('PUT', '/live/presence', { tab: 'tab-0002', record, activity: 'refunding' })
  await expect.poll(heard.text).toContain('"activity":"refunding"')
  await act('PATCH', '/customers/2/ban', { banned: true })
  await expect.poll(heard.text).toMatch(/"type":"customer","id":2,/)
  heard.close()

  let isOver = false
  const failures: string[] = []
  const saved = new Map<number, string>()
  let answered = 0
  const call = async (method: string, path: string, body?: object) => {
    const reply = await fetch(`${proxy.url}/api/admin${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    answered += 1
    if (reply.status !== 200) failures.push(`${method} ${path}: ${reply.status} ${(await reply.text()).slice(0, 200)}`)
    return reply
  }
  const work = async (id: number) => {
    for (let count = 0; !isOver; count += 1) {
      await call('GET', `/customers/${id}`)
      const note = `${id}, ${count}`
      const { ok } = await call('PATCH', `/customers/${id}/note`, { text: note })
      if (ok) saved.set(id, note)
      await setImmediate()
    }
  }
  const working = Promise.all(Array.from({ length: clients }, (_, index) => work(index + 1)))
  for (const [index, { child, port }] of servers.entries()) {
    child.process.kill('SIGTERM')
    await expect.poll(() => proxy.ready().includes(port)).toBe(false)
    expect(await child.ended).toBe(0)
    servers[index] = await start(port)
    await isReady(port)
  }
  isOver = true
  await working
  expect(failures).toEqual([])
  expect(answered).toBeGreaterThan(100)
  const { rows } = await database.pool.query<{ user_id: number; note: string }>('SELECT user_id, note FROM customer_notes')
  expect(new Map(rows.map(({ user_id, note }) => [user_id, note]))).toEqual(saved)
})

/** Opens the stream of live events and collects its text. */
async function listen(url: string, headers: Record<string, string>) {
  const stop = new AbortController()
  const { body } = await fetch(url, { headers: { ...headers, accept: 'text/event-stream' }, signal: stop.signal })
  let text = ''
  const reading = body?.pipeThrough(new TextDecoderStream()).pipeTo(
    new WritableStream({
      write: (part) => {
        text += part
      },
    }),
  )
  reading?.catch(() => undefined)
  return { text: () => text, close: () => stop.abort() }
}
