import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerConsole } from '../../server/http/console/console.ts'
import { buildConsole } from '../../server/http/console/console-build.ts'

const script = 'export const answer = 42\n'.repeat(100)
const page = '<!doctype html><title>Quaydesk</title>'
const directory = mkdtempSync(join(tmpdir(), 'quaydesk-console-'))
let app: FastifyInstance

beforeAll(async () => {
  mkdirSync(join(directory, 'assets'))
  writeFileSync(join(directory, 'index.html'), page)
  writeFileSync(join(directory, 'favicon.svg'), '<svg/>')
  writeFileSync(join(directory, '.stamp'), 'hash')
  writeFileSync(join(directory, 'assets/main-abc.js'), script)
  writeFileSync(join(directory, 'assets/main-abc.js.br'), brotliCompressSync(script))
  writeFileSync(join(directory, 'assets/main-abc.js.gz'), gzipSync(script))
  app = fastify()
  await registerConsole(app, { directory, productName: 'Quaydesk' })
})

afterAll(async () => {
  await app.close()
  rmSync(directory, { recursive: true })
})

const navigation = { accept: 'text/html,*/*', 'sec-fetch-mode': 'navigate' }

test('a start says that the console is built, before it takes a while', async () => {
  const lines: string[] = []
  const empty = mkdtempSync(join(tmpdir(), 'quaydesk-unbuilt-'))
  await expect(buildConsole(AbortSignal.abort(), (line) => void lines.push(line), empty)).rejects.toThrow('aborted')
  rmSync(empty, { recursive: true })
  expect(lines).toEqual(['Building the console; on a slow machine this takes a minute or two…'])
})

test.each(['/', '/customers', '/customers/7', '/customers/some.one%40example.com'])('navigating to %s returns the console', async (url) => {
  const reply = await app.inject({ url, headers: navigation })
  expect(reply).toMatchObject({ statusCode: 200, body: page })
  expect(reply.headers['cache-control']).toBe('no-cache')
  expect(reply.headers['content-type']).toContain('text/html')
})

test('without Sec-Fetch-Mode, accepting HTML marks a navigation', async () => {
  expect((await app.inject({ url: '/customers', headers: { accept: 'text/html' } })).statusCode).toBe(200)
  expect((await app.inject({ url: '/customers', headers: { accept: 'application/json' } })).statusCode).toBe(404)
})

test.each(['/assets/main-old.js', '/assets/', '/api/other', '/api'])('%s is a real 404, even for a navigation', async (url) => {
  const reply = await app.inject({ url, headers: navigation })
  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toMatchObject({ statusCode: 404, error: 'not_found' })
})

test.each(['/.stamp', '/index.html.br', '/..%2f..%2fetc/passwd', '/assets/..%2f.stamp', '/assets/../.stamp'])(
  '%s is not served',
  async (url) => {
    const reply = await app.inject({ url, headers: { 'sec-fetch-mode': 'no-cors' } })
    expect(reply.statusCode).toBeGreaterThanOrEqual(403)
    expect(reply.body).not.toContain('hash')
  },
)

test.each([
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['identity', undefined],
])('with %s accepted, an asset comes as %s, cached forever', async (accepted, encoding) => {
  const reply = await app.inject({ url: '/assets/main-abc.js', headers: { 'accept-encoding': accepted } })
  expect(reply.headers['content-encoding']).toBe(encoding)
  expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(reply.headers['content-type']).toContain('javascript')
  expect(reply.headers.vary?.toString().toLowerCase()).toContain('accept-encoding')
})

test('files next to index.html are served and revalidated each time', async () => {
  const reply = await app.inject('/favicon.svg')
  expect(reply).toMatchObject({ statusCode: 200, body: '<svg/>' })
  expect(reply.headers['cache-control']).toBe('no-cache')
})

test('serves nothing without a build', async () => {
  const bare = fastify()
  await registerConsole(bare, { directory: join(directory, 'nowhere'), productName: 'Quaydesk' })
  expect((await bare.inject({ url: '/', headers: navigation })).statusCode).toBe(404)
  await bare.close()
})

test('the page contains the product’s name, HTML-escaped', async () => {
  const named = fastify()
  await registerConsole(named, { directory, productName: 'Codes & "Co" $1 <b>' })
  const { body } = await named.inject({ url: '/', headers: navigation })
  expect(body).toContain('<title>Codes &#38; &#34;Co&#34; $1 &#60;b&#62;</title>')
  await named.close()
})

describe('preload links in the page', () => {
  const manifest = {
    '_console-1.js': { file: 'assets/console-1.js', name: 'console', css: ['assets/console-1.css'] },
    '_routes-1.js': { file: 'assets/later-1.js', name: 'later' },
    'src/sign-in.tsx': { file: 'assets/sign-in-1.js', name: 'sign-in' },
  }
  let built: FastifyInstance
  beforeAll(async () => {
    mkdirSync(join(directory, '.vite'))
    writeFileSync(join(directory, '.vite/manifest.json'), JSON.stringify(manifest))
    built = fastify()
    await registerConsole(built, { directory, productName: 'Quaydesk' })
  })
  afterAll(() => built.close())

  const tagsAt = async (url: string, headers = {}) => {
    const { body } = await built.inject({ url, headers: { ...navigation, ...headers } })
    return [...body.matchAll(/<link rel="\w+"[^>]* href="([^"]+)"/g)].map(([, href]) => href)
  }
  const cookie = { cookie: 'quaydesk=abc' }

  test('name the session and the console’s code and style with a cookie', async () => {
    expect(await tagsAt('/customers?page=2', cookie)).toEqual(['/api/admin/auth/me', '/assets/console-1.js', '/assets/console-1.css'])
  })

  test('also name the code loaded after the list if another page is opened', async () => {
    expect(await tagsAt('/customers/7', cookie)).toContain('/assets/later-1.js')
  })

  test('are left out without a cookie', async () => {
    expect(await tagsAt('/customers')).toEqual([])
  })

  test('are not cached for another user', async () => {
    const { headers } = await built.inject({ url: '/customers', headers: { ...navigation, ...cookie } })
    expect(headers).toMatchObject({ vary: 'Cookie', 'cache-control': 'no-cache' })
  })
})

test('with another admin API, the page embeds the settings as escaped data', async () => {
  const settings = {
    publicSiteUrl: 'https://qr.example.com',
    appUrl: 'https://app.example.com/?a="><script>&amp;',
    paymentProviderUrl: 'https://pay.example.com',
    disableTwoFactor: false,
    passwordMinLength: 8,
    signIn: ['password' as const],
    providerName: '',
  }
  const other = fastify()
  await registerConsole(other, { directory, productName: 'Quaydesk', settings })
  const { body } = await other.inject({ url: '/', headers: navigation })
  await other.close()
  const [, content = ''] = /<meta name="console-settings" content="([^"]*)" \/>/.exec(body) ?? []
  expect(JSON.parse(content.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))))).toEqual(settings)
  expect(body).not.toContain('<script')
})
