import { getTableColumns } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readTables } from '../../server/db/catalog.ts'
import { customers } from '../../server/db/schema/customers.ts'
import { silentLog } from '../../server/process/log.ts'
import { DeliveryPool } from '../../server/product/outbox/pool.ts'
import { retireFiles } from '../../server/resources/invoices/reupload.ts'
import { insertPayments as storePayments } from '../../server/resources/payments/insert.ts'
import { blankCustomer } from '../../server/resources/personal-data/forget.ts'
import { customerTables, leftOutTables } from '../../server/resources/personal-data/tables.ts'
import type { Erasure } from '../../src/contract/personal-data.ts'
import { buildTestApp, type TestApp, testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { makeProduct } from '../support/ingest.ts'
import { makePerson, personalRows, personalText } from '../support/person.ts'
import { openReceiver } from '../support/receiver.ts'
import { insertCustomers } from '../support/rows.ts'
import { type Browser, signIn } from '../support/sign-in.ts'
import { readZip } from './invoices/read-zip.ts'

describe('stored customer data', () => {
  test('is blanked in every column that could identify an erased customer', () => {
    const kept =
      'country planName planCurrency stripeCustomerId stripeSubscriptionId subscriptionStatus subscriptionCanceledBy stripeDisputeReason paymentDisputeReason lastPaymentMethod displayedStatus'
    const derived = 'email searchKeys searchText nameKey'
    const texts = Object.entries(getTableColumns(customers)).filter(([, { dataType }]) => dataType === 'string' || dataType === 'array')
    const others = texts.map(([name]) => name).filter((name) => !(name in blankCustomer))
    expect(others.toSorted()).toEqual(`${kept} ${derived}`.split(' ').toSorted())
  })
})

describeDatabase('a customer’s rights', (engine) => {
  const database = engine.use()

  test('every table is exported or left out with a reason [1.7 personal data]', async () => {
    const tables = await readTables(database.current.pool)
    expect([...Object.keys(customerTables), ...Object.keys(leftOutTables)].toSorted()).toEqual(tables.map(({ name }) => name))
    // By its primary key, because a batch of a table without one cannot be read again.
    expect(tables.filter(({ name, keys }) => name in customerTables && keys[0]?.name === 'ctid')).toEqual([])
  })

  let server: TestApp
  let browser: Browser
  let receiver: Awaited<ReturnType<typeof openReceiver>>

  beforeAll(async () => {
    server = await buildTestApp(database.current)
    // Signatures that are old by the real clock are refused.
    server.clock.advance(Math.floor(Date.now() / 1000) - testStart)
    browser = await signIn(server)
    receiver = await openReceiver()
    const made = await browser.send('POST', '/webhook-endpoints', { url: `${receiver.url}/told`, events: [] })
    receiver.trust('/told', made.json<{ secret: string }>().secret)
    await insertCustomers(database.current, [{ id: 8, firstName: 'Other', lastName: 'Person', email: 'other@person.example' }])
    await makePerson(server, browser, 7)
  })
  afterAll(async () => {
    await server.app.close()
    await receiver.close()
  })

  const query = async (text: string) => (await database.current.pool.query(text)).rows as Record<string, unknown>[]

  /** The columns that contain the person's text, in any table except the payment provider's own. */
  async function found(): Promise<string[]> {
    const names = await query(`SELECT DISTINCT table_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name NOT LIKE 'sandbox%' ORDER BY 1`)
    const columns: string[] = []
    for (const { name } of names)
      for (const row of await query(`SELECT * FROM "${String(name)}"`))
        for (const [column, value] of Object.entries(row)) {
          const text = JSON.stringify(value).toLowerCase()
          if (personalText.some((each) => text.includes(each.toLowerCase()))) columns.push(`${String(name)}.${column}`)
        }
    return [...new Set(columns)].toSorted()
  }

  test('exports everything as a zip with files, and audits it [1.7 personal data]', async () => {
    const reply = await browser.get('/customers/7/personal-data')
    expect(reply.statusCode).toBe(200)
    const files = readZip(reply.rawPayload)
    expect(String(files.size)).toBe(reply.headers['x-total-count'])
    const empty = Object.keys(customerTables).filter((table) => (JSON.parse(String(files.get(`${table}.json`))) as object[]).length === 0)
    expect(empty).toEqual([])
    const all = [...files.values()].join('\n').toLowerCase()
    expect(personalText.filter((text) => !all.includes(text.toLowerCase()))).toEqual([])
    expect(String(files.get('files/qr-70/zorbina'))).toBe('picture of Zorbina')
    expect(String(files.get('invoices/2026-7_7.pdf')).slice(0, 4)).toBe('%PDF')
    expect(all).not.toContain('other@person.example')
    expect(all).not.toContain('staff1@example.com')
    const [audit] = await query(`SELECT action, target_id, after FROM audit_log ORDER BY id DESC LIMIT 1`)
    expect(audit).toEqual({ action: 'customer.export', target_id: 7, after: { files: files.size } })
    expect((await browser.get('/customers/9/personal-data')).statusCode).toBe(404)
  })

  test('the export reads in batches and contains every row once', async () => {
    await query(`INSERT INTO events (id, event, user_id, date) SELECT 1000 + n, 'login', 8, n FROM generate_series(1, 250) n`)
    const files = readZip((await browser.get('/customers/8/personal-data')).rawPayload)
    const ids = (JSON.parse(String(files.get('events.json'))) as { id: number }[]).map(({ id }) => id)
    expect(ids).toEqual(Array.from({ length: 250 }, (_, index) => 1001 + index))
  })

  test('counts what names the person by the other spelling of the host', async () => {
    await insertCustomers(database.current, [{ id: 9, email: 'info@xn--bcher-kva.example' }])
    await query(`INSERT INTO invitations (id, owner_id, email, role, status, created_at, registration_complete)
      VALUES (900, 8, 'info@bücher.example', 1, 0, 1, 0)`)
    const { counts } = (await browser.get('/customers/9/erasure')).json<Erasure>()
    expect(counts.invitations).toBe(1)
  })

  test('only role 1 may export or erase', async () => {
    const collaborator = await signIn(server, { rol: 2 })
    expect((await collaborator.get('/customers/7/personal-data')).statusCode).toBe(403)
    expect((await collaborator.get('/customers/7/erasure')).statusCode).toBe(403)
    expect((await collaborator.send('PATCH', '/customers/7/erase', {})).statusCode).toBe(403)
  })

  test('rejects erasure during an active subscription or a pending refund [1.7 erase]', async () => {
    await query(`UPDATE customers SET subscription_status = 'active' WHERE id = 7`)
    const subscribed = await browser.send('PATCH', '/customers/7/erase', {})
    expect([subscribed.statusCode, subscribed.json<{ message: string }>().message]).toEqual([
      409,
      'Still subscribed. The subscription is active. Cancel it first.',
    ])
    await query(`UPDATE customers SET subscription_status = 'canceled' WHERE id = 7`)
    await query(`UPDATE refunds SET state = 'pending'`)
    expect((await browser.send('PATCH', '/customers/7/erase', {})).json()).toMatchObject({ message: expect.stringContaining('refund') })
    await query(`UPDATE refunds SET state = 'succeeded'`)
  })

  test('counts beforehand what would be erased and what is kept [1.7 erase]', async () => {
    const { counts } = (await browser.get('/customers/7/erasure')).json<Erasure>()
    expect(counts).toEqual({
      notes: 1,
      events: 1,
      emails: 1,
      apiCalls: 1,
      files: 1,
      feedback: 1,
      invitations: 2,
      domains: 1,
      payments: 1,
      invoices: 1,
      qrs: 1,
    })
  })

  test('erases a customer everywhere, but keeps payment amounts and other customers’ data [1.7 erase]', async () => {
    // Proves that the person's text was everywhere before.
    expect((await found()).length).toBeGreaterThan(45)
    const others = () => query(`SELECT * FROM customers c, events e WHERE c.id = 8 AND e.user_id = 8 ORDER BY e.id`)
    const money = () =>
      query(`SELECT p.amount, p.final_amount, p.amount_refunded, p.country, i.number, i.total, i.vat_amount, r.amount AS refund, c.total_revenue
        FROM payments p JOIN invoices i ON i.payment_id = p.id JOIN refunds r ON r.payment_id = p.id JOIN customers c ON c.id = p.user_id`)
    const before = [await others(), await money()]

    const reply = await browser.send('PATCH', '/customers/7/erase', {})
    expect(reply.json()).toMatchObject({ success: true, undoable: false })
    await retireFiles(server.context, silentLog)

    // Short addresses are printed on codes, so no other customer may get one.
    expect(await found()).toEqual(['qrs.uri', 'used_uris.uri'])
    expect([await others(), await money()]).toEqual(before)
    expect(await server.context.storage.get('qrs/7/zorbina.png')).toBeNull()
    expect(await server.context.storage.get('invoices/file-7.pdf')).toBeNull()
    expect(await query('SELECT reversible FROM audit_log WHERE target_id = 7 AND reversible')).toEqual([])
    expect((await browser.send('PATCH', '/customers/7/erase', {})).json()).toEqual({ success: true })
  })

  test('every view that shows an erased customer still opens [1.7 erase]', async () => {
    const [invoice] = await query('SELECT link FROM invoices')
    const paths = `/customers/7 /customers/7/overview /customers/7/timeline /customers/7/qrs /customers/7/note /payments /invoices /qrs /customers
      /qrs/70/details /invoices/7/details /payments/7/details /qrs/uri/history /audit /invoices/files/${String(invoice?.['link'])} /customers/find/7`
    for (const path of paths.split(/\s+/)) expect([path, (await browser.get(path)).statusCode]).toEqual([path, 200])
    expect((await browser.get('/customers/7')).json()).toMatchObject({
      erased: true,
      deleted: true,
      fullName: '',
      email: 'erased-7@erased.invalid',
    })
    const all = readZip((await browser.get('/customers/7/personal-data')).rawPayload)
    const texts = [...all].flatMap(([name, file]) => (name === 'qrs.json' ? [] : [String(file).toLowerCase()]))
    expect(personalText.filter((text) => texts.join('\n').includes(text.toLowerCase()))).toEqual([])
  })

  test('notifies the product without any personal text [1.7 erase]', async () => {
    const pool = new DeliveryPool(server.context)
    await pool.begin()
    await pool.idle()
    const bodies = receiver.received.map(({ body }) => JSON.stringify(body))
    const told = bodies.filter((body) => body.includes('customer.erased'))
    expect(told.map((body) => JSON.parse(body) as object)).toMatchObject([
      { data: { record: { type: 'customer', id: 7, externalId: '7' }, after: { erased: true } } },
    ])
    expect(personalText.filter((text) => bodies.join('\n').toLowerCase().includes(text.toLowerCase()))).toEqual([])
  })

  test('staff, the product and the payment provider cannot bring personal data back [1.7 erase]', async () => {
    const refusals = [
      await browser.send('PATCH', '/customers/7', { email: 'zorbina@quillfeather.example' }),
      await browser.send('PATCH', '/customers/7/note', { text: 'Zorbina', version: null }),
      await browser.send('PATCH', '/customers/7/restore', {}),
      await browser.send('POST', '/undo', {}),
    ]
    expect(refusals.map(({ statusCode }) => statusCode)).toEqual([409, 409, 200, 409])
    const product = await makeProduct(server)
    const { 'abuse-reports': _report, ...rows } = personalRows(7, server.clock.now())
    for (const [resource, row] of Object.entries(rows)) expect((await product.send(resource, [row])).json()).toMatchObject({ refused: [] })
    const method = {
      type: 'card',
      wallet: null,
      cardBrand: 'visa',
      cardType: 'zorbina',
      last4: '4242',
      expiryMonth: 1,
      expiryYear: 2030,
      bankCode: 'zorbina',
      branchCode: null,
      bankCountry: null,
    }
    const record = {
      intentId: 'pi_late',
      amount: 100,
      amountRefunded: 0,
      currency: 'eur',
      status: 'succeeded',
      invoiceStatus: 'paid',
      method,
      country: 'es',
      createdAt: 5,
      confirmedAt: 5,
      ref: null,
      settled: null,
      customer: { customerId: 'cus_7', externalId: null, email: 'zorbina@quillfeather.example' },
    }
    await database.current.orm.transaction((tx) => storePayments(tx, [{ record, userId: 7, finalAmount: 100 }]))
    await retireFiles(server.context, silentLog)
    expect(await found()).toEqual(['used_uris.uri'])
    expect(await query(`SELECT deleted, last4, erased_at IS NOT NULL AS erased FROM customers WHERE id = 7`)).toEqual([
      { deleted: true, last4: null, erased: true },
    ])
  })
})
