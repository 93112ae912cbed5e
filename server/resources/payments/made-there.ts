import { and, eq, sql } from 'drizzle-orm'
import { paymentProvider, writeAudit } from '../../audit/write.ts'
import type { Db, Orm } from '../../db/connect.ts'
import { refunds } from '../../db/schema/payments.ts'
import type { KeyedRefund } from '../../outside/payments/port.ts'
import { finalRefund } from './final-amount.ts'
import { lockPayment } from './queries.ts'
import { countRefund } from './settle.ts'

const reason = 'Made at the payment provider'

/** Sum of our successful refunds of a payment: minor units of its currency, `finalAmount` in the account currency. */
export async function sumOfRefunds(tx: Db, paymentId: number): Promise<{ amount: number; finalAmount: number }> {
  const [sums] = await tx
    .select({
      amount: sql<number>`coalesce(sum(${refunds.amount}), 0)::bigint`,
      finalAmount: sql<number>`coalesce(sum(${refunds.finalAmount}), 0)::bigint`,
    })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.state, 'succeeded')))
  return sums ?? { amount: 0, finalAmount: 0 }
}

/**
 * Records a successful refund made at the provider, once, however often it is reported; `recordRefund` reverses it if
 * it fails later. If the provider's total already included an unexplained amount, it is taken to be this refund.
 * @param now unix seconds; used if the provider doesn't report the time
 */
export async function recordRefundMadeThere(orm: Orm, paymentId: number, made: KeyedRefund, now: number): Promise<void> {
  const settledAt = Math.min(made.createdAt ?? now, now)
  await orm.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    if (!payment) return
    const [known] = await tx.select({ id: refunds.id }).from(refunds).where(eq(refunds.providerRefundId, made.id))
    if (known) return
    const recorded = await sumOfRefunds(tx, paymentId)
    const nameless = {
      amount: Math.max(0, payment.amountRefunded - recorded.amount),
      finalAmount: Math.max(0, payment.finalAmountRefunded - recorded.finalAmount),
    }
    const uncounted = Math.max(0, made.amount - nameless.amount)
    const finalUncounted = uncounted === 0 ? 0 : finalRefund(payment, uncounted)
    const finalAmount = finalUncounted + shareOf(nameless, made.amount - uncounted)
    await tx.insert(refunds).values({
      paymentId,
      amount: made.amount,
      finalAmount,
      currency: payment.currency,
      // A key that no client can send.
      idempotencyKey: `provider:${made.id}`,
      state: 'succeeded',
      reason,
      providerRefundId: made.id,
      staffEmail: paymentProvider.staff.email,
      createdAt: settledAt,
      settledAt,
    })
    if (uncounted === 0) return
    const { before, after } = await countRefund(tx, payment, uncounted, finalUncounted)
    await writeAudit(tx, {
      ...paymentProvider,
      now,
      action: 'payment.refund',
      targetType: 'payment',
      targetId: paymentId,
      before,
      after: { ...after, reason, userId: payment.userId },
    })
  })
}

/** The part of the account currency amount that belongs to `amount`. */
function shareOf(whole: { amount: number; finalAmount: number }, amount: number): number {
  if (amount === whole.amount) return whole.finalAmount
  return Math.min(whole.finalAmount, Math.round((whole.finalAmount / whole.amount) * amount))
}
