/** Amounts of a payment and its refunds: minor units of its currency, `final*` in the account currency. */
interface Amounts {
  amount: number
  finalAmount: number
  amountRefunded: number
  finalAmountRefunded: number
}

/**
 * The value of reversing `amount` of a refund, in the account currency. The remaining refund is converted as in `finalRefund`.
 * @param amount minor units of the payment's currency, at most what was refunded
 * @returns minor units of the account currency, at most what was refunded
 */
export function finalReturn(payment: Amounts, amount: number): number {
  const stays = convert(payment, Math.max(0, payment.amountRefunded - amount))
  return Math.min(payment.finalAmountRefunded, Math.max(0, payment.finalAmountRefunded - stays))
}

/** Rounds half up. */
function convert({ amount, finalAmount }: Amounts, refunded: number): number {
  if (amount === 0) return 0
  // The product may exceed what a number can hold exactly.
  const doubled = (2n * BigInt(finalAmount) * BigInt(refunded)) / BigInt(amount)
  return Number((doubled + 1n) / 2n)
}

/**
 * The value of refunding `amount` more, in the account currency. Converts the total refunded so far, rounding half
 * up, so that parts add up and the last takes exactly the rest: a full refund is full in both currencies.
 * @param amount minor units of the payment's currency
 * @returns minor units of the account currency, at most what is left
 */
export function finalRefund(payment: Amounts, amount: number): number {
  const left = Math.max(0, payment.finalAmount - payment.finalAmountRefunded)
  const refunded = payment.amountRefunded + amount
  if (refunded >= payment.amount) return left
  return Math.min(left, Math.max(0, convert(payment, refunded) - payment.finalAmountRefunded))
}
