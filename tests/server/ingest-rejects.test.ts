import { describe, expect, test } from 'vitest'
import type { IngestResource } from '../../src/contract/ingest/resources.ts'
import { buildTestApp, testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { makeProduct, sampleRows } from '../support/ingest.ts'
import { at, useIngest } from '../support/ingest-server.ts'
import { signIn } from '../support/sign-in.ts'

describeDatabase('what the ingest API rejects', (engine) => {
  const ingest = useIngest(engine)
  const { database, send, rowsOf, tables } = ingest

  test('rejects a URI ever used by another QR code', async () => {
    await send('customers', sampleRows.customers)
    await send('qrs', sampleRows.qrs)
    const other = { ...sampleRows.qrs, externalId: '42' }
    expect(
      (await send('qrs', other, { ...other, externalId: '43', uri: 'x' }, { ...other, externalId: '44', uri: 'x' })).refused,
    ).toMatchObject([
      { externalId: '42', details: { uri: 'URI already in use, by number 41.' } },
      { externalId: '44', details: { uri: 'URI already in use, by QR 43.' } },
    ])
    await send('qrs', { ...sampleRows.qrs, uri: 'new-41', updatedAt: at + 1 })
    expect((await send('qrs', other)).refused).toMatchObject([{ details: { uri: 'URI already in use, by number 41.' } }])
  })

  test('keeps a waiting row that is later rejected, with the reason, until staff dismiss it [1.7 ingest refused]', async () => {
    await send('customers', sampleRows.customers)
    await send('qrs', { ...sampleRows.qrs, externalId: '42', customer: '8' })
    await send('qrs', sampleRows.qrs)
    await send('customers', { ...sampleRows.customers, externalId: '8' })
    expect(await rowsOf('qrs', 'id')).toEqual([{ id: 41 }])
    const browser = await signIn(ingest.server)
    const kept = async () => (await browser.get('/ingest/waiting')).json<{ rows: object[]; total: number }>()
    expect(await kept()).toMatchObject({
      rows: [{ resource: 'qrs', externalId: '42', refused: { uri: 'URI already in use, by number 41.' } }],
      total: 1,
    })
    const counted = (await browser.get('/ingest')).json<{ rows: { resource: string; waiting: number }[] }>()
    expect(counted.rows.find(({ resource }) => resource === 'qrs')?.waiting).toBe(0)
    const dismiss = () => browser.send('POST', '/ingest/waiting/dismiss', { resource: 'qrs', externalId: '42' })
    expect([(await dismiss()).statusCode, (await dismiss()).statusCode]).toEqual([200, 404])
    expect(await kept()).toEqual({ rows: [], total: 0 })
    expect(await rowsOf('audit_log', 'id, action, before')).toContainEqual({
      id: expect.any(Number) as number,
      action: 'ingest.dismiss',
      before: { resource: 'qrs', externalId: '42', refused: { uri: 'URI already in use, by number 41.' } },
    })
    // A later state that can be stored replaces it.
    await send('qrs', { ...sampleRows.qrs, externalId: '43', customer: '9' })
    await send('customers', { ...sampleRows.customers, externalId: '9' })
    expect((await kept()).total).toBe(1)
    await send('qrs', { ...sampleRows.qrs, externalId: '43', customer: '9', uri: 'menu-43', updatedAt: at + 1 })
    expect(await kept()).toEqual({ rows: [], total: 0 })
  })

  describe('security', () => {
    test.each([
      ['no token', {}, 401],
      ['another scheme', { authorization: 'Basic eDp5' }, 401],
      ['an unknown token', { authorization: `Bearer qd_${'a'.repeat(43)}` }, 401],
    ])('rejects %s before reading the body', async (_what, headers, status) => {
      const reply = await ingest.server.app.inject({ method: 'POST', url: '/api/ingest/customers', headers, payload: '{' })
      expect(reply.statusCode).toBe(status)
    })

    test('rejects a read-only token and a session without a token', async () => {
      const reader = await makeProduct(ingest.server, ['read'])
      expect((await reader.send('customers', [sampleRows.customers])).statusCode).toBe(403)
      const browser = await signIn(ingest.server)
      const reply = await browser.inject({ method: 'POST', url: '/api/ingest/customers', payload: { rows: [sampleRows.customers] } })
      expect(reply.statusCode).toBe(401)
      expect(await rowsOf('customers')).toEqual([])
    })

    test.each(['staff', 'audit', 'payments', 'refunds', 'invoices', 'coupons', '__proto__', 'toString'])(
      'responds with 404 to %s',
      async (name) => {
        expect((await ingest.product.send(name, [{}])).statusCode).toBe(404)
        expect((await ingest.product.remove(name, '1')).statusCode).toBe(404)
      },
    )

    test('rejects fields that come from Stripe by name', async () => {
      const { refused } = await send('customers', { ...sampleRows.customers, planPrice: 1, subscriptionStatus: 'active' })
      const reason = 'This comes from Stripe, not from the product.'
      expect(refused).toMatchObject([{ details: { planPrice: reason, subscriptionStatus: reason } }])
    })

    test('rejects the whole request for too many or no rows, unknown fields or too large a body', async () => {
      const rows = Array.from({ length: 1001 }, () => sampleRows.customers)
      expect((await ingest.product.send('customers', rows)).json()).toMatchObject({ details: { rows: 'Must have at most 1000 rows.' } })
      expect((await ingest.product.send('customers', [])).statusCode).toBe(400)
      expect((await ingest.product.send('customers', [sampleRows.customers], { tenant: 1 })).json()).toMatchObject({
        error: 'unknown_field',
      })
      expect((await ingest.product.send('customers', ['x'.repeat(17 * 1024 * 1024)])).statusCode).toBe(413)
      expect(await rowsOf('customers')).toEqual([])
    })

    test('limits a token’s request rate', async () => {
      const strict = await buildTestApp(database.current, {}, { limits: { tokenCalls: 2 } })
      const other = await makeProduct(strict)
      const calls = []
      for (let n = 0; n < 3; n += 1) calls.push(await other.send('customers', [sampleRows.customers]))
      await strict.app.close()
      expect(calls.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429])
      expect(Number(calls[2]?.headers['retry-after'])).toBeGreaterThan(0)
    })
  })

  describe('rejects invalid fields with a reason', () => {
    const instant = 'Must be an instant: ISO 8601 with its zone, such as 2026-01-31T09:30:00Z, or unix seconds.'
    test.each<[IngestResource, object, Record<string, string>]>([
      ['customers', { updatedAt: '31/12/2025' }, { updatedAt: instant }],
      ['customers', { updatedAt: '2025-12-31' }, { updatedAt: instant }],
      ['customers', { updatedAt: '2025-12-31 10:00' }, { updatedAt: instant }],
      ['customers', { updatedAt: '2025-02-30T10:00:00Z' }, { updatedAt: instant }],
      ['customers', { createdAt: -1 }, { createdAt: instant }],
      ['customers', { createdAt: 1.5 }, { createdAt: instant }],
      ['customers', { createdAt: at * 1000 }, { createdAt: 'Must be unix seconds up to the year 2999, not milliseconds.' }],
      ['customers', { updatedAt: testStart + 301 }, { updatedAt: 'Lies in the future.' }],
      ['customers', { email: null, createdAt: null }, { email: 'Must be present.', createdAt: 'Must be present.' }],
      ['customers', { externalId: '' }, { externalId: 'Must be present.' }],
      ['customers', { externalId: 'x'.repeat(201) }, { externalId: 'Must have less than 200 characters.' }],
      ['customers', { firstName: 'a\0b' }, { firstName: 'The text contains characters that cannot be stored.' }],
      ['customers', { firstName: '\ud800' }, { firstName: 'The text contains characters that cannot be stored.' }],
      ['customers', { firstName: 7 }, { firstName: 'Must be text.' }],
      ['customers', { country: 'Spain' }, { country: 'Must be a country code such as es.' }],
      ['customers', { qrLimit: 2 ** 31 }, { qrLimit: 'Must be 2147483647 or less.' }],
      ['customers', { banned: 'yes' }, { banned: 'Must be true or false.' }],
      ['qrs', { type: 'poster' }, { type: expect.stringContaining('Must be one of url, images') as string }],
      ['qrs', { uri: 'a b' }, { uri: 'Must be 1 to 25 letters, digits, - and _.' }],
      ['qrs', { scans: -1 }, { scans: 'Must be 0 or more.' }],
      ['qrs', { scans: 1e20 }, { scans: expect.any(String) as string }],
      ['qrs', { content: 'https://a.example' }, { content: 'Must be an object.' }],
      ['qrs', { content: { text: 'x'.repeat(70_000) } }, { content: 'Must have less than 65536 characters as JSON.' }],
      ['media', { url: 'javascript:alert(1)' }, { url: 'Must be an address that begins with http:// or https://.' }],
      ['media', { storageKey: 'invoices/1.pdf' }, { storageKey: 'Invoices are not files of a QR code.' }],
      ['daily-scans', { day: '14-06-2026' }, { day: 'Must be a day such as 2026-01-31.' }],
      ['api-calls', { statusCode: 600 }, { statusCode: 'Must be 599 or less.' }],
      ['abuse-reports', { status: 2 }, { status: 'Unknown field.' }],
    ])('%s %j', async (resource, change, details) => {
      const { refused } = await send(resource, { ...sampleRows[resource], ...change })
      expect(refused.map((row) => row.details)).toEqual([details])
      for (const table of tables) expect(await rowsOf(table)).toEqual([])
    })

    test('stores formulas and HTML as plain text', async () => {
      await send('customers', { ...sampleRows.customers, firstName: '=1+1', lastName: '<img src=x onerror=alert(1)>' })
      expect(await rowsOf('customers', 'first_name, last_name')).toEqual([
        { first_name: '=1+1', last_name: '<img src=x onerror=alert(1)>' },
      ])
    })
  })
})
