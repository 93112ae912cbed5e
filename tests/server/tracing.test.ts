import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { startTracing } from '../../server/operate/tracing/start.ts'
import { silentLog } from '../../server/process/log.ts'
import { buildTestApp } from '../support/app.ts'
import { startChild } from '../support/child.ts'
import { copyDatabase, describeDatabase, environmentOf } from '../support/database.ts'
import { insertCustomers } from '../support/rows.ts'
import { openBrowser, signIn, testPassword } from '../support/sign-in.ts'

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number }
}

interface SentSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: Attribute[]
  status: { code?: number; message?: string }
}

interface Export {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: SentSpan[] }[] }[]
}

/** Collects what a collector on this machine would receive. */
async function openCollector() {
  const exports: Export[] = []
  const calls: string[] = []
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    void json(request).then((body) => {
      exports.push(body as Export)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    text: () => JSON.stringify(exports),
    resources: () => exports.flatMap(({ resourceSpans }) => resourceSpans.map(({ resource }) => resource.attributes)),
    spans: () =>
      exports.flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))),
    close: () => server.close(),
  }
}

const attribute = ({ attributes }: Pick<SentSpan, 'attributes'>, wanted: string) => {
  const { value } = attributes.find(({ key }) => key === wanted) ?? {}
  return value?.stringValue ?? value?.intValue
}

describeDatabase('traces', (engine) => {
  const database = engine.use()
  afterAll(() => vi.unstubAllEnvs())

  test('a request is a span named by its route, with statements as child spans and no personal data', async () => {
    const collector = await openCollector()
    onTestFinished(() => void collector.close())
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url)
    vi.stubEnv('OTEL_SERVICE_NAME', 'the desk')
    const tracing = startTracing(silentLog)
    const server = await buildTestApp(database.current, {}, { tracing })
    await insertCustomers(database.current, [{ id: 4711, firstName: 'Secretname', email: 'secret@person.example' }])
    const browser = await signIn(server)

    const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
    const traceparent = `00-${caller.traceId}-${caller.spanId}-01`
    await browser.inject({ method: 'GET', url: '/api/admin/customers?searchTerm=secret@person.example', headers: { traceparent } })
    await browser.send('PATCH', '/customers/4711/note', { text: 'a secret note' })
    await openBrowser(server).send('POST', '/auth/login', { email: browser.staff.email, password: testPassword })
    await Promise.all(Array.from({ length: 20 }, () => browser.get('/customers/4711')))
    await server.app.inject('/readyz')
    await server.app.close()
    await tracing.stop()

    expect(new Set(collector.calls)).toEqual(new Set(['POST /v1/traces']))
    expect(attribute({ attributes: collector.resources()[0] ?? [] }, 'service.name')).toBe('the desk')
    const spans = collector.spans()
    const requests = spans.filter((span) => attribute(span, 'http.request.method') !== undefined)
    expect(new Set(requests.map(({ name }) => name))).toEqual(
      new Set([
        'GET /api/admin/customers',
        'PATCH /api/admin/customers/:id/note',
        'POST /api/admin/auth/login',
        'GET /api/admin/customers/:id',
      ]),
    )
    const within = (request: SentSpan) => spans.filter(({ parentSpanId }) => parentSpanId === request.spanId).map(({ name }) => name)
    const [list] = requests
    expect(list).toMatchObject({ traceId: caller.traceId, parentSpanId: caller.spanId })
    expect(attribute(list as SentSpan, 'http.response.status_code')).toBe(200)
    const note = requests.find(({ name }) => name.startsWith('PATCH')) as SentSpan
    expect(within(note)).toEqual(expect.arrayContaining(['select sessions', 'begin', 'insert audit_log', 'commit']))
    // However many requests wait for connections, each statement belongs to its own request.
    const alike = requests.filter(({ name }) => name === 'GET /api/admin/customers/:id').map((span) => within(span).length)
    expect(alike).toHaveLength(20)
    expect(new Set(alike).size).toBe(1)
    expect(collector.text()).not.toMatch(/secret|\b4711\b|staff\d|127\.0\.0\.1|\$1/i)
  })

  test('an unreachable collector does not block the server', async () => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:1')
    const tracing = startTracing(silentLog)
    const server = await buildTestApp(database.current, {}, { tracing })
    expect((await server.app.inject('/api/admin/openapi.json')).statusCode).toBe(200)
    await server.app.close()
    await tracing.stop()
  })
})

test('OpenTelemetry loads only if its variable is set; the server then sends its spans before it stops', async () => {
  const { settings, remove } = await copyDatabase()
  onTestFinished(remove)
  const collector = await openCollector()
  onTestFinished(() => void collector.close())
  const directory = mkdtempSync(join(tmpdir(), 'quaydesk-tracing-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const serve = async (env: Record<string, string>) => {
    const list = join(directory, randomUUID())
    const server = startChild('server/main', ['--api-only'], {
      PORT: '0',
      PUBLIC_SITE_PORT: '0',
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'fatal',
      NODE_OPTIONS: '--import ./tests/support/note-loaded.mjs',
      LOADED_MODULES: list,
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      ...environmentOf(settings),
      ...env,
    })
    const [, port] = /listens at http:\/\/localhost:(\d+)/.exec(await server.says(/listens at/)) ?? []
    await fetch(`http://127.0.0.1:${port}/api/admin/auth/me`)
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    return readFileSync(list, 'utf8').includes('@opentelemetry')
  }
  const without = [serve({}), serve({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_EXPORTER: 'none' })]
  expect(await Promise.all(without)).toEqual([false, false])
  expect(collector.calls).toEqual([])
  expect(await serve({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })).toBe(true)
  expect(collector.spans().map(({ name }) => name)).toContain('GET /api/admin/auth/me')
})
