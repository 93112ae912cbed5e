import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../../server/app.ts'
import { openDatabase } from '../../server/db/connect.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import { serviceTokens } from '../../server/db/schema/tokens.ts'
import { usualLimits } from '../../server/http/limits/limits.ts'
import { silentLog } from '../../server/process/log.ts'
import type { ServiceToken } from '../../src/contract/tokens.ts'
import { buildTestApp, type TestApp } from '../support/app.ts'
import { startChild } from '../support/child.ts'
import { copyDatabase, describeDatabase, environmentOf } from '../support/database.ts'
import { signIn } from '../support/sign-in.ts'

interface Made {
  id: number
  token: string
  auditId: number
}

describeDatabase('service tokens', (engine) => {
  const database = engine.use()
  let server: TestApp

  beforeEach(async () => {
    await database.empty()
    server = await buildTestApp(database.current, {}, { limits: { tokenCalls: 5, wrongTokenCalls: 3 } })
  })
  afterEach(() => server.app.close())

  const make = async (body: object = { name: 'Our product', scopes: ['read'] }) =>
    (await (await signIn(server)).send('POST', '/tokens', body)).json<Made>()
  const call = (authorization: string, url = '/api/admin/customers', remoteAddress = '192.0.2.1') =>
    server.app.inject({ url, headers: { authorization }, remoteAddress })

  test('a token is shown once, and only its hash is stored [1.7 tokens] [1.7 make token]', async () => {
    const { id, token } = await make({ name: '  Our product ', scopes: ['ingest', 'read', 'ingest'].slice(0, 2) })
    expect(token).toMatch(/^qd_[\w-]{43}$/)
    const listed = (await (await signIn(server)).get('/tokens')).body
    expect(listed).not.toContain(token)
    expect(JSON.parse(listed)).toEqual({
      rows: [
        {
          id,
          name: 'Our product',
          prefix: token.slice(0, 10),
          scopes: ['ingest', 'read'],
          createdAt: server.clock.now(),
          createdBy: expect.stringContaining('@example.com') as string,
          lastUsedAt: null,
          revokedAt: null,
        },
      ],
    })
    expect(JSON.stringify(await database.current.orm.select().from(serviceTokens))).not.toContain(token)
    expect(JSON.stringify(await database.current.orm.select().from(auditLog))).not.toContain(token)
  })

  test.each([
    ['no name', { name: ' ', scopes: ['read'] }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(61), scopes: ['read'] }, 'name'],
    ['no scope', { name: 'x', scopes: [] }, 'scopes'],
    ['a scope that nobody knows', { name: 'x', scopes: ['refund'] }, 'scopes.0'],
    ['anything else', { name: 'x', scopes: ['read'], rol: 1 }, 'rol'],
  ])('%s is refused', async (_what, body, field) => {
    const reply = await (await signIn(server)).send('POST', '/tokens', body)
    expect([reply.statusCode, Object.keys(reply.json<{ details: object }>().details)]).toEqual([400, [field]])
  })

  test('audits creation and revocation, and rejects a revoked token from then on [1.7 revoke token]', async () => {
    const { id, token } = await make()
    expect((await call(`Bearer ${token}`)).statusCode).toBe(200)
    const browser = await signIn(server)
    expect((await browser.send('DELETE', `/tokens/${id}`)).json()).toMatchObject({ success: true })
    const refused = await call(`Bearer ${token}`)
    expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([401, 'unauthorized'])
    expect((await browser.send('DELETE', `/tokens/${id}`)).json()).toMatchObject({
      error: 'unavailable_action',
      message: 'Already revoked.',
    })
    expect((await browser.send('DELETE', '/tokens/999')).statusCode).toBe(404)
    const rows = await database.current.orm.select().from(auditLog)
    expect(rows.map(({ action, targetType, targetId, after }) => ({ action, targetType, targetId, after }))).toEqual([
      {
        action: 'token.create',
        targetType: 'token',
        targetId: id,
        after: { name: 'Our product', prefix: token.slice(0, 10), scopes: ['read'] },
      },
      {
        action: 'token.revoke',
        targetType: 'token',
        targetId: id,
        after: { name: 'Our product', prefix: token.slice(0, 10), revoked: true },
      },
    ])
    const [row] = (await browser.get('/tokens')).json<{ rows: ServiceToken[] }>().rows
    expect(row).toMatchObject({ revokedAt: server.clock.now(), lastUsedAt: server.clock.now() })
  })

  test('records the last use at most once a minute', async () => {
    const { token } = await make()
    const usedAt = async () => (await database.current.orm.select().from(serviceTokens))[0]?.lastUsedAt
    await call(`Bearer ${token}`)
    const first = server.clock.now()
    server.clock.advance(59)
    await call(`Bearer ${token}`)
    expect(await usedAt()).toBe(first)
    server.clock.advance(1)
    await call(`Bearer ${token}`)
    expect(await usedAt()).toBe(first + 60)
  })

  test.each(['Bearer', 'Bearer qd_', 'Bearer x', 'Bearer qd_000000000000000000000000000000000000000000a', 'bearer qd_ü'])(
    '%j is rejected with 401',
    async (header) => {
      expect((await call(header)).statusCode).toBe(401)
    },
  )

  test('rejects actions reserved for people, even if a session comes with the token', async () => {
    const { token } = await make()
    const browser = await signIn(server)
    const authorization = `Bearer ${token}`
    for (const [method, url] of [
      ['GET', '/api/admin/auth/me'],
      ['GET', '/api/admin/exports/customers'],
      ['POST', '/api/admin/tokens'],
    ] as const) {
      const reply = await browser.inject({ method, url, headers: { authorization } })
      expect([url, reply.statusCode]).toEqual([url, 403])
    }
  })

  test('limits calls per token, and wrong tokens per address, without affecting others', async () => {
    const { token } = await make()
    const other = await make()
    for (let n = 0; n < 5; n += 1) expect((await call(`Bearer ${token}`)).statusCode).toBe(200)
    const late = await call(`Bearer ${token}`)
    expect([late.statusCode, Number(late.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await call(`Bearer ${other.token}`)).statusCode).toBe(200)
    const wrong = async (address: string) => (await call('Bearer qd_aaaaaaaaaaaaaaaaaaaaaaaaaa', undefined, address)).statusCode
    expect([await wrong('192.0.2.9'), await wrong('192.0.2.9'), await wrong('192.0.2.9'), await wrong('192.0.2.9')]).toEqual([
      401, 401, 401, 429,
    ])
    expect(await wrong('192.0.2.10')).toBe(401)
  })

  test('never logs a token, whatever the outcome of the call', async () => {
    const { token } = await make()
    const written: string[] = []
    const write = process.stdout.write.bind(process.stdout)
    process.stdout.write = (chunk: string | Uint8Array) => written.push(String(chunk)) > 0
    onTestFinished(() => {
      process.stdout.write = write
    })
    const app = await buildApp({ ...server.context, config: { ...server.context.config, logLevel: 'trace' } }, usualLimits)
    app.get('/api/admin/fails', (request) => {
      throw Object.assign(new Error('out of order'), { request: { headers: request.headers } })
    })
    const headers = { authorization: `Bearer ${token}` }
    for (const url of ['/api/admin/customers', '/api/admin/fails', '/api/admin/nowhere', '/api/admin/auth/me'])
      await app.inject({ url, headers })
    app.log.info({ headers, req: { headers } }, 'headers')
    await app.close()
    process.stdout.write = write
    const text = written.join('')
    expect(text).toContain('"path":"/api/admin/fails"')
    expect(text).not.toContain(token)
  })
})

