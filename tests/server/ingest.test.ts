import { expect, test } from 'vitest'
import { checkFigures } from '../../server/operate/figures/check.ts'
import { type IngestResource, ingestResources } from '../../src/contract/ingest/resources.ts'
import { testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { sampleRows } from '../support/ingest.ts'
import { at, useIngest } from '../support/ingest-server.ts'
import { signIn } from '../support/sign-in.ts'

describeDatabase('ingest API', (engine) => {
  const ingest = useIngest(engine)
  const { database, send, counted, rowsOf, tables } = ingest

  test('accepts every resource, even before its references, and the console shows it [1.7 ingest status]', async () => {
    for (const resource of [...ingestResources].toReversed()) await send(resource, sampleRows[resource])
    for (const table of tables) expect([table, (await rowsOf(table, '1')).length]).toEqual([table, 1])
    expect(await rowsOf('waiting_rows')).toEqual([])
    const browser = await signIn(ingest.server)
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
    const browser = await signIn(ingest.server)
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
    const waiting = (await (await signIn(ingest.server)).get('/ingest/waiting')).json<{ rows: object[] }>()
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
      expect((await ingest.product.remove(resource, id, at + 10)).json()).toEqual({ changed: true })
    expect(await rowsOf('customers', 'id, deleted, deleted_at')).toEqual([{ id: 7, deleted: true, deleted_at: at + 10 }])
    expect(await rowsOf('qrs', 'id, status')).toEqual([{ id: 41, status: 0 }])
    for (const table of ['folders', 'qr_media', 'customer_domains', 'events']) expect([table, await rowsOf(table)]).toEqual([table, []])
    for (const [resource, id] of Object.entries(ids)) {
      expect((await ingest.product.remove(resource, id, at + 10)).json()).toEqual({ changed: false })
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
    await ingest.product.remove('domains', 'd-1', at + 10)
    await ingest.product.remove('customers', '8', at + 10)
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
    const browser = await signIn(ingest.server)
    expect((await browser.send('PATCH', '/customers/7/ban', { banned: true })).statusCode).toBeLessThan(300)
    expect((await browser.send('PATCH', '/qrs/41/status', { status: 'blocked' })).statusCode).toBe(200)
    // These arrive late, from before the staff's changes.
    await send('customers', { ...sampleRows.customers, updatedAt: at + 50, email: 'new@example.com' })
    await send('qrs', { ...sampleRows.qrs, updatedAt: at + 50, name: 'New' })
    expect(await rowsOf('customers', 'banned, email, search_text')).toEqual([
      { banned: true, email: 'new@example.com', search_text: expect.stringContaining('new@example.com') as string },
    ])
    expect(await rowsOf('qrs', 'status, name, name_key')).toEqual([{ status: 2, name: 'New', name_key: 'new' }])
    ingest.server.clock.advance(10)
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
})
