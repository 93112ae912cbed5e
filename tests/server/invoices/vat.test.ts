import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { beforeDiscount, isReverseCharge, splitVat, vatRateOf, vatRates } from '../../../server/resources/invoices/vat.ts'
import { euCountries } from '../../../src/contract/billing.ts'

test('rates cover every EU country, including Spain', () => {
  expect(Object.keys(vatRates).sort()).toEqual([...euCountries, 'es'].sort())
})

test.each<[string, string | null, 'company' | 'private' | null, string | null, number, boolean]>([
  ['a person in Spain', 'es', 'private', null, 2100, false],
  ['a company in Spain', 'ES', 'company', null, 2100, false],
  ['a company in Spain that gave a number', 'es', 'company', 'ESB12345678', 2100, false],
  ['a person in Germany', 'de', 'private', null, 1900, false],
  ['a company in Germany', 'de', 'company', 'DE123456789', 0, true],
  ['a company in Germany without number', 'de', 'company', null, 1900, false],
  ['a company in Greece', 'EL', 'company', 'EL123456789', 0, true],
  ['a person in Finland', 'fi', 'private', null, 2550, false],
  ['a company in Japan', 'jp', 'company', null, 0, false],
  ['somebody in the United Kingdom', 'gb', null, null, 0, false],
  ['somebody somewhere', null, null, null, 0, false],
])('%s', (_who, country, accountType, vatNumber, rate, isReverse) => {
  expect(vatRateOf({ country, accountType, vatNumber })).toBe(rate)
  expect(isReverseCharge({ country, accountType, vatNumber })).toBe(isReverse)
})

const amount = fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.maxSafeNat())
const rate = fc.constantFrom(0, ...Object.values(vatRates))

describe('amounts', () => {
  test('subtotal and VAT add up to the total, with the subtotal exact to half a unit', () => {
    fc.assert(
      fc.property(amount, rate, (total, rate) => {
        const { subtotal, vatAmount } = splitVat(total, rate)
        expect(subtotal + vatAmount).toBe(total)
        expect(Math.min(subtotal, vatAmount)).toBeGreaterThanOrEqual(0)
        // |subtotal · (1 + rate) − total| ≤ half a unit of the subtotal, in integers.
        const off = BigInt(subtotal) * BigInt(10_000 + rate) - BigInt(total) * 10_000n
        expect((off < 0n ? -off : off) * 2n).toBeLessThanOrEqual(BigInt(10_000 + rate))
      }),
    )
  })

  test.each([
    [1210, 2100, 1000, 210],
    [1990, 2100, 1645, 345],
    [1, 2100, 1, 0],
    [0, 2100, 0, 0],
    [1000, 0, 1000, 0],
  ])('splits %i at rate %i', (total, rate, subtotal, vatAmount) => {
    expect(splitVat(total, rate)).toEqual({ subtotal, vatAmount })
  })

  test('price minus discount equals the subtotal, and the discount matches its percentage to a unit', () => {
    fc.assert(
      fc.property(fc.nat({ max: 100_000_000 }), fc.integer({ min: 1, max: 99 }), (subtotal, percent) => {
        const { price, discount } = beforeDiscount(subtotal, percent) ?? { price: -1, discount: -1 }
        expect(price - discount).toBe(subtotal)
        expect(Math.abs(discount - (price * percent) / 100)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test.each([null, 0, -5, 100])('returns null for a discount of %s', (percent) => {
    expect(beforeDiscount(1000, percent)).toBeNull()
  })
})
