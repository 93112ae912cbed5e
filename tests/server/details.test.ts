import { afterAll, beforeAll, expect, test } from 'vitest'
import { refunds } from '../../server/db/schema/payments.ts'
import { folders, qrDailyScans, qrMedia, qrs, uriHistory } from '../../server/db/schema/qrs.ts'
import { addDays, dayOf } from '../../src/contract/dates.ts'
import type { InvoiceDetails, PaymentDetails, QrDetails } from '../../src/contract/details.ts'
import type { InvoiceRow } from '../../src/contract/invoices.ts'
import type { QrRow } from '../../src/contract/qrs.ts'
import { buildTestApp, type TestApp, testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers, insertInvoices, insertPayments, insertQrs } from '../support/rows.ts'
import { type Browser, signIn } from '../support/sign-in.ts'

const day = 86_400

describeDatabase('what side panels show', (engine) => {
  const database = engine.use()
  let server: TestApp
  let browser: Browser
  const today = dayOf(testStart)

  beforeAll(async () => {
    server = await buildTestApp(database.current)
    // Both roles may call these; the access matrix covers that.
    browser = await signIn(server, { rol: 2 })
    const { orm } = database.current
    await insertCustomers(database.current, [{ firstName: 'Ana', lastName: 'Ruiz', companyName: 'Café Sol', email: 'ana@sol.es' }, {}])
    await insertQrs(database.current, [{}, {}])
    await orm.insert(folders).values({ id: 3, name: 'Menus', nameKey: 'menus', createdAt: testStart, userId: 1 })
    await orm.update(qrs).set({ folderId: 3 })
    await orm.insert(qrDailyScans).values([
      { qrId: 1, day: today, scans: 0, visits: 2 },
      { qrId: 1, day: addDays(today, -1), scans: 5, visits: 4 },
      { qrId: 1, day: addDays(today, -29), scans: 1, visits: 1 },
      { qrId: 1, day: addDays(today, -30), scans: 9, visits: 9 },
      { qrId: 2, day: addDays(today, -40), scans: 3, visits: 3 },
    ])
    await orm.insert(uriHistory).values(
      Array.from({ length: 6 }, (_, index) => ({
        qrId: 1,
        uri: `old-${index}`,
        qrUri: `old-${index + 1}`,
        updatedAt: testStart + index,
      })),
    )
    await orm.insert(qrMedia).values(['a', 'b'].map((key) => ({ qrId: 1, key, type: 'image', url: '', src: '', storageKey: key })))
    await insertPayments(database.current, [
      { createdAt: testStart, stripeDisputeReason: 'fraudulent', discount: 20, amountRefunded: 1_000 },
      { createdAt: testStart - 2 * day, stripePaymentIntentStatus: 'requires_payment_method', stripeInvoiceStatus: 'open' },
      { createdAt: testStart + 30 * day },
      { createdAt: testStart - 31 * day },
      { createdAt: testStart, userId: 2 },
    ])
    const refund = { paymentId: 1, amount: 1_000, finalAmount: 1_000, currency: 'eur' }
    await orm.insert(refunds).values([
      {
        ...refund,
        idempotencyKey: 'one-one-1',
        state: 'failed',
        error: 'No funds.',
        staffEmail: 'sam@desk.test',
        createdAt: testStart + 1,
      },
      { ...refund, idempotencyKey: 'two-two-2', state: 'succeeded', reason: 'Twice', createdAt: testStart + 2 },
    ])
    await insertInvoices(database.current, [{ paymentId: 1 }, { userId: 2 }])
  })
  afterAll(() => server.app.close())

  const read = async <Reply>(path: string) => (await browser.get(path)).json<Reply>()
  const ana = { id: 1, fullName: 'Ana Ruiz', companyName: 'Café Sol', email: 'ana@sol.es' }

  test('QR: owner, folder, files, scans of 30 Madrid days and latest URIs [2.7 details]', async () => {
    const details = await read<QrDetails>('/qrs/1/details')
    expect(details).toMatchObject({ owner: ana, folder: { id: 3, name: 'Menus' }, media: 2, today, uriChanges: 6 })
    expect(details.days).toEqual([
      { day: addDays(today, -29), scans: 1, visits: 1 },
      { day: addDays(today, -1), scans: 5, visits: 4 },
      { day: today, scans: 0, visits: 2 },
    ])
    expect(details.lastScan).toBe(addDays(today, -1))
    expect(details.uris.map(({ uri, qrUri }) => `${uri} ${qrUri}`)).toEqual([5, 4, 3, 2, 1].map((at) => `old-${at} old-${at + 1}`))
  })

  test('QR scanned long ago: no daily scans, only the last scan day', async () => {
    expect(await read<QrDetails>('/qrs/2/details')).toMatchObject({ days: [], lastScan: addDays(today, -40), uris: [], media: 0 })
  })

  test('payment: refunds, dispute, discount, invoice and attempts around it, nearest first [1.7 payment details]', async () => {
    const details = await read<PaymentDetails>('/payments/1/details')
    expect(details).toMatchObject({ customer: ana, disputeReason: 'fraudulent', discount: 20, invoice: { id: 1, number: '2026-1' } })
    expect(details.refunds.map(({ state, by, reason, error }) => ({ state, by, reason, error }))).toEqual([
      { state: 'succeeded', by: null, reason: 'Twice', error: null },
      { state: 'failed', by: 'sam@desk.test', reason: null, error: 'No funds.' },
    ])
    expect(details.attempts.map(({ id, stripePaymentIntentStatus }) => [id, stripePaymentIntentStatus])).toEqual([
      [2, 'requires_payment_method'],
      [3, 'succeeded'],
    ])
  })

  test('invoice: its contents and its payment, if any', async () => {
    expect(await read<InvoiceDetails>('/invoices/1/details')).toEqual({
      customer: ana,
      description: 'Plan',
      currency: 'eur',
      subtotal: 1_000,
      vatRate: 2_100,
      vatAmount: 210,
      total: 1_210,
      payment: { id: 1, ref: 'QD-1', amount: 5_000, currency: 'eur', stripePaymentIntentStatus: 'succeeded' },
    })
    expect(await read<InvoiceDetails>('/invoices/2/details')).toMatchObject({ customer: { id: 2 }, payment: null })
  })

  test('unknown record: 404 with a message that names it', async () => {
    for (const [path, message] of [
      ['/qrs/99/details', 'QR 99 was not found.'],
      ['/payments/99/details', 'Payment 99 was not found.'],
      ['/invoices/99/details', 'Invoice 99 was not found.'],
    ] as const) {
      const reply = await browser.get(path)
      expect([reply.statusCode, reply.json<{ message: string }>().message]).toEqual([404, message])
    }
  })

  test('lists include the owner of a QR, and the customer, number and amount of an invoice', async () => {
    const { id: _, ...named } = ana
    expect((await read<{ rows: QrRow[] }>('/qrs?sort=id&sortDirection=asc')).rows.map(({ owner }) => owner)).toEqual([named, named])
    expect((await read<{ rows: InvoiceRow[] }>('/invoices?user=1')).rows).toMatchObject([
      { holder: named, number: '2026-1', total: 1_210, currency: 'eur' },
    ])
  })
})
