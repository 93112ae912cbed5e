import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { billingData } from '../../../server/db/schema/customers.ts'
import { invoiceCounters, invoices } from '../../../server/db/schema/payments.ts'
import { sandboxPayments } from '../../../server/db/schema/sandbox.ts'
import { invoiceNumber, nextInvoiceNumber } from '../../../server/resources/invoices/numbers.ts'
import { buildTestApp, type TestApp, testStart } from '../../support/app.ts'
import { describeEngines } from '../../support/database.ts'
import { insertCustomers, insertInvoices, insertPayments } from '../../support/rows.ts'
import { signIn } from '../../support/sign-in.ts'

describeEngines('invoices of new payments', (engine) => {
  const database = engine.use()
  let server: TestApp

  beforeEach(async () => {
    await database.empty()
    server = await buildTestApp(database.current)
    await insertCustomers(database.current, [{ country: 'es', planName: 'Pro', planMonths: 12 }])
  })
  afterEach(() => server.app.close())

  const orm = () => database.current.orm
  const written = () => orm().select().from(invoices).orderBy(invoices.id)
  const unpaid = { stripePaymentIntentStatus: 'processing', stripeInvoiceStatus: 'open' }
  const notify = async (intentId: string) => {
    const { body, signature } = server.sandbox.notification('payment_intent.succeeded', { object: 'payment_intent', id: intentId })
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    expect((await server.app.inject({ method: 'POST', url: '/webhooks/payments', headers, payload: body })).statusCode).toBe(200)
  }
  const becomePaid = async (intentId: string) => {
    await server.sandbox.payment(intentId)
    await orm()
      .update(sandboxPayments)
      .set({ status: 'succeeded', invoiceStatus: 'paid', confirmedAt: testStart })
      .where(eq(sandboxPayments.intentId, intentId))
    await notify(intentId)
  }

  test('creates an invoice with the current billing data when the provider reports a payment as paid', async () => {
    await insertPayments(database.current, [{ ...unpaid, amount: 12_100, ref: 'QD-1' }])
    const address = { firstname: 'Ana', lastname: 'Ruiz', street: 'Calle Sol 1', zip: '28001', city: 'Madrid', email: 'ana@example.com' }
    await orm()
      .insert(billingData)
      .values({ userId: 1, country: 'es', accountType: 'private', taxId: '12345678Z', ...address })
    await becomePaid('pi_1')
    await notify('pi_1')
    const [invoice, ...others] = await written()
    expect(others).toEqual([])
    expect(invoice).toMatchObject({
      number: '2026-000001',
      userId: 1,
      paymentId: 1,
      createdAt: testStart,
      currency: 'eur',
      subtotal: 10_000,
      vatRate: 2_100,
      vatAmount: 2_100,
      total: 12_100,
      description: 'Pro, 12 months',
      billing: { country: 'es', account_type: 'private', tax_id: '12345678Z', vat_number: null, ...address },
    })
    const browser = await signIn(server)
    expect((await browser.get(`/invoices/files/${invoice?.link}`)).headers['content-type']).toBe('application/pdf')
  })

  test('creates one when staff force-approve a payment', async () => {
    await insertPayments(database.current, [{ ...unpaid, trialPlan: true }])
    await server.sandbox.payment('pi_1')
    const browser = await signIn(server)
    expect((await browser.send('PATCH', '/payments/1/force-approve', {})).json()).toMatchObject({ success: true })
    const paid = (await orm().select().from(sandboxPayments))[0]
    expect(paid).toMatchObject({ status: 'succeeded', invoiceStatus: 'paid' })
    expect(await written()).toMatchObject([{ number: '2026-000001', description: 'Trial week', billing: null, total: 5_000 }])
  })

  test('creates none when a paid payment changes in another way', async () => {
    await insertPayments(database.current, [{}])
    await server.sandbox.payment('pi_1')
    await orm().update(sandboxPayments).set({ disputeStatus: 'needs_response', disputeReason: 'fraudulent' })
    await notify('pi_1')
    expect(await written()).toEqual([])
  })

  test('numbers continue from existing ones and restart each year', async () => {
    await insertInvoices(database.current, [{ number: '2026-000041' }, { number: '2025-000099' }, { number: 'odd' }])
    const take = (year: number) => orm().transaction((tx) => nextInvoiceNumber(tx, year))
    expect([await take(2026), await take(2026), await take(2025), await take(2027)]).toEqual([
      '2026-000042',
      '2026-000043',
      '2025-000100',
      '2027-000001',
    ])
  })

  test('numbers past 999,999 have more digits, one by one and in bulk', async () => {
    await insertInvoices(database.current, [{ number: '2026-999998' }])
    const take = () => orm().transaction((tx) => nextInvoiceNumber(tx, 2026))
    expect([await take(), await take(), await take()]).toEqual(['2026-999999', '2026-1000000', '2026-1000001'])
    // The same if the counter starts behind such a number.
    await orm().delete(invoiceCounters)
    await insertInvoices(database.current, [{ id: 2, number: '2026-1000001' }])
    expect(await take()).toBe('2026-1000002')
    const { rows } = await orm().execute<{ number: string }>(
      sql`select ${invoiceNumber(sql`2026`, sql`place`)} as number from unnest(array[7, 999999, 1000000, 1234567]) as place`,
    )
    expect(rows.map(({ number }) => number)).toEqual(['2026-000007', '2026-999999', '2026-1000000', '2026-1234567'])
  })

  test('fifty parallel transactions get consecutive numbers, and a rollback leaves no gap', async () => {
    const amount = 50
    await insertPayments(
      database.current,
      Array.from({ length: amount }, (_, index) => ({ ...unpaid, ref: `R-${index}` })),
    )
    const insert = (index: number) =>
      orm().transaction(async (tx) => {
        const number = await nextInvoiceNumber(tx, 2026)
        const sums = { currency: 'eur', subtotal: 1, vatRate: 0, vatAmount: 0, total: 1, description: 'x' }
        await tx.insert(invoices).values({ number, userId: 1, paymentId: index + 1, createdAt: testStart, link: `l-${index}`, ...sums })
        if (index % 7 === 3) throw new Error('rolled back')
      })
    const results = await Promise.allSettled(Array.from({ length: amount }, (_, index) => insert(index)))
    const kept = results.filter(({ status }) => status === 'fulfilled').length
    expect(kept).toBe(43)
    const numbers = (await written()).map(({ number }) => number).toSorted()
    expect(numbers).toEqual(Array.from({ length: kept }, (_, index) => `2026-${String(index + 1).padStart(6, '0')}`))
  })
})
