import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currencyDecimals, formatMoney } from '../../src/contract/money.ts'
import {
  isDisputeOpen,
  type PaymentFacts,
  parseAmount,
  refundable,
  whyNotApprove,
  whyNotRefund,
  whyNotRefundAmount,
} from '../../src/contract/payment-rules.ts'
import { paymentIntentStatuses } from '../../src/contract/payments.ts'

const zeroDecimal = 'bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' ')

describe('parseAmount', () => {
  test.each([
    ['12', 'eur', 1200],
    ['12,5', 'eur', 1250],
    ['12.5', 'eur', 1250],
    ['12,50', 'EUR', 1250],
    ['0,01', 'usd', 1],
    ['0', 'eur', 0],
    ['007,10', 'eur', 710],
    ['12,', 'eur', 1200],
    ['  12,34 ', 'eur', 1234],
    // Float multiplication would give 1009.9999999999999.
    ['10,10', 'eur', 1010],
    ['1.15', 'eur', 115],
    ['999999999999,99', 'eur', 99_999_999_999_999],
    ['1200', 'jpy', 1200],
    ['1', 'KRW', 1],
  ])('parses %j in %s as %i', (text, currency, amount) => {
    expect(parseAmount(text, currency)).toEqual({ amount, refusal: null })
  })

  test.each([
    ['', 'eur', 'Enter an amount, such as 12,50.'],
    [' ', 'eur', 'Enter an amount, such as 12,50.'],
    ['-5', 'eur', 'Enter an amount, such as 12,50.'],
    ['+5', 'eur', 'Enter an amount, such as 12,50.'],
    ['1e3', 'eur', 'Enter an amount, such as 12,50.'],
    ['0x10', 'eur', 'Enter an amount, such as 12,50.'],
    ['Infinity', 'eur', 'Enter an amount, such as 12,50.'],
    ['twelve', 'eur', 'Enter an amount, such as 12,50.'],
    ['12 €', 'eur', 'Enter an amount, such as 12,50.'],
    [',50', 'eur', 'Enter an amount, such as 12,50.'],
    ['.', 'eur', 'Enter an amount, such as 12,50.'],
    ['1 234', 'eur', 'Enter an amount, such as 12,50.'],
    ['1.234,50', 'eur', 'Leave out the thousands separators: 1234,50.'],
    ['1,234.50', 'eur', 'Leave out the thousands separators: 1234,50.'],
    ['1.234.567,5', 'usd', 'Leave out the thousands separators: 1234567,5.'],
    ['1.234,00', 'jpy', 'Leave out the thousands separators: 1234.'],
    ['1.234.50', 'eur', 'Enter an amount, such as 12,50.'],
    ['1,2,3', 'eur', 'Enter an amount, such as 12,50.'],
    ['١٢', 'eur', 'Enter an amount, such as 12,50.'],
    ['1234567890123', 'eur', 'Enter an amount, such as 12,50.'],
    ['1.234', 'eur', 'EUR has 2 decimals at most.'],
    ['0,001', 'usd', 'USD has 2 decimals at most.'],
    ['1.5', 'jpy', 'JPY has no decimals.'],
    ['1.200', 'jpy', 'JPY has no decimals.'],
    ['x', 'vnd', 'Enter a whole amount, such as 1200.'],
    ['5,0001', 'kwd', 'KWD has 3 decimals at most.'],
    ['1.234,500', 'TND', 'Leave out the thousands separators: 1234,500.'],
    ['1.234,500', 'eur', 'Enter an amount, such as 12,50.'],
  ])('rejects %j in %s: %s', (text, currency, refusal) => {
    expect(parseAmount(text, currency)).toEqual({ amount: null, refusal })
  })

  const currencies = fc.constantFrom('eur', 'usd', 'gbp', 'huf', 'kwd', 'tnd', ...zeroDecimal)
  const amounts = fc.integer({ min: 0, max: 99_999_999_999_999 })

  /** The output of `formatMoney` without the parts that people do not type. */
  const typed = (amount: number, currency: string) => (formatMoney(amount, currency).split('\u00a0')[0] ?? '').replaceAll('.', '')

  test('round-trips any formatted amount and currency', () => {
    fc.assert(
      fc.property(amounts, currencies, fc.constantFrom(',', '.'), (amount, currency, point) => {
        fc.pre(currencyDecimals(currency) !== 0 || amount < 1e12)
        expect(parseAmount(typed(amount, currency).replace(',', point), currency)).toEqual({ amount, refusal: null })
      }),
    )
  })

  test('is exact to the last digit [1.5 minor units]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), fc.integer({ min: 0, max: 99 }), (whole, cents) => {
        const { amount } = parseAmount(`${whole},${String(cents).padStart(2, '0')}`, 'eur')
        expect(BigInt(amount ?? -1)).toBe(BigInt(whole) * 100n + BigInt(cents))
      }),
    )
  })

  test('returns a whole number of minor units or a reason, for any input [R29 typed amounts]', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[\d.,e+ -]{0,20}$/))
    fc.assert(
      fc.property(text, fc.constantFrom('eur', 'jpy', 'kwd', 'bhd'), (text, currency) => {
        const { amount, refusal } = parseAmount(text, currency)
        if (amount === null) expect(refusal).toMatch(/\.$/)
        else {
          expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true)
          expect(text.trim()).toMatch(/^\d+([.,]\d*)?$/)
        }
      }),
    )
  })

  test('rejects more decimals than the currency has', () => {
    fc.assert(
      fc.property(fc.nat(), fc.stringMatching(/^\d{1,8}$/), currencies, (whole, fraction, currency) => {
        const isRead = parseAmount(`${whole},${fraction}`, currency).amount !== null
        expect(isRead).toBe(fraction.length <= currencyDecimals(currency))
      }),
    )
  })
})

