import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildPublicSite } from '../../demo/public-site/site.ts'
import { consoleOrigins } from '../../demo/public-site/start.ts'
import { qrDailyScans, qrs } from '../../server/db/schema/qrs.ts'
import { testConfig, testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers, insertQrs } from '../support/rows.ts'

describeDatabase('the stand-in of the public site', (engine) => {
  const database = engine.use()
  let site: FastifyInstance
  let origins: string[]

  beforeEach(async () => {
    await database.empty()
    await insertCustomers(database.current, [{}])
    await insertQrs(database.current, [
      { id: 1, uri: 'carta', type: 'menu', name: 'Carta <b>', scans: 5, visits: 2, content: { title: '"><script>alert(1)</script>' } },
      { id: 2, uri: 'gone', type: 'menu', status: 0, content: { title: 'Secret' } },
      { id: 3, uri: 'bad', type: 'menu', status: 2, content: { title: 'Secret' } },
      { id: 4, uri: 'rest', type: 'menu', stopped: 1, content: { title: 'Secret' } },
      { id: 5, uri: 'wifi', type: 'wifi', content: { ssid: 'Cafe', password: 'Secret' } },
    ])
    origins = ['http://localhost:4600']
    site = await buildPublicSite({ database: database.current, config: testConfig, now: () => testStart }, () => origins)
  })
  afterEach(() => site.close())

  const open = (url: string, method: 'GET' | 'HEAD' = 'GET') => site.inject({ method, url })
  const counted = async () => {
    const [qr] = await database.current.orm.select({ scans: qrs.scans, visits: qrs.visits }).from(qrs).where(eq(qrs.id, 1))
    const days = await database.current.orm.select().from(qrDailyScans)
    return { ...qr, days }
  }

  test('a QR page embeds its data as text for its own script, and states who may frame it', async () => {
    const reply = await open('/carta')
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    expect(reply.headers['content-security-policy']).toBe(
      "default-src 'none';script-src 'self';style-src 'self';img-src data:;frame-ancestors http://localhost:4600;base-uri 'none';form-action 'none'",
    )
    expect(reply.headers['x-frame-options']).toBeUndefined()
    expect(reply.body).toContain('<title>Carta &#60;b&#62;</title>')
    expect(reply.body).toContain('data-console-origins="http://localhost:4600"')
    expect(reply.body).toContain('&#62;&#60;script&#62;alert(1)')
    expect(reply.body.match(/<script/g)).toHaveLength(1)
  })

  test('nobody may frame it until a console is known', async () => {
    origins = []
    expect((await open('/carta')).headers['content-security-policy']).toContain("frame-ancestors 'none'")
    origins = ['http://a.example', 'http://b.example']
    expect((await open('/carta')).headers['content-security-policy']).toContain('frame-ancestors http://a.example http://b.example;')
  })

  test('counts a visit as a scan, but not staff previews, HEAD requests or pages that are not shown', async () => {
    for (const url of ['/carta?crm=true', '/rest', '/wifi', '/nobody', '/']) await open(url)
    await open('/carta', 'HEAD')
    expect(await counted()).toEqual({ scans: 5, visits: 2, days: [] })
    await open('/carta')
    await Promise.all([open('/carta?crm=1'), open('/carta?crm=true&crm=true'), open('/carta?utm=x')])
    expect(await counted()).toMatchObject({ scans: 9, visits: 6, days: [{ qrId: 1, day: '2026-06-15', scans: 4, visits: 4 }] })
  })

  test.each([
    ['/gone', 410, 'This QR code was deleted.'],
    ['/bad', 403, 'This QR code was blocked.'],
    ['/rest', 403, 'This QR code is stopped by its owner.'],
    ['/wifi', 200, 'What it says is in the picture itself.'],
  ])('%s responds with %i and a message, reveals no content, but loads the preview script', async (uri, status, text) => {
    for (const url of [uri, `${uri}?crm=true`]) {
      const reply = await open(url)
      expect(reply.statusCode).toBe(status)
      expect(reply.body).toContain(text)
      expect(reply.body).not.toContain('Secret')
      expect(reply.body).toContain('data-qr=""')
      expect(reply.body).toContain('/assets/preview.js')
    }
  })

  test.each([
    '/nobody',
    '/Carta',
    '/carta/',
    '/carta/more',
    '/%zz',
    `/${'x'.repeat(200)}`,
    '/assets/site.ts',
    '/assets/..%2fsite.ts',
    "/'%20or%201=1",
  ])('%s returns a 404 page', async (url) => {
    const reply = await open(url)
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(reply.body).toContain('There is no QR code at this address.')
    expect(reply.body).not.toContain('<script')
  })

  test('serves its scripts and styles with the right content types', async () => {
    for (const name of ['preview.js', 'content.js', 'elements.js', 'barcode.js']) {
      const reply = await open(`/assets/${name}`)
      expect([reply.statusCode, reply.headers['content-type'], reply.headers['x-content-type-options']]).toEqual([
        200,
        'text/javascript; charset=utf-8',
        'nosniff',
      ])
      for (const [, imported = ''] of reply.body.matchAll(/from '\.(\/\w+\.js)'/g))
        expect((await open(`/assets${imported}`)).statusCode).toBe(200)
    }
    expect((await open('/assets/page.css')).headers['content-type']).toBe('text/css; charset=utf-8')
  })
})

test('derives the console’s origins from settings', () => {
  const local = { publicOrigin: null, host: '127.0.0.1' }
  expect(consoleOrigins(local, [4600])).toEqual(['http://localhost:4600', 'http://127.0.0.1:4600'])
  expect(consoleOrigins(local, [80])).toEqual(['http://localhost', 'http://127.0.0.1'])
  expect(consoleOrigins({ ...local, host: '192.0.2.7' }, [4600, 5173])).toEqual(['http://192.0.2.7:4600', 'http://192.0.2.7:5173'])
  expect(consoleOrigins({ ...local, publicOrigin: 'https://desk.example' }, [4600])).toEqual(['https://desk.example'])
})
