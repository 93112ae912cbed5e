import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { learnFeatures } from '../../src/api/features.ts'
import { features } from '../../src/contract/features.ts'
import type { PaymentRow } from '../../src/contract/payments.ts'
import {
  anaFound,
  type Call,
  chosenRow,
  enterText,
  found,
  holdCalls,
  listOf,
  openPalette,
  press,
  renderConsole,
  rows,
} from './palette-harness.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  learnFeatures(features)
})

const intent = 'pi_3NabcDEFghi456789'
const payment: PaymentRow = {
  id: 31,
  userId: 8812,
  email: 'ana@cafesol.es',
  country: 'es',
  currency: 'eur',
  amount: 3_990,
  finalAmount: 3_990,
  amountRefunded: 0,
  finalAmountRefunded: 0,
  refundCurrency: null,
  stripePaymentIntentId: intent,
  stripePaymentIntentStatus: 'succeeded',
  stripeInvoiceStatus: 'paid',
  stripeDisputeStatus: null,
  paymentType: 'card',
  paymentMethodBrand: 'visa',
  createdAt: 1_795_057_874,
  confirmedAt: 1_795_057_880,
  status: 'paid',
  ref: 'QD-0000123',
  ip: null,
  trialPlan: false,
  earlyFraud: false,
  refundInProgress: false,
  version: 1,
}
const invoice = { id: 77, createdAt: 1_772_000_000, link: 'file-77', customer: 8812 }

async function opened() {
  const network = holdCalls()
  const console = await renderConsole()
  await openPalette()
  return { ...network, ...console }
}

/** Whatever else is looked up finds nothing either. */
const noMatch = (calls: readonly Call[], text: string) =>
  waitFor(async () => {
    for (const each of calls.filter(({ isOpen }) => isOpen)) await each.answer(listOf([]))
    return screen.getByText(new RegExp(`No match for ‘${text}’`))
  })

function paste(text: string) {
  fireEvent.paste(screen.getByRole('combobox'), { clipboardData: { getData: () => text } })
}

