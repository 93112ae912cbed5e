import { render } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { paymentMethods } from '../../src/contract/payment-methods.ts'
import { invoiceStatuses, type PaymentRow, paymentIntentStatuses } from '../../src/contract/payments.ts'
import { InvoiceBadges, intentColour, invoiceColour, refundText } from '../../src/layout/records/payment-badges.tsx'
import { paymentsList } from '../../src/layout/records/payments-list.tsx'

describe('payment statuses (document 1, section 4)', () => {
  test('intents: succeeded is green, processing a warning, all others red [1.4 intent statuses]', () => {
    expect(paymentIntentStatuses.map((status) => [status, intentColour(status)])).toEqual([
      ['succeeded', 'success'],
      ['processing', 'warning'],
      ['canceled', 'danger'],
      ['requires_action', 'danger'],
      ['requires_confirmation', 'danger'],
      ['requires_payment_method', 'danger'],
    ])
  })

  test('invoices: colours the five documented ones [1.4 invoice statuses]', () => {
    expect(invoiceStatuses.map((status) => [status, invoiceColour(status)])).toEqual([
      ['draft', 'secondary'],
      ['open', 'warning'],
      ['paid', 'success'],
      ['uncollectible', 'danger'],
      ['void', 'secondary'],
    ])
  })

  test.each([
    [0, null],
    [1, 'partly refunded'],
    [4999, 'partly refunded'],
    [5000, 'refunded'],
    [5001, 'refunded'],
  ])('%i refunded of 5000 shows: %s (ruling 30) [R30 badge]', (amountRefunded, text) => {
    expect(refundText({ amount: 5000, amountRefunded })).toBe(text)
  })
})

const payment: PaymentRow = {
  id: 8,
  userId: 108,
  email: 'p8@example.com',
  country: 'es',
  currency: 'eur',
  amount: 5000,
  finalAmount: 5000,
  amountRefunded: 0,
  finalAmountRefunded: 0,
  refundCurrency: null,
  stripePaymentIntentId: 'pi_8',
  stripePaymentIntentStatus: 'succeeded',
  stripeInvoiceStatus: 'paid',
  stripeDisputeStatus: null,
  paymentType: 'card',
  paymentMethodBrand: 'visa',
  createdAt: 1_795_057_874,
  confirmedAt: 1_795_057_880,
  status: 'paid',
  ref: 'QD-8',
  ip: null,
  trialPlan: false,
  earlyFraud: false,
  refundInProgress: false,
  version: 1,
}

describe('invoice badges', () => {
  test.each<[string, Partial<PaymentRow>, string[]]>([
    ['paid', {}, ['paid']],
    ['refunded in part', { amountRefunded: 100 }, ['paid', 'partly refunded']],
    ['refunded', { amountRefunded: 5000 }, ['paid', 'refunded']],
    ['being refunded', { refundInProgress: true }, ['paid', 'refund in progress']],
    ['disputed', { stripeDisputeStatus: 'needs_response' }, ['paid', 'dispute: needs_response']],
    ['early fraud', { earlyFraud: true }, ['paid', 'early fraud']],
  ])('%s [1.4 refunded badge]', (_name, facts, badges) => {
    const { container } = render(<InvoiceBadges payment={{ ...payment, ...facts }} />)
    expect([...container.querySelectorAll('[data-status]')].map((badge) => badge.getAttribute('data-status'))).toEqual(badges)
  })
})

describe('the payment method column', () => {
  const method = paymentsList.columns.find(({ id }) => id === 'method')

  test('names each documented method [1.4 payment methods]', () => {
    expect(paymentMethods.map((paymentType) => method?.text?.({ ...payment, paymentType, paymentMethodBrand: null }))).toEqual([
      'Card',
      'SEPA debit',
      'Google Pay',
      'Apple Pay',
      'Sofort',
      'iDEAL',
      'Bancontact',
      'PayPal',
    ])
  })

  test('shows the card brand too', () => expect(method?.text?.(payment)).toBe('Card · Visa'))

  test('leaves its room to the email: the brand alone stands for a card', () => {
    const briefs = [
      ['card', 'visa', 'Visa'],
      ['apple_pay', 'amex', 'Apple Pay · Amex'],
      ['card', null, 'Card'],
    ] as const
    for (const [paymentType, paymentMethodBrand, brief] of briefs)
      expect(method?.cell?.({ ...payment, paymentType, paymentMethodBrand })).toBe(brief)
  })
})
