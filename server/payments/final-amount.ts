/** Amounts of a payment, and what of it was refunded: minor units of its currency, `final*` in the account currency. */
interface Amounts {
  amount: number
  finalAmount: number
  amountRefunded: number
  finalAmountRefunded: number
}

/**
 * What taking `amount` of a refund back is in the account currency: what stays refunded is converted as `finalRefund` does.
 * @param amount minor units of the payment's currency, at most what was refunded
 * @returns minor units of the account currency, never more than was refunded
 */
export function finalReturn(payment: Amounts, amount: number): number {
  const stays = convert(payment, Math.max(0, payment.amountRefunded - amount))
  return Math.min(payment.finalAmountRefunded, Math.max(0, payment.finalAmountRefunded - stays))
}

/** Half a unit is rounded up. */
function convert({ amount, finalAmount }: Amounts, refunded: number): number {
  if (amount === 0) return 0
  // The product can be larger than what a number holds exactly.
  const doubled = (2n * BigInt(finalAmount) * BigInt(refunded)) / BigInt(amount)
  return Number((doubled + 1n) / 2n)
}

/**
 * What refunding `amount` more is in the account currency. The whole refunded so far is converted, half a unit rounded up, so that parts
 * add up and the last one takes exactly what is left: a payment that is refunded in full is so in both currencies.
 * @param amount minor units of the payment's currency
 * @returns minor units of the account currency, never more than is left
 */
export function finalRefund(payment: Amounts, amount: number): number {
  const left = Math.max(0, payment.finalAmount - payment.finalAmountRefunded)
  const refunded = payment.amountRefunded + amount
  if (refunded >= payment.amount) return left
  return Math.min(left, Math.max(0, convert(payment, refunded) - payment.finalAmountRefunded))
}
