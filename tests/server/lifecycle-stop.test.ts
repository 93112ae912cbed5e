import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../server/db/connect.ts'
import { silentLog } from '../../server/process/log.ts'
import { addressOf, listens, migratedDatabase, migratedDirectory, startServer, usual } from '../support/started-server.ts'

/** Sends the head and half of the body of a sign-in. The reply comes once `finish` sends the rest. */
function startSignIn(address: string, email: string, password: string) {
  const body = JSON.stringify({ email, password })
  const sent = request(`${address}/api/admin/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length, 'sec-fetch-site': 'same-origin', expect: '100-continue' },
  })
  const reply = new Promise<{ status: number; body: string }>((resolve, reject) => {
    sent.on('response', async (response) => resolve({ status: response.statusCode ?? 0, body: await text(response) }))
    sent.on('error', reject)
  })
  // '100 Continue' means the server has accepted the request.
  const taken = new Promise<void>((resolve) => sent.once('continue', resolve))
  sent.flushHeaders()
  return { reply, taken, finish: () => sent.end(body), abort: () => sent.destroy() }
}

const admin = { ADMIN_EMAIL: 'boss@example.com', ADMIN_PASSWORD: 'geheim1' }

test('SIGTERM finishes requests in flight, accepts no new ones, closes the database and exits with 0', async () => {
  const DATA_DIR = await migratedDirectory()
  const server = startServer({ DATA_DIR, ...admin })
  const address = addressOf(await server.says(listens))
  const signIn = startSignIn(address, 'boss@example.com', 'geheim1')
  await signIn.taken
  server.process.kill('SIGTERM')
  await expect
    .poll(() =>
      fetch(`${address}/healthz`).then(
        ({ status }) => status,
        () => 'refused',
      ),
    )
    .toBe('refused')
  signIn.finish()
  expect(await signIn.reply).toMatchObject({ status: 200, body: expect.stringContaining('boss@example.com') })
  expect(await server.ended).toBe(0)
  expect(server.errors()).toBe('')
  expect(existsSync(join(DATA_DIR, 'server.lock'))).toBe(false)
})

test('SIGTERM does not wait for connections that a browser opened in advance', async () => {
  const server = startServer({ ...(await migratedDatabase()), DRAIN_SECONDS: '0' })
  const { hostname, port } = new URL(addressOf(await server.says(listens)))
  const unused = connect(Number(port), hostname)
  await once(unused, 'connect')
  const closed = once(unused, 'close')
  // The server knows of it once it has answered a later one.
  expect((await fetch(`http://${hostname}:${port}/healthz`)).status).toBe(200)
  const start = performance.now()
  server.process.kill('SIGTERM')
  expect([await server.ended, server.errors()]).toEqual([0, ''])
  await closed
  // Far from the ten seconds that requests in flight have.
  expect(performance.now() - start).toBeLessThan(8_000)
})

test('a second signal stops it at once, with the data intact', async () => {
  const DATA_DIR = await migratedDirectory()
  const server = startServer({ DATA_DIR, ...admin, LOG_LEVEL: 'info' })
  const address = addressOf(await server.says(listens))
  const signIn = startSignIn(address, 'boss@example.com', 'geheim1')
  signIn.reply.catch(() => undefined)
  await signIn.taken
  server.process.kill('SIGTERM')
  await server.says(/"msg":"stopping"/)
  server.process.kill('SIGTERM')
  expect(await server.ended).toBe(1)
  const database = await openDatabase({ databaseUrl: null, dataDir: DATA_DIR }, silentLog)
  onTestFinished(() => database.close())
  expect((await database.pool.query('SELECT email FROM staff')).rows).toEqual([{ email: 'boss@example.com' }])
})

test('stopping npm start stops the server even if the shell does not forward the signal', async () => {
  const settings = await migratedDatabase()
  const shell = spawn('sh', ['-c', `"${process.execPath}" --import tsx server/main.ts --api-only; exit`], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { PATH: process.env.PATH, ...usual, ...settings, npm_lifecycle_event: 'start' },
  })
  onTestFinished(() => void shell.kill('SIGKILL'))
  let output = ''
  shell.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  await expect.poll(() => output, { timeout: 30_000 }).toMatch(listens)
  const address = addressOf(output)
  shell.kill('SIGTERM')
  await expect.poll(() => isListening(address), { timeout: 20_000 }).toBe(false)
})

async function isListening(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/healthz`)).ok
  } catch {
    return false
  }
}