describe('refunds', () => {
  const paid: PaymentFacts = {
    amount: 5000,
    amountRefunded: 1000,
    currency: 'eur',
    stripePaymentIntentStatus: 'succeeded',
    stripeInvoiceStatus: 'paid',
    stripeDisputeStatus: null,
    refundInProgress: false,
  }

  test.each<[string, Partial<PaymentFacts>, string | null]>([
    ['a paid payment with something left', {}, null],
    ['one that won its dispute', { stripeDisputeStatus: 'won' }, null],
    ['one whose warning was closed', { stripeDisputeStatus: 'warning_closed' }, null],
    ['an open dispute', { stripeDisputeStatus: 'needs_response' }, 'Dispute still open. Nothing can be refunded until the bank decides.'],
    ['a lost dispute', { stripeDisputeStatus: 'lost' }, 'Dispute lost. The customer already has the money back.'],
    [
      'a dispute under review',
      { stripeDisputeStatus: 'under_review' },
      'Dispute still open. Nothing can be refunded until the bank decides.',
    ],
    // An inquiry has moved no money: a refund settles it.
    ['an inquiry that needs a response', { stripeDisputeStatus: 'warning_needs_response' }, null],
    ['an inquiry under review', { stripeDisputeStatus: 'warning_under_review' }, null],
    ['an open invoice', { stripeInvoiceStatus: 'open' }, 'Not paid. The invoice is open.'],
    ['a void invoice', { stripeInvoiceStatus: 'void' }, 'Not paid. The invoice is void.'],
    ['a refund under way', { refundInProgress: true }, 'A refund is in progress.'],
    ['nothing left', { amountRefunded: 5000 }, 'Already refunded in full.'],
    ['more than all refunded', { amountRefunded: 5001 }, 'Already refunded in full.'],
    ['a payment of nothing', { amount: 0, amountRefunded: 0 }, 'Already refunded in full.'],
    ['three decimals', { currency: 'KWD' }, null],
  ])('%s [1.4 refund]', (_name, facts, refusal) => {
    expect(whyNotRefund({ ...paid, ...facts })).toBe(refusal)
  })

  test.each([
    [1, null],
    [4000, null],
    [4001, 'At most 40,00\u00a0€ can be refunded.'],
    [0, 'Enter an amount of more than 0.'],
    [-1, 'Enter an amount of more than 0.'],
  ])('an amount of %i with 4000 left [1.5 refund] [R30 amount]', (amount, refusal) => {
    expect(whyNotRefundAmount(paid, amount)).toBe(refusal)
  })

  test('the refundable amount is never negative', () => {
    expect([0, 1000, 5000, 6000].map((amountRefunded) => refundable({ amount: 5000, amountRefunded }))).toEqual([5000, 4000, 0, 0])
  })

  test('a dispute is open until it is decided', () => {
    const all = [null, 'won', 'lost', 'warning_closed', 'charge_refunded', 'needs_response', 'under_review', 'warning_needs_response']
    expect(all.filter(isDisputeOpen)).toEqual(['needs_response', 'under_review', 'warning_needs_response'])
  })
})

test('only payments that are processing or require something can be approved (ruling 31) [R31 force-approve]', () => {
  const approvable = paymentIntentStatuses.filter((status) => whyNotApprove({ stripePaymentIntentStatus: status }) === null)
  expect(approvable).toEqual(['processing', 'requires_action', 'requires_confirmation', 'requires_payment_method'])
  expect(whyNotApprove({ stripePaymentIntentStatus: 'succeeded' })).toBe(
    'Nothing to approve. The payment is succeeded; only one that is processing or requires something can be approved.',
  )
})
