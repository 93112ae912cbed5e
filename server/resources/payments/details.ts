import { and, between, desc, eq, ne, sql } from 'drizzle-orm'
import { maxDetailRows, type PaymentDetails } from '../../../src/contract/details.ts'
import type { Db } from '../../db/connect.ts'
import { invoices, payments, refunds } from '../../db/schema/payments.ts'
import { readHolder } from '../customers/holder.ts'
import { paymentNotFound } from './queries.ts'

/** Seconds before and after a payment in which others may be tries of the same charge. */
const around = 30 * 86_400

/**
 * What the side panel shows of a payment beyond its row.
 * @throws ApiError not_found
 */
export async function paymentDetails(db: Db, id: number): Promise<PaymentDetails> {
  const [payment] = await db
    .select({
      user: payments.userId,
      createdAt: payments.createdAt,
      disputeReason: payments.stripeDisputeReason,
      discount: payments.discount,
    })
    .from(payments)
    .where(eq(payments.id, id))
  if (!payment) throw paymentNotFound(id)
  const { user, createdAt, disputeReason, discount } = payment
  const [invoice] = await db
    .select({ id: invoices.id, number: invoices.number })
    .from(invoices)
    .where(eq(invoices.paymentId, id))
    .orderBy(desc(invoices.id))
    .limit(1)
  const refunded = await db
    .select({
      id: refunds.id,
      amount: refunds.amount,
      currency: refunds.currency,
      state: sql<'pending' | 'succeeded' | 'failed'>`${refunds.state}`,
      reason: refunds.reason,
      error: refunds.error,
      by: refunds.staffEmail,
      createdAt: refunds.createdAt,
    })
    .from(refunds)
    .where(eq(refunds.paymentId, id))
    .orderBy(desc(refunds.createdAt), desc(refunds.id))
    .limit(maxDetailRows)
  const attempts = await db
    .select({
      id: payments.id,
      amount: payments.amount,
      currency: payments.currency,
      stripePaymentIntentStatus: payments.stripePaymentIntentStatus,
      createdAt: payments.createdAt,
    })
    .from(payments)
    .where(and(eq(payments.userId, user), between(payments.createdAt, createdAt - around, createdAt + around), ne(payments.id, id)))
    .orderBy(sql`abs(${payments.createdAt} - ${createdAt}::bigint)`, desc(payments.id))
    .limit(maxDetailRows)
  return { customer: await readHolder(db, user), disputeReason, discount, invoice: invoice ?? null, refunds: refunded, attempts }
}
