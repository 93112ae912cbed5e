import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkFigures } from '../../server/operate/figures/check.ts'
import { type IngestReply, type IngestResource, ingestResources } from '../../src/contract/ingest/resources.ts'
import { buildTestApp, type TestApp, testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { makeProduct, sampleRows } from '../support/ingest.ts'
import { signIn } from '../support/sign-in.ts'

const at = testStart - 86_400

describeDatabase('ingest API', (engine) => {
  const database = engine.use()
  let server: TestApp
  let product: Awaited<ReturnType<typeof makeProduct>>

  beforeEach(async () => {
    await database.empty()
    server = await buildTestApp(database.current)
    product = await makeProduct(server)
  })
  afterEach(() => server.app.close())

  const send = async (resource: IngestResource, ...rows: object[]) => {
    const reply = await product.send(resource, rows)
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply.json<IngestReply>()
  }
  /** The counts that are not 0. */
  const counted = async (resource: IngestResource, row: object) =>
    Object.fromEntries(Object.entries(await send(resource, row)).filter(([, count]) => typeof count === 'number' && count > 0))
  const rowsOf = async (table: string, columns = '*') =>
    (await database.current.pool.query(`SELECT ${columns} FROM ${table} ORDER BY 1`)).rows as object[]
  const tables =
    'customers folders qrs qr_media customer_domains invitations events email_activity api_calls feedback abuse_reports qr_daily_scans'.split(
      ' ',
    )

  test('accepts every resource, even before its references, and the console shows it [1.7 ingest status]', async () => {
    for (const resource of [...ingestResources].toReversed()) await send(resource, sampleRows[resource])
    for (const table of tables) expect([table, (await rowsOf(table, '1')).length]).toEqual([table, 1])
    expect(await rowsOf('waiting_rows')).toEqual([])
    const browser = await signIn(server)
    const found = (await browser.get('/customers?searchTerm=zoe&exactSearch=false')).json<{ rows: object[] }>()
    expect(found.rows).toMatchObject([{ id: 7, email: 'zoe@example.com', country: 'es' }])
    const qrs = (await browser.get('/customers/7/qrs')).json<{ rows: object[] }>()
    expect(qrs.rows).toMatchObject([{ id: 41, uri: 'menu-41', user: 7, status: 1, stopped: 0 }])
    expect(await rowsOf('customer_domains', 'hostname')).toEqual([{ hostname: 'qr.a.example' }])
    expect(JSON.stringify(await rowsOf('api_calls'))).not.toContain('geheim')
    expect(await rowsOf('folders', 'name_key')).toEqual([{ name_key: 'menus' }])
    expect(await checkFigures(database.current.patient.orm)).toMatchObject({ differences: [] })
    const status = (await browser.get('/ingest')).json<{ rows: object[] }>()
    expect(status.rows).toEqual(
      ingestResources.map((resource) => ({ resource, lastAt: testStart, newestAt: at, rows: 1, refused: 0, waiting: 0 })),
    )
  })

  test('stores a host name in one form, and finds it by each spelling', async () => {
    await send('customers', sampleRows.customers)
    const spellings = ['bücher.example', 'xn--bcher-kva.example', 'Bücher.Example.', 'b\u00ADücher．example']
    await send('domains', ...spellings.map((hostname, index) => ({ ...sampleRows.domains, externalId: `${index + 1}`, hostname })))
    expect(await rowsOf('customer_domains', 'hostname')).toEqual(spellings.map(() => ({ hostname: 'xn--bcher-kva.example' })))
    const browser = await signIn(server)
    for (const field of ['searchTerm', 'hostname'])
      for (const term of ['bücher.example', 'BÜCHER.example.', 'xn--bcher-kva.example', 'xn--bcher-kva.example.']) {
        const { rows } = (await browser.get(`/customers/domains?${field}=${encodeURIComponent(term)}`)).json<{ rows: object[] }>()
        expect([field, term, rows.length]).toEqual([field, term, spellings.length])
      }
  })

  test('counts rows by outcome, lists rejected ones', async () => {
    const [one, two] = [sampleRows.customers, { ...sampleRows.customers, externalId: 'uuid-2' }]
    expect(await send('customers', one, two)).toEqual({ new: 2, changed: 0, same: 0, older: 0, waiting: 0, refused: [] })
    expect(await send('customers', one, { ...one, updatedAt: at - 1 }, { ...two, updatedAt: at + 1, email: 'two@example.com' })).toEqual({
      new: 0,
      changed: 1,
      same: 1,
      older: 1,
      waiting: 0,
      refused: [],
    })
    expect(await rowsOf('customers', 'id, email')).toEqual([
      { id: 7, email: 'zoe@example.com' },
      { id: 8, email: 'two@example.com' },
    ])
    // A number we have assigned cannot be used by another record.
    expect((await send('customers', { ...one, externalId: '8' })).refused).toEqual([
      { index: 0, externalId: '8', details: { externalId: 'This number was given to uuid-2, whose id is no number.' } },
    ])
  })

  test('keeps valid rows despite invalid ones', async () => {
    const { refused, ...counts } = await send('customers', { ...sampleRows.customers, email: 'nobody' }, sampleRows.customers, {
      tenantId: 3,
    })
    expect(counts).toMatchObject({ new: 1 })
    expect(refused).toMatchObject([
      { index: 0, externalId: '7', details: { email: 'Enter a valid email.' } },
      { index: 2, externalId: null, details: { tenantId: 'Unknown field.' } },
    ])
  })

  test('holds a row until the record it needs arrives, then stores it [1.7 ingest waiting]', async () => {
    expect(await send('daily-scans', sampleRows['daily-scans'])).toMatchObject({ waiting: 1 })
    expect(await send('qrs', { ...sampleRows.qrs, folder: 'f-1' })).toMatchObject({ waiting: 1 })
    const waiting = (await (await signIn(server)).get('/ingest/waiting')).json<{ rows: object[] }>()
    expect(waiting.rows).toMatchObject([
      { resource: 'daily-scans', externalId: '41/2026-06-14', needs: { resource: 'qrs', externalId: '41' } },
      { resource: 'qrs', externalId: '41', needs: { resource: 'customers', externalId: '7' } },
    ])
    await send('customers', sampleRows.customers)
    expect(await rowsOf('qrs', 'id, folder_id')).toEqual([{ id: 41, folder_id: null }])
    expect(await rowsOf('qr_daily_scans', 'scans')).toEqual([{ scans: 9 }])
    expect(await rowsOf('waiting_rows', 'resource, needs_resource, needs_id')).toEqual([
      { resource: 'qrs', needs_resource: 'folders', needs_id: 'f-1' },
    ])
    await send('folders', sampleRows.folders)
    expect(await rowsOf('qrs', 'id, folder_id')).toEqual([{ id: 41, folder_id: 1 }])
    expect(await rowsOf('waiting_rows')).toEqual([])
  })

  test('marks deleted customers and QR codes, removes other records; a late older state restores nothing', async () => {
    for (const resource of ingestResources) await send(resource, sampleRows[resource])
    const ids = { customers: '7', qrs: '41', folders: 'f-1', media: '41/image-1', domains: 'd-1', events: 'e-1' } as const
    for (const [resource, id] of Object.entries(ids))
      expect((await product.remove(resource, id, at + 10)).json()).toEqual({ changed: true })
    expect(await rowsOf('customers', 'id, deleted, deleted_at')).toEqual([{ id: 7, deleted: true, deleted_at: at + 10 }])
    expect(await rowsOf('qrs', 'id, status')).toEqual([{ id: 41, status: 0 }])
    for (const table of ['folders', 'qr_media', 'customer_domains', 'events']) expect([table, await rowsOf(table)]).toEqual([table, []])
    for (const [resource, id] of Object.entries(ids)) {
      expect((await product.remove(resource, id, at + 10)).json()).toEqual({ changed: false })
      const row = { ...sampleRows[resource as IngestResource], ...(resource === 'events' ? {} : { updatedAt: at + 5 }) }
      // Customers and QR codes take over the fields of the later state, and stay deleted.
      const result = ['customers', 'qrs'].includes(resource) ? 'changed' : resource === 'events' ? 'same' : 'older'
      expect([resource, await counted(resource as IngestResource, row)]).toEqual([resource, { [result]: 1 }])
    }
    expect(await rowsOf('customers', 'deleted')).toEqual([{ deleted: true }])
    expect(await rowsOf('qrs', 'status')).toEqual([{ status: 0 }])
    for (const table of ['folders', 'qr_media', 'customer_domains', 'events']) expect([table, await rowsOf(table)]).toEqual([table, []])
    await send('qrs', { ...sampleRows.qrs, updatedAt: at + 20 })
    await send('media', { ...sampleRows.media, updatedAt: at + 20 })
    expect([await rowsOf('qrs', 'status'), (await rowsOf('qr_media')).length]).toEqual([[{ status: 1 }], 1])
    expect(await rowsOf('audit_log', 'id, action, actor_email, target_id')).toMatchObject([
      { action: 'token.create' },
      { action: 'customer.product-delete', actor_email: 'service token “Our product”', target_id: 7 },
      { action: 'qr.product-delete', target_id: 41 },
    ])
    expect(await checkFigures(database.current.patient.orm)).toMatchObject({ differences: [] })
  })

  test('says that a state changed nothing if its record was removed before it came', async () => {
    await send('customers', sampleRows.customers)
    await product.remove('domains', 'd-1', at + 10)
    await product.remove('customers', '8', at + 10)
    const late = { updatedAt: at + 5 }
    expect(await counted('domains', { ...sampleRows.domains, ...late })).toEqual({ older: 1 })
    expect(await rowsOf('customer_domains')).toEqual([])
    // A customer is kept, marked as deleted.
    expect(await counted('customers', { ...sampleRows.customers, externalId: '8', email: 'eight@example.com', ...late })).toEqual({
      new: 1,
    })
    expect(await rowsOf('customers', 'id, deleted')).toEqual([
      { id: 7, deleted: false },
      { id: 8, deleted: true },
    ])
    expect(await counted('domains', { ...sampleRows.domains, updatedAt: at + 11 })).toEqual({ changed: 1 })
    expect(await rowsOf('customer_domains', 'hostname')).toHaveLength(1)
  })

  test('keeps fields changed by staff until the product sends a later state', async () => {
    await send('customers', sampleRows.customers)
    await send('qrs', sampleRows.qrs)
    const browser = await signIn(server)
    expect((await browser.send('PATCH', '/customers/7/ban', { banned: true })).statusCode).toBeLessThan(300)
    expect((await browser.send('PATCH', '/qrs/41/status', { status: 'blocked' })).statusCode).toBe(200)
    // These arrive late, from before the staff's changes.
    await send('customers', { ...sampleRows.customers, updatedAt: at + 50, email: 'new@example.com' })
    await send('qrs', { ...sampleRows.qrs, updatedAt: at + 50, name: 'New' })
    expect(await rowsOf('customers', 'banned, email, search_text')).toEqual([
      { banned: true, email: 'new@example.com', search_text: expect.stringContaining('new@example.com') as string },
    ])
    expect(await rowsOf('qrs', 'status, name, name_key')).toEqual([{ status: 2, name: 'New', name_key: 'new' }])
    server.clock.advance(10)
    await send('customers', { ...sampleRows.customers, updatedAt: testStart + 5 })
    await send('qrs', { ...sampleRows.qrs, updatedAt: testStart + 5 })
    expect([await rowsOf('customers', 'banned'), await rowsOf('qrs', 'status')]).toEqual([[{ banned: false }], [{ status: 1 }]])
  })

  test('keeps a Stripe id that is left out', async () => {
    await send('customers', { ...sampleRows.customers, stripeCustomerId: 'cus_1' })
    await send('customers', { ...sampleRows.customers, updatedAt: at + 1 })
    expect(await rowsOf('customers', 'stripe_customer_id, search_text')).toEqual([
      { stripe_customer_id: 'cus_1', search_text: expect.stringContaining('cus_1') as string },
    ])
  })

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
    const browser = await signIn(server)
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

  test('our own record numbers never collide with the product’s', async () => {
    await send('customers', ...[1, 2, 3].map((id) => ({ ...sampleRows.customers, externalId: String(id) })))
    await send('customers', ...['a', 'b'].map((externalId) => ({ ...sampleRows.customers, externalId })))
    await send('customers', { ...sampleRows.customers, externalId: '6' }, { ...sampleRows.customers, externalId: 'c' })
    expect(await rowsOf('customers', 'id')).toEqual([1, 2, 3, 4, 5, 6, 7].map((id) => ({ id })))
    expect(await rowsOf('external_records', 'external_id, record_id')).toEqual(
      [1, 2, 3, 6]
        .map((id) => ({ external_id: String(id), record_id: id }))
        .concat(['a', 'b', 'c'].map((id, place) => ({ external_id: id, record_id: [4, 5, 7][place] ?? 0 }))),
    )
  })

  describe('security', () => {
    test.each([
      ['no token', {}, 401],
      ['another scheme', { authorization: 'Basic eDp5' }, 401],
      ['an unknown token', { authorization: `Bearer qd_${'a'.repeat(43)}` }, 401],
    ])('rejects %s before reading the body', async (_what, headers, status) => {
      const reply = await server.app.inject({ method: 'POST', url: '/api/ingest/customers', headers, payload: '{' })
      expect(reply.statusCode).toBe(status)
    })

    test('rejects a read-only token and a session without a token', async () => {
      const reader = await makeProduct(server, ['read'])
      expect((await reader.send('customers', [sampleRows.customers])).statusCode).toBe(403)
      const browser = await signIn(server)
      const reply = await browser.inject({ method: 'POST', url: '/api/ingest/customers', payload: { rows: [sampleRows.customers] } })
      expect(reply.statusCode).toBe(401)
      expect(await rowsOf('customers')).toEqual([])
    })

    test.each(['staff', 'audit', 'payments', 'refunds', 'invoices', 'coupons', '__proto__', 'toString'])(
      'responds with 404 to %s',
      async (name) => {
        expect((await product.send(name, [{}])).statusCode).toBe(404)
        expect((await product.remove(name, '1')).statusCode).toBe(404)
      },
    )

    test('rejects fields that come from Stripe by name', async () => {
      const { refused } = await send('customers', { ...sampleRows.customers, planPrice: 1, subscriptionStatus: 'active' })
      const reason = 'This comes from Stripe, not from the product.'
      expect(refused).toMatchObject([{ details: { planPrice: reason, subscriptionStatus: reason } }])
    })

    test('rejects the whole request for too many or no rows, unknown fields or too large a body', async () => {
      const rows = Array.from({ length: 1001 }, () => sampleRows.customers)
      expect((await product.send('customers', rows)).json()).toMatchObject({ details: { rows: 'Must have at most 1000 rows.' } })
      expect((await product.send('customers', [])).statusCode).toBe(400)
      expect((await product.send('customers', [sampleRows.customers], { tenant: 1 })).json()).toMatchObject({ error: 'unknown_field' })
      expect((await product.send('customers', ['x'.repeat(17 * 1024 * 1024)])).statusCode).toBe(413)
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
