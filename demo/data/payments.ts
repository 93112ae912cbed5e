import type { payments, refunds } from '../../server/db/schema/payments.ts'
import type { Charge } from './charges.ts'
import type { Wallet } from './payment-methods.ts'
import { methodColumns } from './payment-methods.ts'
import { inEuroCents } from './prices.ts'
import type { Random } from './random.ts'

type PaymentRow = typeof payments.$inferInsert & { id: number; finalAmount: number; finalAmountRefunded: number }
type RefundRow = typeof refunds.$inferInsert

interface Payer {
  id: number
  email: string
  country: string | null
  ip: string | null
  wallet: Wallet
}

/** Reasons staff give for refunds. */
const refundReasons = ['requested_by_customer', 'duplicate', 'fraudulent', null] as const

/**
 * The payment row of a charge and its refund rows: `amountRefunded` is the
 * sum of successful refunds. `staffIds` are the accounts that refunded.
 */
export function paymentRows(
  random: Random,
  payer: Payer,
  charge: Charge,
  id: number,
  renewal: boolean,
  staffIds: readonly number[],
): { payment: PaymentRow; refunds: RefundRow[] } {
  const { currency, amount } = charge
  const method = charge.method ?? payer.wallet.method
  const brand = method === 'card' || method === 'google_pay' || method === 'apple_pay' ? (payer.wallet.cardBrand ?? 'visa') : null
  const rows: RefundRow[] = []
  let refunded = 0
  for (const [index, refund] of charge.refunds.entries()) {
    const before = inEuroCents(currency, refunded)
    const succeeded = refund.state === 'succeeded'
    rows.push({
      paymentId: id,
      amount: refund.amount,
      finalAmount: inEuroCents(currency, refunded + refund.amount) - before,
      currency,
      idempotencyKey: `demo-refund-${id}-${index + 1}`,
      state: refund.state,
      reason: random.pick(refundReasons),
      providerRefundId: refund.state === 'pending' ? null : `re_${random.text(24)}`,
      error: refund.state === 'failed' ? 'expired_or_canceled_card' : null,
      staffId: staffIds.length > 0 ? random.pick(staffIds) : null,
      createdAt: refund.at,
      settledAt: refund.state === 'pending' ? null : refund.at,
    })
    if (succeeded) refunded += refund.amount
  }
  const payment: PaymentRow = {
    id,
    userId: payer.id,
    email: payer.email,
    country: payer.country,
    currency,
    amount,
    finalAmount: inEuroCents(currency, amount),
    amountRefunded: refunded,
    finalAmountRefunded: inEuroCents(currency, refunded),
    refundCurrency: refunded > 0 ? currency : null,
    stripePaymentIntentId: `pi_${random.text(24)}`,
    stripePaymentIntentStatus: charge.intent,
    stripeInvoiceStatus: charge.invoice,
    stripeDisputeStatus: charge.dispute,
    stripeDisputeReason: charge.disputeReason,
    earlyFraud: charge.earlyFraud,
    ...methodColumns(method, renewal && charge.method === undefined),
    paymentMethodBrand: brand,
    createdAt: charge.at,
    confirmedAt: charge.confirmedAt,
    status:
      charge.intent === 'succeeded'
        ? 'paid'
        : charge.intent === 'canceled' || charge.intent === 'requires_payment_method'
          ? 'failed'
          : 'pending',
    ref: `QD-${String(id).padStart(7, '0')}`,
    ip: payer.ip,
    trialPlan: charge.trialPlan,
    discount: charge.discount,
    version: 1,
  }
  return { payment, refunds: rows }
}

/** Revenue of a customer's payments: final amounts of successful ones minus refunds, in EUR cents. */
export function revenueOf(rows: readonly PaymentRow[]): number {
  return rows.reduce(
    (sum, row) => (row.stripePaymentIntentStatus === 'succeeded' ? sum + row.finalAmount - row.finalAmountRefunded : sum),
    0,
  )
}
