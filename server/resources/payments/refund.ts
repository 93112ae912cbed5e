import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { formatMoney } from '../../../src/contract/money.ts'
import { refundable, whyNotRefund, whyNotRefundAmount } from '../../../src/contract/payment-rules.ts'
import type { refundPayment as endpoint, PaymentRow } from '../../../src/contract/payments.ts'
import { approvalOfCall, goesOnWith, judgeChanges } from '../../audit/judge.ts'
import type { Actor } from '../../audit/write.ts'
import type { Db } from '../../db/connect.ts'
import { refunds } from '../../db/schema/payments.ts'
import { ApiError } from '../../http/errors.ts'
import type { AppContext } from '../../outside/context.ts'
import { type PaymentProvider, ProviderRefusal, ProviderUnknown, type RefundState } from '../../outside/payments/port.ts'
import { finalRefund } from './final-amount.ts'
import { getPayment, lockPayment, paymentNotFound } from './queries.ts'
import { recordNoRefund, recordRefund } from './settle.ts'

type Order = z.output<(typeof endpoint)['body']>
type RefundRecord = typeof refunds.$inferSelect

const notKnownYet =
  'The payment provider did not answer in time. The refund may have happened: it is being looked up and will not be done twice.'

/**
 * Refunds a payment in three steps (ruling 30): write the intent under the payment's lock, ask the provider outside it
 * with the intent's key, record the reply under the lock. `settleRefunds` handles interruptions.
 * @returns the payment, and the audit row's id if this call changed it
 * @throws ApiError not_found, conflict, stale, refund_in_progress, unavailable_action, unprocessable, provider_refused,
 * provider_timeout, blocked_by_policy
 */
export async function refundPayment(
  context: AppContext,
  actor: Actor,
  id: number,
  order: Order,
): Promise<{ payment: PaymentRow; auditId: number | null }> {
  const { orm } = context.database
  const { intentId, refund } = await orm.transaction((tx) => writeIntent(tx, context, actor, id, order))
  if (refund.state === 'failed') throw new ApiError('provider_refused', refund.error ?? 'The refund failed.')
  let auditId: number | null = null
  if (refund.state === 'pending') {
    const state = await askForRefund(context, intentId, refund)
    auditId = await recordRefund(orm, refund.id, state, context.now())
    if (state.status === 'failed') throw new ApiError('provider_refused', state.failure ?? 'The refund failed.')
  }
  return { payment: await getPayment(orm, id), auditId }
}

/** Step one: a new intent, or that of an earlier call with the same key. */
async function writeIntent(tx: Db, context: AppContext, actor: Actor, id: number, order: Order) {
  const now = context.now()
  const payment = await lockPayment(tx, id)
  if (!payment) throw paymentNotFound(id)
  const intentId = payment.stripePaymentIntentId
  const change = { action: 'payment.refund', targetType: 'payment', targetId: id }
  const former = order.idempotencyKey === undefined ? null : await findFormer(tx, order.idempotencyKey, payment, order)
  if (former) goesOnWith(change)
  if (former) return { intentId, refund: former.state === 'pending' ? await countAttempt(tx, former, now) : former }
  const amount = allow(payment, order, context.payments)
  const { amountRefunded, stripePaymentIntentStatus } = payment
  await judgeChanges(
    tx,
    [
      {
        ...change,
        before: { amountRefunded, stripePaymentIntentStatus },
        after: { amountRefunded: amountRefunded + amount, currency: payment.currency },
        amount: finalRefund(payment, amount),
      },
    ],
    // Used up once it is settled: until then, it goes on by its key.
    { isMade: false },
  )
  const [refund] = await tx
    .insert(refunds)
    .values({
      paymentId: id,
      amount,
      finalAmount: finalRefund(payment, amount),
      currency: payment.currency,
      idempotencyKey: order.idempotencyKey ?? randomUUID(),
      full: order.amount === undefined,
      state: 'pending',
      reason: order.reason === '' ? null : (order.reason ?? null),
      staffId: actor.staff.id,
      staffEmail: actor.staff.email,
      ip: actor.ip,
      ...approvalOfCall(),
      createdAt: now,
      attemptedAt: now,
    })
    .onConflictDoNothing({ target: refunds.idempotencyKey })
    .returning()
  // The key is being used for another payment right now, under a different lock.
  if (!refund) throw keyInUse()
  return { intentId, refund }
}

const keyInUse = () => new ApiError('conflict', 'This idempotency key was used for another refund: nothing was refunded.')

async function findFormer(tx: Db, key: string, payment: PaymentRow, order: Order): Promise<RefundRecord | null> {
  const [former] = await tx.select().from(refunds).where(eq(refunds.idempotencyKey, key))
  if (!former) return null
  const isSame = former.paymentId === payment.id && (order.amount === undefined ? former.full : former.amount === order.amount)
  if (!isSame) throw keyInUse()
  return former
}

async function countAttempt(tx: Db, former: RefundRecord, now: number): Promise<RefundRecord> {
  const [refund] = await tx
    .update(refunds)
    .set({ attempts: sql`${refunds.attempts} + 1`, attemptedAt: now })
    .where(eq(refunds.id, former.id))
    .returning()
  // Failures are recorded without the payment's lock, so use the state returned by the update.
  if (!refund) throw new Error(`refund ${former.id} is gone`)
  return refund
}

/**
 * The amount to refund, in minor units.
 * @throws ApiError with the reason why payment or amount can't be refunded
 */
function allow(payment: PaymentRow, order: Order, provider: PaymentProvider): number {
  const { currency, amountRefunded } = payment
  const refusal = whyNotRefund(payment)
  if (payment.refundInProgress && refusal !== null) throw new ApiError('refund_in_progress', refusal)
  if (order.expectedAmountRefunded !== undefined && order.expectedAmountRefunded !== amountRefunded) {
    const [now, seen] = [amountRefunded, order.expectedAmountRefunded].map((amount) => formatMoney(amount, currency))
    throw new ApiError('stale', `Someone else was first: ${now} has been refunded by now, not ${seen}. Nothing was refunded this time.`, {
      details: { amountRefunded: String(amountRefunded) },
    })
  }
  if (refusal !== null) throw new ApiError('unavailable_action', refusal)
  const amount = order.amount ?? refundable(payment)
  const excess = whyNotRefundAmount(payment, amount) ?? provider.whyNotRefund(amount, currency)
  if (excess !== null) throw new ApiError('unprocessable', excess, { details: { amount: excess } })
  return amount
}

/** Step two, outside any lock. A retry looks for the refund first, because providers forget keys after a day or so. */
async function askForRefund({ payments, database, now }: AppContext, intentId: string, refund: RefundRecord): Promise<RefundState> {
  const { amount, currency, idempotencyKey: key, reason } = refund
  try {
    const former = refund.attempts > 1 ? await payments.findRefund(intentId, key) : null
    return former ?? (await payments.refund({ intentId, amount, currency, key, reason }))
  } catch (error) {
    // A refused retry says nothing about the first attempt, which may still be pending and gets looked up.
    const isCertain = error instanceof ProviderRefusal && refund.attempts === 1
    if (isCertain && (await recordNoRefund(database.orm, refund.id, refund.attempts, error.message, now())))
      throw new ApiError('provider_refused', error.message)
    const isOpen = error instanceof ProviderRefusal || error instanceof ProviderUnknown
    throw isOpen ? new ApiError('provider_timeout', notKnownYet) : error
  }
}
