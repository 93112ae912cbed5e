import { eq, gt, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Pagination } from '../../../src/contract/list.ts'
import type { PaymentListQuery, PaymentRow, paymentSorts } from '../../../src/contract/payments.ts'
import type { Db } from '../../db/connect.ts'
import { amountConditions, equals, inRange } from '../../db/list/conditions.ts'
import { boundOf, type ListSource, listPage, splitByIndex } from '../../db/list/list.ts'
import { orderNumberOf, payments, refundOf } from '../../db/schema/payments.ts'
import { ApiError } from '../../http/errors.ts'

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
  const { sort } = query
  const conditions = conditionsOf(query)
  return {
    table: payments,
    columns: rowColumns,
    ...splitByIndex(conditions, indexed[sort]),
    isSmall: (query.disputed ?? query.refunded) !== undefined && beyondSmall.every((name) => conditions[name] === undefined),
    bound: boundFor(query),
    sortBy: paymentOrder[sort],
  }
}

/** No index has the amounts of a period in order. */
function boundFor({ sort, sortDirection, from, to, createdFrom, createdTo }: PaymentListQuery): SQL | undefined {
  const key = paymentOrder[sort]
  const byCreation = () => boundOf({ table: payments, key, time: payments.createdAt }, { from: createdFrom, to: createdTo }, sortDirection)
  const byConfirmation = () => boundOf({ table: payments, key, time: payments.confirmedAt }, { from, to }, sortDirection)
  if (sort === 'finalAmount') return undefined
  return sort === 'id' ? (byCreation() ?? byConfirmation()) : byConfirmation()
}

/** By its reference, or only by the number that this ends with. */
const ofOrder = (ref: string) =>
  /^\d+$/.test(ref)
    ? or(eq(payments.ref, ref), eq(orderNumberOf(payments), ref.replace(/^0+/, '')))
    : inArray(payments.ref, [ref, ref.toUpperCase(), ref.toLowerCase()])

const atProvider = (id: string) =>
  /^(re|pyr)_/.test(id)
    ? sql`${payments.id} = (select refunds.payment_id from refunds where refunds.provider_refund_id = ${id})`
    : eq(payments.stripePaymentIntentId, id)

function conditionsOf(query: PaymentListQuery) {
  const { user, country, stripePaymentIntentStatus, stripeInvoiceStatus, refunded, disputed, stripePaymentMethodType, from, to } = query
  return {
    user: equals(payments.userId, user),
    country: equals(payments.country, country),
    intentStatus: stripePaymentIntentStatus && eq(payments.stripePaymentIntentStatus, stripePaymentIntentStatus),
    invoiceStatus: stripeInvoiceStatus && eq(payments.stripeInvoiceStatus, stripeInvoiceStatus),
    anyRefund: refunded === 'ANY' ? gt(payments.amountRefunded, 0) : undefined,
    refund: refunded && refunded !== 'ANY' ? sql`${payments.amountRefunded} > 0 and ${refundOf(payments)} = ${refunded}` : undefined,
    anyDispute: disputed === 'all' ? isNotNull(payments.stripeDisputeStatus) : undefined,
    dispute: disputed === undefined || disputed === 'all' ? undefined : eq(payments.stripeDisputeStatus, disputed),
    type: stripePaymentMethodType && eq(paymentType, stripePaymentMethodType),
    trialPlan: query.trialPlan && sql`${payments.trialPlan}`,
    period: inRange(payments.confirmedAt, from, to),
    created: inRange(payments.createdAt, query.createdFrom, query.createdTo),
    refundedAt: refundedWithin(query.refundedFrom, query.refundedTo),
    ...amountConditions(payments.amount, payments.currency, query),
    paymentId: equals(payments.id, query.paymentId),
    ref: query.ref === undefined ? undefined : ofOrder(query.ref),
    intentId: query.stripePaymentIntentId === undefined ? undefined : atProvider(query.stripePaymentIntentId),
  }
}

/** Payments with a refund that succeeded in a period. */
function refundedWithin(from: number | undefined, to: number | undefined): SQL | undefined {
  if (from === undefined && to === undefined) return undefined
  const since = from === undefined ? sql`true` : sql`refunds.settled_at >= ${from}`
  const until = to === undefined ? sql`true` : sql`refunds.settled_at <= ${to}`
  return sql`${payments.id} in (select refunds.payment_id from refunds where refunds.state = 'succeeded' and ${since} and ${until})`
}

/** Conditions that the indexes of disputed and of refunded payments do not cover. */
const beyondSmall = ['user', 'refundedAt', 'amount', 'amounts', 'currency', 'paymentId', 'ref', 'intentId'] as const

/** Sets of conditions that an index covers in each order, rarer ones first. */
const indexed: Record<(typeof paymentSorts)[number], readonly (readonly (keyof ReturnType<typeof conditionsOf>)[])[]> = {
  id: [['amount'], ['refund'], ['dispute'], ['trialPlan'], ['country'], ['type'], ['invoiceStatus'], ['intentStatus']],
  createdAt: [['user'], ['created']],
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