describe('an identifier opens its record on Enter, and shows the reason for the match', () => {
  test.each([
    ['a payment intent', ` ${intent}\u00a0`, /GET \/payments.*stripePaymentIntentId=pi_3Nabc/, 'exact Stripe ID'],
    [
      'a refund',
      'https://dashboard.stripe.com/refunds/re_3NabcDEFghi4567890123',
      /GET \/payments.*stripePaymentIntentId=re_3Nabc/,
      'exact Stripe ID',
    ],
    ['an order', 'order no. QD-0000123', /GET \/payments.*ref=QD-0000123/, 'exact order number'],
    ['a payment', 'payment 31', /GET \/payments.*paymentId=31/, 'exact id'],
  ])('%s', async (_what, text, asked, why) => {
    const { call, at } = await opened()
    enterText(text)
    press('Enter')
    expect(at()).toBe('/start')
    await (await call(asked)).answer(listOf([payment]))
    await waitFor(() => expect(at()).toBe('/payments?paymentId=31&panel=payment-31'))
    localStorage.clear()
    await openPalette()
    enterText(text)
    await waitFor(() => expect(chosenRow()).toContain('Payment 31: 39,90'))
    expect(chosenRow()).toContain(why)
  })

  test('an invoice number, if no QR code has that address', async () => {
    const { call, at } = await opened()
    enterText('2026-000123')
    await (await call(/GET \/qrs.*searchTerm=2026-000123/)).answer(listOf([]))
    await (await call(/GET \/invoices.*number=2026-000123/)).answer(listOf([invoice]))
    await waitFor(() => expect(chosenRow()).toContain('Invoice 77'))
    expect(chosenRow()).toContain('exact invoice number')
    press('Enter')
    await waitFor(() => expect(at()).toBe('/invoices?invoiceId=77&panel=invoice-77'))
  })

  test('a subscription id of the payment provider', async () => {
    const { call, at } = await opened()
    enterText('sub_1NabcDEFghi')
    await (await call(/find\/sub_1NabcDEFghi/)).answer(anaFound)
    await waitFor(() => expect(chosenRow()).toContain('exact subscription id'))
    press('Enter')
    await waitFor(() => expect(at()).toBe('/customers/8812'))
  })

  test('an order number is not found if the API ignores it and returns the whole list', async () => {
    const { call, calls } = await opened()
    enterText('order QD-0000999')
    await (await call(/GET \/payments.*ref=QD-0000999/)).answer(listOf([payment]))
    expect(await noMatch(calls, 'order QD-0000999')).toBeDefined()
  })

  test('an API with only the documented features gets no extra requests', async () => {
    learnFeatures([])
    const { call, calls } = await opened()
    for (const text of [intent, 'order QD-0000123', 'QD-0000123', '2026-000123']) {
      enterText(text)
      if (text.startsWith('QD') || text.startsWith('2026')) await (await call(new RegExp(`qrs.*${text}`))).answer(listOf([]))
      expect(await noMatch(calls, text)).toBeDefined()
    }
    expect(calls.filter(({ path }) => path === '/payments' || path === '/invoices')).toEqual([])
  })

  test('a verb accepts a payment intent, and sends nothing before confirmation', async () => {
    const { call, calls } = await opened()
    enterText(`refund 10 ${intent}`)
    await (await call(/GET \/payments.*stripePaymentIntentId=/)).answer(listOf([payment]))
    await (await call(/GET \/payments.*paymentId=31/)).answer(listOf([payment]))
    await waitFor(() => expect(chosenRow()).toContain('Payment 31'))
    press('Enter')
    await screen.findByText(/^Payment #31/)
    expect(screen.getByText('10,00 €')).toBeDefined()
    expect(calls.filter(({ method }) => method !== 'GET')).toEqual([])
  })
})

describe('several identifiers mixed with other lines', () => {
  test('an unrecognised line says so and does not affect the rest', async () => {
    const { call, at } = await opened()
    paste('ana@cafesol.es\nnobody knows\ncustomer 5\nsub_1NabcDEFghi')
    expect(
      rows()
        .slice(1)
        .map((row) => row?.replace('searching…', '')),
    ).toEqual(['ana@cafesol.es', 'nobody knowsnot recognised', 'customer 5', 'sub_1NabcDEFghi'])
    await (await call(/find\/ana/)).answer(anaFound)
    await (await call(/find\/5/)).fail(404, 'Not found')
    await (await call(/find\/sub_/)).fail(404, 'Not found')
    await screen.findByText('1 of 3 found, 1 not recognised')
    expect(rows()[0]).toContain('Open the one that was found')
    press('ArrowDown')
    press('ArrowDown')
    expect(chosenRow()).toContain('nobody knows')
    press('Enter')
    await screen.findByText('‘nobody knows’ is not an email, id or address.')
    expect(at()).toBe('/start')
  })

  test('only the first 200 lines of a long text are read, and the palette says so', async () => {
    await opened()
    paste([...Array.from({ length: 300 }, (_, index) => `This is line ${index}.`), 'ana@cafesol.es'].join('\n'))
    expect(screen.getByText('a long text, only the first 200 lines are read')).toBeDefined()
    expect(screen.getByText('No email, id or address in this text')).toBeDefined()
    expect(rows()).toHaveLength(10)
    press('ArrowDown')
    press('Enter')
    await screen.findByText('‘This is line 0’ is not an email, id or address.')
  })
})

describe('arbitrary input', () => {
  test.each([
    ['x'.repeat(10_000)],
    ['lorem ipsum '.repeat(850)],
    ['🙂'.repeat(5_000)],
    ["' or 1=1; -- ".repeat(800)],
    ['\u0000'],
    [' '.repeat(10_000)],
  ])('sends no oversized request and leaves the field usable: %#', async (text) => {
    const { calls } = await opened()
    enterText(text)
    press('Enter')
    enterText('ban')
    await waitFor(() => expect(chosenRow()).toContain('Ban'))
    expect(calls.filter(({ url }) => decodeURIComponent(url.href).length > 600)).toEqual([])
  })

  test.each(['🙂', 'مرحبا بك', '(.*)+$', "'; drop table customers; --", 'a', '%'])('is searched for as typed: %s', async (text) => {
    const { call } = await opened()
    enterText(text)
    await (await call(/GET \/customers\/search/)).answer(found([]))
    await waitFor(() => expect(rows().join()).not.toContain('searching'))
  })
})
