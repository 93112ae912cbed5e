import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerConsole } from '../../server/http/console/console.ts'
import { reportsAMinute } from '../../server/resources/client-errors/routes.ts'
import { SourceMaps } from '../../server/resources/client-errors/source-maps.ts'
import { type ClientError, reportClientError, routePattern, withoutPersonalText } from '../../src/contract/client-errors.ts'
import { anyPath } from '../support/any-text.ts'
import { buildTestApp, type TestApp } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { signIn } from '../support/sign-in.ts'

const report: ClientError = {
  kind: 'render',
  name: 'TypeError',
  message: "Cannot read properties of undefined (reading 'fullName')",
  frames: [{ file: 'later-abc_12.js', line: 1, column: 5 }],
  route: '/customers/:id',
}

describe('error reports', () => {
  test.each([
    ["Cannot read properties of undefined (reading 'fullName')", "Cannot read properties of undefined (reading 'fullName')"],
    ['Unexpected token A, "Ana Ruiz, ES" is not valid JSON', 'Unexpected token A, … is not valid JSON'],
    ['Customer Ana Ruiz was changed', '… was changed'],
    ['ana.ruiz@example.com is used', '… is used'],
    ["no row for 'Zoë' or 'ana ruiz'", 'no row for … or …'],
    ['GET https://desk.example/customers/8812?searchTerm=ana failed', 'GET … failed'],
    ['nothing at /customers/8812 from 203.0.113.7', 'nothing at … from #'],
    ['Zoë did not fit', '… did not fit'],
    ['an “unclosed quote of Ana', 'an …'],
  ])('%s', (message, said) => {
    expect(withoutPersonalText(message)).toBe(said)
  })

  test('contain no address, number or long text, for any message', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 3000 }), (message) => {
        const said = withoutPersonalText(message)
        expect(said.length).toBeLessThanOrEqual(200)
        expect(said).not.toMatch(/@|\d|:\/\//)
        expect(withoutPersonalText(said).length).toBeLessThanOrEqual(200)
      }),
    )
  })

  test('name the route without ids, which the contract accepts', () => {
    const paths = [
      '/',
      '/customers',
      '/customers/8812',
      '/qrs/media/41',
      '/users/create',
      '/customers/Ana%20Ruiz',
      '//',
      '/security/webrisk-logs',
    ]
    expect(paths.map(routePattern)).toEqual([
      '/',
      '/customers',
      '/customers/:id',
      '/qrs/media/:id',
      '/users/create',
      '/customers/:id',
      '/',
      '/security/webrisk-logs',
    ])
    fc.assert(
      fc.property(anyPath(), (path) => {
        expect(reportClientError.body.safeParse({ ...report, route: routePattern(path) }).success).toBe(true)
      }),
    )
  })
})

describe('source maps', () => {
  const directory = mkdtempSync(join(tmpdir(), 'quaydesk-maps-'))
  const assets = join(directory, 'assets')
  beforeAll(() => {
    mkdirSync(assets)
    writeFileSync(join(directory, 'index.html'), '<title></title>')
    writeFileSync(join(assets, 'later-abc_12.js'), 'a()')
    const map = { version: 3, sources: ['../../src/views/customer/page.tsx'], names: [], mappings: 'AAUA,IAEC' }
    writeFileSync(join(assets, 'later-abc_12.js.map'), JSON.stringify(map))
  })
  afterAll(() => rmSync(directory, { recursive: true }))

  test('map positions in built files to positions in the source', async () => {
    const maps = new SourceMaps(directory)
    expect(await maps.resolve({ file: 'later-abc_12.js', line: 1, column: 1 })).toBe('src/views/customer/page.tsx:11:1')
    expect(await maps.resolve({ file: 'later-abc_12.js', line: 1, column: 6 })).toBe('src/views/customer/page.tsx:13:2')
    expect(await maps.resolve({ file: 'of-another-build.js', line: 3, column: 4 })).toBe('of-another-build.js:3:4')
  })

  test('are never served', async () => {
    const app = fastify()
    await registerConsole(app, { directory, productName: 'Quaydesk' })
    expect((await app.inject('/assets/later-abc_12.js')).statusCode).toBe(200)
    expect((await app.inject('/assets/later-abc_12.js.map')).statusCode).toBe(404)
    expect((await app.inject('/assets/later-abc_12.js%2Emap')).statusCode).toBe(404)
    await app.close()
  })
})

describeDatabase('errors of the console', (engine) => {
  const database = engine.use()
  let server: TestApp
  const lines: string[] = []
  const write = process.stdout.write.bind(process.stdout)
  beforeAll(async () => {
    // The logger picks its output when the server is built.
    process.stdout.write = (line: string | Uint8Array) => lines.push(String(line)) > 0
    server = await buildTestApp(database.current, { logLevel: 'warn' })
  })
  afterAll(async () => {
    await server.app.close()
    process.stdout.write = write
  })

  test('are logged, cleaned again, and limited to a few per user per minute [1.7 client errors]', async () => {
    const [browser, other] = [await signIn(server), await signIn(server, { rol: 2 })]
    const message = 'Ana Ruiz of 203.0.113.7 is "not here"'
    for (let sent = 0; sent < reportsAMinute; sent += 1)
      expect((await browser.send('POST', '/client-errors', { ...report, message })).statusCode).toBe(200)
    expect((await browser.send('POST', '/client-errors', report)).statusCode).toBe(429)
    expect((await other.send('POST', '/client-errors', report)).statusCode).toBe(200)
    const told = lines.filter((line) => line.includes('the console failed')).map((line) => JSON.parse(line) as object)
    expect(told).toHaveLength(reportsAMinute + 1)
    expect(told[0]).toMatchObject({
      level: 'warn',
      client: { kind: 'render', name: 'TypeError', message: '… of # is …', route: '/customers/:id', stack: ['later-abc_12.js:1:5'] },
    })
    expect(lines.join('')).not.toMatch(/Ana|203\.0/)
  })

  test.each([
    ['ids in the route', { route: '/customers/8812' }],
    ['a query', { route: '/customers?searchTerm=ana' }],
    ['files of others', { frames: [{ file: '../../etc/passwd', line: 1, column: 1 }] }],
    ['no place', { frames: [] }],
    ['more than it should', { url: 'https://desk.example/customers/8812' }],
  ])('with %s are rejected [1.7 client errors]', async (_what, wrong) => {
    const browser = await signIn(server)
    expect((await browser.send('POST', '/client-errors', { ...report, ...wrong })).statusCode).toBe(400)
  })
})
