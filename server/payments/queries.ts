import { and, eq, gte, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Pagination } from '../../src/contract/list.ts'
import type { PaymentListQuery, PaymentRow, paymentSorts } from '../../src/contract/payments.ts'
import type { Db } from '../db/connect.ts'
import { payments } from '../db/schema/payments.ts'
import { ApiError } from '../http/errors.ts'
import { evenly, listPage, type ListSource, type ListStrategy } from '../list.ts'

const paymentOrder: Record<(typeof paymentSorts)[number], PgColumn> = {
  id: payments.id,
  createdAt: payments.createdAt,
  finalAmount: payments.finalAmount,
}

/** The parent's type, else the wallet's, else the method's (document 1, section 3), as indexed. */
const paymentType = sql<string>`coalesce(${payments.parentMethodType}, ${payments.walletType}, ${payments.stripePaymentMethodType})`

/** Raw SQL, as Drizzle omits the table name in single-table statements: `id` would then be the refund's. */
const refundInProgress = sql<boolean>`exists (select 1 from refunds where refunds.payment_id = payments.id and refunds.state = 'pending')`

const rowColumns = {
  id: payments.id,
  userId: payments.userId,
  email: payments.email,
  country: payments.country,
  currency: payments.currency,
  amount: payments.amount,
  finalAmount: payments.finalAmount,
  amountRefunded: payments.amountRefunded,
  finalAmountRefunded: payments.finalAmountRefunded,
  refundCurrency: payments.refundCurrency,
  stripePaymentIntentId: payments.stripePaymentIntentId,
  stripePaymentIntentStatus: payments.stripePaymentIntentStatus,
  stripeInvoiceStatus: payments.stripeInvoiceStatus,
  stripeDisputeStatus: payments.stripeDisputeStatus,
  paymentType,
  paymentMethodBrand: payments.paymentMethodBrand,
  createdAt: payments.createdAt,
  confirmedAt: payments.confirmedAt,
  status: payments.status,
  ref: payments.ref,
  ip: payments.ip,
  trialPlan: payments.trialPlan,
  earlyFraud: payments.earlyFraud,
  refundInProgress,
  version: payments.version,
}

/** A page of payments. */
export async function listPayments(db: Db, query: PaymentListQuery): Promise<{ rows: PaymentRow[]; pagination: Pagination }> {
  return listPage(db, paymentSource(query), query)
}

/** The list's source. */
export function paymentSource(query: PaymentListQuery): ListSource<typeof rowColumns> {
  const where = paymentCondition(query)
  return { table: payments, columns: rowColumns, where, sortBy: paymentOrder[query.sort], strategy: paymentStrategy(query, where) }
}

/** A list request's condition; undefined without filters. Each part matches an index. */
export function paymentCondition(query: PaymentListQuery): SQL | undefined {
  const { user, country, stripePaymentIntentStatus, stripeInvoiceStatus, refunded, disputed, stripePaymentMethodType, from, to } = query
  return and(
    user === undefined ? undefined : eq(payments.userId, user),
    country === undefined ? undefined : eq(payments.country, country),
    stripePaymentIntentStatus === undefined ? undefined : eq(payments.stripePaymentIntentStatus, stripePaymentIntentStatus),
    stripeInvoiceStatus === undefined ? undefined : eq(payments.stripeInvoiceStatus, stripeInvoiceStatus),
    refunded === 'FULLY' ? sql`${payments.amountRefunded} >= ${payments.amount} and ${payments.amount} > 0` : undefined,
    refunded === 'PARTIALLY' ? sql`${payments.amountRefunded} > 0 and ${payments.amountRefunded} < ${payments.amount}` : undefined,
    disputed === 'all' ? isNotNull(payments.stripeDisputeStatus) : undefined,
    disputed === undefined || disputed === 'all' ? undefined : eq(payments.stripeDisputeStatus, disputed),
    stripePaymentMethodType === undefined ? undefined : eq(paymentType, stripePaymentMethodType),
    query.trialPlan && sql`${payments.trialPlan}`,
    from === undefined ? undefined : gte(payments.confirmedAt, from),
    to === undefined ? undefined : lte(payments.confirmedAt, to),
    query.paymentId === undefined ? undefined : eq(payments.id, query.paymentId),
    query.ref === undefined ? undefined : inArray(payments.ref, [query.ref, query.ref.toUpperCase(), query.ref.toLowerCase()]),
    query.stripePaymentIntentId === undefined ? undefined : eq(payments.stripePaymentIntentId, query.stripePaymentIntentId),
  )
}

const passing: ReadonlySet<string> = new Set(['processing', 'requires_action', 'requires_confirmation', 'draft', 'open'])

/** Every filter has an index ending in the id; those correlated with amount also have one ending in the amount. */
function paymentStrategy(
  { sort, stripePaymentIntentStatus, stripeInvoiceStatus, from, to }: PaymentListQuery,
  where: SQL | undefined,
): ListStrategy {
  if (where === undefined) return 'walk'
  // States of new payments, which are adjacent in time.
  const isNew = passing.has(stripePaymentIntentStatus ?? '') || passing.has(stripeInvoiceStatus ?? '')
  // Payments of some days are adjacent by id and time, too.
  const liesTogether = (sort === 'createdAt' && isNew) || (sort !== 'finalAmount' && (from !== undefined || to !== undefined))
  return liesTogether ? { collect: 50_000 } : evenly
}

export function paymentNotFound(id: number): ApiError {
  return new ApiError('not_found', `Payment ${id} was not found.`)
}

/** @throws ApiError not_found */
export async function getPayment(db: Db, id: number): Promise<PaymentRow> {
  const [payment] = await db.select(rowColumns).from(payments).where(eq(payments.id, id))
  if (!payment) throw paymentNotFound(id)
  return payment
}

/**
 * Locks a payment until the transaction ends, with all that rules and changes need; null if there is none. Read only
 * after locking: a statement that waited for a lock still sees other tables, such as refunds, as before.
 */
export async function lockPayment(tx: Db, id: number): Promise<PaymentRow | null> {
  const locked = await tx.select({ id: payments.id }).from(payments).where(eq(payments.id, id)).for('update')
  return locked.length === 0 ? null : getPayment(tx, id)
}
