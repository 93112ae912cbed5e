import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finalRefund, finalReturn } from '../../server/resources/payments/final-amount.ts'

const largest = 99_999_999_999_999
const amounts = fc.record({ amount: fc.integer({ min: 1, max: largest }), finalAmount: fc.integer({ min: 0, max: largest }) })

test('partial refunds add up to exactly the final amount and never exceed it', () => {
  fc.assert(
    fc.property(amounts, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }), ({ amount, finalAmount }, shares) => {
      const payment = { amount, finalAmount, amountRefunded: 0, finalAmountRefunded: 0 }
      for (const share of [...shares, 1]) {
        const left = amount - payment.amountRefunded
        const part = Math.min(left, Math.floor(left * share))
        const finalPart = finalRefund(payment, part)
        expect(Number.isSafeInteger(finalPart) && finalPart >= 0).toBe(true)
        payment.amountRefunded += part
        payment.finalAmountRefunded += finalPart
        expect(payment.finalAmountRefunded).toBeLessThanOrEqual(finalAmount)
        // At most half a unit off the exact share.
        const off = 2n * (BigInt(payment.finalAmountRefunded) * BigInt(amount) - BigInt(finalAmount) * BigInt(payment.amountRefunded))
        expect(off <= BigInt(amount) && -off <= BigInt(amount)).toBe(true)
      }
      expect([payment.amountRefunded, payment.finalAmountRefunded]).toEqual([amount, finalAmount])
    }),
  )
})

test('the last partial refund corrects earlier differences but never goes below zero', () => {
  expect(finalRefund({ amount: 100, finalAmount: 90, amountRefunded: 50, finalAmountRefunded: 60 }, 50)).toBe(30)
  expect(finalRefund({ amount: 100, finalAmount: 90, amountRefunded: 50, finalAmountRefunded: 60 }, 10)).toBe(0)
  expect(finalRefund({ amount: 100, finalAmount: 90, amountRefunded: 50, finalAmountRefunded: 95 }, 50)).toBe(0)
})

test('a reversal leaves at least zero, within half a unit of the exact share; a full reversal leaves zero', () => {
  fc.assert(
    fc.property(
      amounts,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      ({ amount, finalAmount }, a, b) => {
        const refunded = Math.floor(amount * a)
        const unrefunded = { amount, finalAmount, amountRefunded: 0, finalAmountRefunded: 0 }
        const payment = { ...unrefunded, amountRefunded: refunded, finalAmountRefunded: finalRefund(unrefunded, refunded) }
        const part = Math.floor(refunded * b)
        const stays = payment.finalAmountRefunded - finalReturn(payment, part)
        expect(stays >= 0 && stays <= payment.finalAmountRefunded).toBe(true)
        const off = 2n * (BigInt(stays) * BigInt(amount) - BigInt(finalAmount) * BigInt(refunded - part))
        expect(off <= BigInt(amount) && -off <= BigInt(amount)).toBe(true)
        expect(finalReturn(payment, refunded)).toBe(payment.finalAmountRefunded)
      },
    ),
  )
})