describe('npm run tokens', () => {
  // Starts processes, which is slow on a busy machine.
  test('creates, lists and revokes a token', { timeout: 180_000 }, async () => {
    const { settings, remove } = await copyDatabase()
    onTestFinished(remove)
    const env: Record<string, string> = {
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      ...environmentOf(settings),
    }
    const run = async (...args: string[]) => {
      const child = startChild('server/product/tokens/main', args, env)
      return [await child.ended, child.output() + child.errors()] as const
    }
    const [code, text] = await run('make', 'Our product')
    const token = /^qd_[\w-]{43}$/m.exec(text)?.[0] ?? ''
    expect([code, text]).toEqual([0, `${token}\nThis is the only time that the token is shown. Send it as Authorization: Bearer qd_…\n`])
    expect(await run('list')).toEqual([0, `1  ${token.slice(0, 10)}…  Our product  (ingest; last used: never)\n`])
    expect(await run('revoke', '1')).toEqual([0, 'Token 1 is revoked.\n'])
    expect((await run('make', 'x', '--scope', 'all'))[1]).toBe('scopes: Must be ingest or read.\n')
    const database = await openDatabase(settings, silentLog)
    const rows = await database.orm.select().from(auditLog)
    await database.close()
    expect(rows.map(({ action, actorId, actorEmail }) => [action, actorId, actorEmail])).toEqual([
      ['token.create', null, 'npm run tokens'],
      ['token.revoke', null, 'npm run tokens'],
    ])
  })
})
