import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startChild } from '../support/child.ts'
import { copyDatabase, environmentOf } from '../support/database.ts'

const usual = { PORT: '0', LOG_LEVEL: 'warn', DEMO: 'off', SECRET_KEY: Buffer.alloc(32, 1).toString('base64') }

function startServer(env: Record<string, string>) {
  return startChild('server/main', ['--api-only'], { ...usual, ...env })
}

test('the stand-in runs beside the console, can be framed only by it, and stops with it', async () => {
  const { settings, remove } = await copyDatabase()
  onTestFinished(remove)
  const server = startServer(environmentOf(settings))
  const output = await server.says(/Public site: \S+ \(stand-in\)/)
  const [, site = ''] = /Public site: (http:\/\/localhost:\d+) /.exec(output) ?? []
  const [, desk = ''] = /listens at (\S+)/.exec(output) ?? []
  expect(site).not.toBe(desk)
  const framers = (await fetch(site)).headers.get('content-security-policy')
  expect(framers).toContain(
    `frame-ancestors ${desk} ${desk.replace('localhost', '127.0.0.1')} http://localhost:5173 http://127.0.0.1:5173;`,
  )
  expect((await fetch(`${desk}/healthz`)).headers.get('content-security-policy')).toContain(`frame-src ${site};`)
  server.process.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  await expect(fetch(site)).rejects.toThrow('fetch failed')
})

test('refuses to start with one line if its port is in use, before creating any data', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  onTestFinished(() => void taken.close())
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'quaydesk-site-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }))
  const { port } = taken.address() as AddressInfo
  const server = startServer({ DATA_DIR, PUBLIC_SITE_PORT: String(port) })
  expect(await server.ended).toBe(1)
  expect(server.errors()).toBe(
    `PUBLIC_SITE_PORT ${port} of 127.0.0.1 is in use. Stop the program that listens there, or set another PUBLIC_SITE_PORT.\n`,
  )
  expect(readdirSync(DATA_DIR)).toEqual([])
})

test('no stand-in runs if the public site is configured', async () => {
  const { settings, remove } = await copyDatabase()
  onTestFinished(remove)
  const server = startServer({
    ...environmentOf(settings),
    PUBLIC_SITE_URL: 'https://site.example/en',
  })
  const output = await server.says(/Data: .+\n/)
  const [, desk = ''] = /listens at (\S+)/.exec(output) ?? []
  expect((await fetch(`${desk}/healthz`)).headers.get('content-security-policy')).toContain('frame-src https://site.example;')
  expect(output).not.toContain('Public site')
})
