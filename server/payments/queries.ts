import { and, eq, gte, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Pagination } from '../../src/contract/list.ts'
import type { PaymentListQuery, PaymentRow, paymentSorts } from '../../src/contract/payments.ts'
import type { Db } from '../db/connect.ts'
import { payments, refundOf } from '../db/schema/payments.ts'
import { ApiError } from '../http/errors.ts'
import { boundOf, listPage, type ListSource, splitByIndex } from '../list.ts'

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
  const { sort, sortDirection } = query
  const sortBy = paymentOrder[sort]
  const conditions = conditionsOf(query)
  return {
    table: payments,
    columns: rowColumns,
    ...splitByIndex(conditions, indexed[sort]),
    isSmall: query.disputed !== undefined && beyondDisputed.every((name) => conditions[name] === undefined),
    bound: sort === 'finalAmount' ? undefined : boundOf({ table: payments, key: sortBy, time: payments.confirmedAt }, query, sortDirection),
    sortBy,
  }
}

function conditionsOf(query: PaymentListQuery) {
  const { user, country, stripePaymentIntentStatus, stripeInvoiceStatus, refunded, disputed, stripePaymentMethodType, from, to } = query
  return {
    user: user === undefined ? undefined : eq(payments.userId, user),
    country: country === undefined ? undefined : eq(payments.country, country),
    intentStatus: stripePaymentIntentStatus && eq(payments.stripePaymentIntentStatus, stripePaymentIntentStatus),
    invoiceStatus: stripeInvoiceStatus && eq(payments.stripeInvoiceStatus, stripeInvoiceStatus),
    refunded: refunded && sql`${payments.amountRefunded} > 0 and ${refundOf(payments)} = ${refunded}`,
    anyDispute: disputed === 'all' ? isNotNull(payments.stripeDisputeStatus) : undefined,
    dispute: disputed === undefined || disputed === 'all' ? undefined : eq(payments.stripeDisputeStatus, disputed),
    type: stripePaymentMethodType && eq(paymentType, stripePaymentMethodType),
    trialPlan: query.trialPlan && sql`${payments.trialPlan}`,
    period: and(
      from === undefined ? undefined : gte(payments.confirmedAt, from),
      to === undefined ? undefined : lte(payments.confirmedAt, to),
    ),
    paymentId: query.paymentId === undefined ? undefined : eq(payments.id, query.paymentId),
    ref: query.ref === undefined ? undefined : inArray(payments.ref, [query.ref, query.ref.toUpperCase(), query.ref.toLowerCase()]),
    intentId: query.stripePaymentIntentId === undefined ? undefined : eq(payments.stripePaymentIntentId, query.stripePaymentIntentId),
  }
}

/** Conditions that the index of disputed payments does not cover. */
const beyondDisputed = ['user', 'refunded', 'paymentId', 'ref', 'intentId'] as const

/** Sets of conditions that an index covers in each order, rarer ones first. */
const indexed: Record<(typeof paymentSorts)[number], readonly (readonly (keyof ReturnType<typeof conditionsOf>)[])[]> = {
  id: [['refunded'], ['dispute'], ['trialPlan'], ['country'], ['type'], ['invoiceStatus'], ['intentStatus']],
  createdAt: [['user']],
  finalAmount: [['trialPlan'], ['country']],
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
 * Locks a payment until the transaction ends, and returns what rules and changes need; null if there is none. Read other
 * tables only after locking: a statement that waited for a lock still sees them, such as refunds, as they were before.
 */
export async function lockPayment(tx: Db, id: number): Promise<PaymentRow | null> {
  const locked = await tx.select({ id: payments.id }).from(payments).where(eq(payments.id, id)).for('update')
  return locked.length === 0 ? null : getPayment(tx, id)
}
