import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currencyDecimals, formatMoney } from '../../src/contract/money.ts'
import { amountIn } from '../../src/layout/list/words/amount-words.ts'
import { amountFilter } from '../../src/layout/records/amount-filter.ts'

const today = '2026-11-23'
const units = fc.integer({ min: 1, max: 999_999_999_999 })
const currency = fc.constantFrom(undefined, 'eur', 'usd', 'jpy', 'kwd')

describe('a typed amount', () => {
  test.each<[string, object | null]>([
    ['100', { amount: '10000' }],
    ['19,95', { amount: '1995' }],
    ['100 usd', { amount: '10000', currency: 'usd' }],
    ['20-50', { amountFrom: '2000', amountTo: '5000' }],
    ['20 - 50 eur', { amountFrom: '2000', amountTo: '5000', currency: 'eur' }],
    ['over 100', { amountFrom: '10001' }],
    ['>100', { amountFrom: '10001' }],
    ['up to 50', { amountTo: '5000' }],
    ['under 0', null],
    ['0 or less', { amountTo: '0' }],
    ['50+', { amountFrom: '5000' }],
    ['50€+', { amountFrom: '5000', currency: 'eur' }],
    ['around 20', { amountFrom: '1800', amountTo: '2200' }],
    ['around 19,95 eur', { amountFrom: '1795', amountTo: '2195', currency: 'eur' }],
    ['10-12', null],
    ['>', null],
    ['100 ruiz', null],
    ['1,234.567', null],
    ['', null],
  ])('%s', (text, expected) => expect(amountIn(text, today)).toEqual(expected))

  test('is read again as the filter shows it', () => {
    const ends = fc.record({ amount: units }).map((search) => search as Record<string, number>)
    const range = fc.tuple(units, units, fc.constantFrom('both', 'from', 'to')).map(
      ([one, other, which]): Record<string, number> => ({
        ...(which === 'to' ? {} : { amountFrom: Math.min(one, other) }),
        ...(which === 'from' ? {} : { amountTo: Math.max(one, other) }),
      }),
    )
    fc.assert(
      fc.property(fc.oneof(ends, range), currency, (numbers, named) => {
        const search = {
          ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)])),
          ...(named === undefined ? {} : { currency: named }),
        }
        const text = amountFilter.chip(search)?.replace('Amount: ', '') ?? ''
        expect(amountIn(text, today), text).toEqual(search)
      }),
    )
  })

  test('compares by the smallest unit of its currency: one less or more if the amount itself is left out', () => {
    fc.assert(
      fc.property(units, fc.constantFrom('eur', 'usd', 'jpy', 'kwd'), (any, named) => {
        // Leaves room for the larger one, which has no more than twelve digits before the comma either.
        const amount = Math.min(any, 999_999_999_998)
        const text = formatMoney(amount, named)
        expect(amountIn(`over ${text}`, today)).toEqual({ amountFrom: String(amount + 1), currency: named })
        expect(amountIn(`at least ${text}`, today)).toEqual({ amountFrom: String(amount), currency: named })
        expect(amountIn(`under ${text}`, today)).toEqual({ amountTo: String(amount - 1), currency: named })
        expect(amountIn(`not over ${text}`, today)).toEqual({ amountTo: String(amount), currency: named })
        expect(amountIn(`${text} or less`, today)).toEqual({ amountTo: String(amount), currency: named })
        const other = amount + 10 ** currencyDecimals(named)
        const both = { amountFrom: String(amount), amountTo: String(other), currency: named }
        // In either order.
        expect(amountIn(`between ${text} and ${formatMoney(other, named)}`, today)).toEqual(both)
        expect(amountIn(`between ${formatMoney(other, named)} and ${text}`, today)).toEqual(both)
      }),
    )
  })
})
