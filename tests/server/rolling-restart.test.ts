import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startSession } from '../../server/auth/sessions.ts'
import { openDatabase } from '../../server/db/connect.ts'
import { cookieName } from '../../server/http/cookies.ts'
import { silentLog } from '../../server/log.ts'
import { buildTestApp } from '../support/app.ts'
import { startChild } from '../support/child.ts'
import { copyDatabase } from '../support/database.ts'
import { openProxy } from '../support/proxy.ts'
import { insertCustomers } from '../support/rows.ts'
import { makeStaff } from '../support/sign-in.ts'

const clients = 4

// Starts six servers, which is slow on a busy machine.
test('three servers are restarted in turn under load: no request fails, and every note that was saved is there', {
  timeout: 240_000,
}, async () => {
  const { settings, remove } = await copyDatabase()
  const database = await openDatabase(settings, silentLog)
  const app = await buildTestApp(database)
  const person = await makeStaff(app)
  await insertCustomers(
    database,
    Array.from({ length: clients }, () => ({})),
  )
  const session = await startSession(database.orm, {
    staffId: person.id,
    now: Math.floor(Date.now() / 1000),
    ip: '127.0.0.1',
    userAgent: 'test',
  })
  await app.app.close()

  const start = async (port: number) => {
    const child = startChild('server/main', ['--api-only'], {
      PORT: String(port),
      PUBLIC_SITE_PORT: '0',
      LOG_LEVEL: 'fatal',
      DEMO: 'off',
      DRAIN_SECONDS: '1',
      SECRET_KEY: app.context.config.secretKey.toString('base64'),
      DATA_DIR: settings.dataDir,
      DATABASE_URL: settings.databaseUrl ?? '',
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

  let isOver = false
  const failures: string[] = []
  const saved = new Map<number, string>()
  let answered = 0
  const call = async (method: string, path: string, body?: object) => {
    const headers = {
      cookie: `${cookieName('session', app.context.config)}=${session}`,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    }
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
