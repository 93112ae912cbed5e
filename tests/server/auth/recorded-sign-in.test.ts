import type { LightMyRequestResponse } from 'fastify'
import { generateSync } from 'otplib'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../support/app.ts'
import { describeDatabase } from '../../support/database.ts'
import { makeStaff, openBrowser, testPassword, wrongCode } from '../../support/sign-in.ts'

/** What changes from run to run, or is ours and not about signing in. */
const unstable = new Set(['base32', 'otpauth_url', 'id', 'features', 'capabilities', 'livePosition', 'preferences'])

/** A reply as a browser sees it. */
function seen(call: string, reply: LightMyRequestResponse) {
  const cookies = reply.cookies.map(({ value, name, ...attributes }) => ({ name, isSet: value !== '', ...attributes, expires: undefined }))
  const stable = (key: string, value: unknown) => (unstable.has(key) ? '…' : value)
  return {
    call,
    status: reply.statusCode,
    retryAfter: reply.headers['retry-after'],
    cookies,
    body: JSON.parse(JSON.stringify(reply.json(), stable)),
  }
}

describeDatabase('signing in with no new setting', (engine) => {
  const database = engine.use()

  /** The file was recorded before there was any other way to sign in. */
  test('is the same as it was, call for call', async () => {
    const server = await buildTestApp(database.current)
    const browser = openBrowser(server)
    const record: unknown[] = []
    const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
      const reply = await (method === 'GET' ? browser.get(path) : browser.send(method, path, body))
      record.push(seen(`${method} ${path}`, reply))
      return reply
    }
    const email = 'recorded@example.com'
    const login = (password: string) => call('POST', '/auth/login', { email, password })
    await database.empty()
    const person = await makeStaff(server, { email })
    await database.current.pool.query(`update staff set name = 'Recorded' where id = ${person.id}`)
    await call('GET', '/auth/me')
    await call('POST', '/auth/login', { email: 'x' })
    await call('POST', '/auth/login', { email: 'nobody@example.com', password: testPassword })
    await login('wrong')
    await call('GET', '/auth/2fa/generate')
    await login(testPassword)
    await call('GET', '/auth/me')
    const { base32 } = (await call('GET', '/auth/2fa/generate')).json<{ base32: string }>()
    await call('POST', '/auth/2fa/verify', { code: wrongCode(server, base32), base32Key: base32 })
    await call('POST', '/auth/2fa/verify', { code: '12345' })
    const code = () => generateSync({ secret: base32, epoch: server.clock.now() })
    await call('POST', '/auth/2fa/verify', { code: code(), base32Key: base32 })
    await call('GET', '/auth/me')
    await call('GET', '/auth/2fa/generate')
    await call('GET', '/auth/logout')
    await call('GET', '/auth/me')
    server.clock.advance(60)
    await login(testPassword)
    await call('POST', '/auth/2fa/verify', { code: wrongCode(server, base32) })
    await call('POST', '/auth/2fa/verify', { code: code() })
    await call('POST', '/auth/2fa/verify', { code: code() })
    await call('GET', '/auth/me')
    for (let tried = 0; tried < 11; tried += 1) await login('wrong')
    await server.app.close()
    const plain = await buildTestApp(database.current, { disableTwoFactor: true })
    const another = openBrowser(plain)
    await makeStaff(plain, { email: 'plain@example.com' })
    await database.current.pool.query(`update staff set name = 'Plain' where email = 'plain@example.com'`)
    record.push(seen('POST /auth/login', await another.send('POST', '/auth/login', { email: 'plain@example.com', password: testPassword })))
    record.push(seen('GET /auth/me', await another.get('/auth/me')))
    await plain.app.close()
    await expect(`${JSON.stringify(record, null, 2)}\n`).toMatchFileSnapshot('recorded-sign-in.json')
  })
})
