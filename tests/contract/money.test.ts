import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currencyDecimals, formatMoney } from '../../src/contract/money.ts'

describe('money', () => {
  // [1.9 money format] [R29 format] [2.1 account currency] [2.1 thousands]
  test.each([
    [123_450, 'eur', '1.234,50\u00a0€'],
    [0, 'eur', '0,00\u00a0€'],
    [5, 'eur', '0,05\u00a0€'],
    [-5, 'eur', '−0,05\u00a0€'],
    [-123_456_789, 'EUR', '−1.234.567,89\u00a0€'],
    [100, 'usd', '1,00\u00a0USD'],
    [1500, 'jpy', '1.500\u00a0JPY'],
    [0, 'jpy', '0\u00a0JPY'],
    [7, 'KRW', '7\u00a0KRW'],
    [99_999, 'gbp', '999,99\u00a0GBP'],
    [100_000, 'gbp', '1.000,00\u00a0GBP'],
    [500, 'ugx', '500\u00a0UGX'],
    [5000, 'kwd', '5,000\u00a0KWD'],
    [5, 'BHD', '0,005\u00a0BHD'],
    [-1_234_567, 'omr', '−1.234,567\u00a0OMR'],
  ])('formats %i %s as %s', (amount, currency, printed) => {
    expect(formatMoney(amount, currency)).toBe(printed)
  })

  // [1.9 without decimals] [2.9 without decimals] [R59 decimals]
  test('documented zero-decimal currencies have no decimals, seven have three, others two', () => {
    const zero = ['bif', 'clp', 'djf', 'gnf', 'jpy', 'kmf', 'krw', 'mga', 'pyg', 'rwf', 'ugx', 'vnd', 'vuv', 'xaf', 'xof', 'xpf']
    expect(zero.map(currencyDecimals)).toEqual(zero.map(() => 0))
    expect(['eur', 'usd', 'isk', 'huf', 'twd'].map(currencyDecimals)).toEqual([2, 2, 2, 2, 2])
    const ofThree = Intl.supportedValuesOf('currency').filter((code) => currencyDecimals(code) === 3)
    expect(ofThree).toEqual(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'])
  })

  test('keeps every digit of any amount', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.constantFrom('eur', 'usd', 'jpy', 'ugx', 'kwd'), (amount, currency) => {
        const printed = formatMoney(amount, currency)
        const [number = '', unit] = printed.split('\u00a0')
        expect(unit).toBe(currency === 'eur' ? '€' : currency.toUpperCase())
        expect(Number(number.replace(/[.,]/g, '').replace('−', '-'))).toBe(amount)
        const [whole = '', fraction] = number.split(',')
        expect(fraction?.length ?? 0).toBe(currencyDecimals(currency))
        expect(whole).toMatch(/^−?\d{1,3}(\.\d{3})*$/)
      }),
    )
  })
})
