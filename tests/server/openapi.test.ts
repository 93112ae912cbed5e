import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiBase } from '../../server/http/mount.ts'
import { openApiDocument } from '../../server/product/openapi/document.ts'
import { ingestResources, ingestSchemas } from '../../src/contract/ingest/resources.ts'
import { buildTestApp, type TestApp } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { openBrowser } from '../support/sign-in.ts'

interface Call {
  operationId: string
  parameters?: { name: string; in: string; required?: boolean }[]
  requestBody?: { content: { 'application/json': { schema: { properties?: { rows?: { items: { properties: object } } } } } } }
}

interface Document {
  paths: Record<string, Record<string, Call>>
  components: { schemas: Record<string, { properties?: Record<string, unknown> }> }
}

/** Without what else may stand at a path, such as its server. */
const callsOf = (path: Record<string, Call>) => Object.values(path).filter((call) => 'operationId' in call)

describeDatabase('the API described', (engine) => {
  const database = engine.use()
  let server: TestApp
  let document: Document

  beforeAll(async () => {
    server = await buildTestApp(database.current)
    document = (await openApiDocument()) as unknown as Document
  })
  afterAll(() => server.app.close())

  /** `npx vitest run tests/server/openapi.test.ts -u` rewrites it. */
  test('the copy in docs matches the one served to everyone [2.7 openapi]', async () => {
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('../../docs/openapi.json')
    const served = await openBrowser(server).get('/openapi.json')
    expect(served.json()).toEqual(document)
  })

  test('describes every route of the API and no others', () => {
    const mounted = server.routes
      .filter(({ url, method, config }) => url.startsWith(apiBase) && method !== 'HEAD' && config?.endpoint)
      .map(({ method, url }) => `${String(method)} ${url.slice(apiBase.length).replace(/:(\w+)/g, '{$1}')}`)
    const described = Object.entries(document.paths)
      .filter(([path]) => !path.startsWith('/ingest/') || path.startsWith('/ingest/waiting'))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
    expect(described.toSorted()).toEqual(mounted.toSorted())
  })

  test('describes the ingest API, with each field of a row', () => {
    for (const resource of ingestResources) {
      const body = document.paths[`/ingest/${resource}`]?.['post']?.requestBody?.content['application/json'].schema
      expect(Object.keys(body?.properties?.rows?.items.properties ?? {})).toEqual(Object.keys(ingestSchemas[resource].shape))
      expect(document.paths[`/ingest/${resource}/{id}`]?.['delete'] === undefined).toBe(resource === 'daily-scans')
    }
  })

  test('every call has a unique name, its path parameters and its list filters', () => {
    const calls = Object.entries(document.paths).flatMap(([path, methods]) => callsOf(methods).map((call) => ({ path, ...call })))
    expect(new Set(calls.map(({ operationId }) => operationId)).size).toBe(calls.length)
    for (const { path, parameters = [] } of calls) {
      const inPath = parameters.filter((one) => one.in === 'path')
      expect(inPath.map(({ name }) => name)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
      expect(inPath.every(({ required }) => required)).toBe(true)
    }
    const payments = document.paths['/payments']?.['get']?.parameters?.map(({ name }) => name)
    expect(payments).toEqual(expect.arrayContaining(['page', 'perPage', 'sort', 'sortDirection', 'country', 'from', 'to', 'refunded']))
    expect(Object.keys(document.components.schemas['PaymentRow']?.properties ?? {})).toEqual(
      expect.arrayContaining(['id', 'amount', 'currency']),
    )
  })

  test('a page shows it, using only a script from our own origin', async () => {
    const page = await server.app.inject({ url: '/docs/api' })
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect([...page.body.matchAll(/(?:src|href|spec-url)="([^"]*)"/g)].map(([, url]) => url)).toEqual([
      '/docs/api.js',
      '/api/admin/openapi.json',
    ])
    const script = await server.app.inject({ url: '/docs/api.js' })
    expect([script.statusCode, script.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
    expect(script.body.length).toBeGreaterThan(100_000)
  })
})
