import { inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { customers } from '../../db/schema/customers.ts'
import { payments } from '../../db/schema/payments.ts'
import type { PaymentRecord } from '../../outside/payments/port.ts'
import { finalRefund } from './final-amount.ts'
import { orderStatusOf } from './provider-state.ts'

/** A payment made at the provider, with its customer and its amount in the account currency. */
export interface NewPayment {
  record: PaymentRecord
  userId: number
  finalAmount: number
}

/**
 * Stores payments made at the provider that are not stored yet, and updates their customers: revenue, and the
 * method of the latest payment. Makes no invoices: past payments already have theirs. Refunds of these payments
 * are recorded by `recordRefundMadeThere`.
 * @returns the ids of the payments that were stored, by intent id
 */
export async function insertPayments(tx: Db, made: readonly NewPayment[]): Promise<Map<string, number>> {
  if (made.length === 0) return new Map()
  const users = new Map(
    (
      await tx
        .select({ id: customers.id, email: customers.email, country: customers.country, erasedAt: customers.erasedAt })
        .from(customers)
        .where(inArray(customers.id, [...new Set(made.map(({ userId }) => userId))]))
        .orderBy(customers.id)
        .for('update')
    ).map((user) => [user.id, user]),
  )
  // Personal data of an erased person is not copied from the provider.
  const isErased = (id: number) => (users.get(id)?.erasedAt ?? null) !== null
  const refs = await freeRefs(tx, made)
  const rows = made.map(({ record, userId, finalAmount }, index) => {
    const { amount, amountRefunded, currency, method } = record
    const refunded = Math.min(amount, amountRefunded)
    const amounts = { amount, finalAmount, amountRefunded: 0, finalAmountRefunded: 0 }
    return {
      userId,
      email: (isErased(userId) ? null : record.customer.email) ?? users.get(userId)?.email ?? '',
      country: record.country ?? users.get(userId)?.country ?? null,
      currency,
      amount,
      finalAmount,
      amountRefunded: refunded,
      finalAmountRefunded: refunded === 0 ? 0 : finalRefund(amounts, refunded),
      refundCurrency: refunded > 0 ? currency : null,
      stripePaymentIntentId: record.intentId,
      stripePaymentIntentStatus: record.status,
      stripeInvoiceStatus: record.invoiceStatus,
      stripePaymentMethodType: method.type,
      walletType: method.wallet,
      paymentMethodBrand: method.cardBrand,
      createdAt: record.createdAt,
      confirmedAt: record.confirmedAt,
      status: orderStatusOf(record.status),
      ref: refs[index] ?? record.intentId,
    }
  })
  const inserted = await tx
    .insert(payments)
    .values(rows)
    .onConflictDoNothing({ target: payments.stripePaymentIntentId })
    .returning({ id: payments.id, intentId: payments.stripePaymentIntentId })
  const ids = new Map(inserted.map(({ id, intentId }) => [intentId, id]))
  const stored = rows.filter(({ stripePaymentIntentId }) => ids.has(stripePaymentIntentId))
  await addRevenue(tx, stored)
  await noteMethods(
    tx,
    made.filter(({ record, userId }) => ids.has(record.intentId) && !isErased(userId)),
  )
  return ids
}

/** Order ids that no payment has yet; null for the others. */
async function freeRefs(tx: Db, made: readonly NewPayment[]): Promise<(string | null)[]> {
  const wanted = made.map(({ record }) => record.ref).filter((ref) => ref !== null && ref !== '')
  if (wanted.length === 0) return []
  const found = await tx
    .select({ ref: payments.ref })
    .from(payments)
    .where(inArray(payments.ref, wanted as string[]))
  const taken = new Set(found.map(({ ref }) => ref))
  return made.map(({ record: { ref } }) => {
    if (ref === null || ref === '' || taken.has(ref)) return null
    taken.add(ref)
    return ref
  })
}

type Stored = Pick<typeof payments.$inferInsert, 'userId' | 'stripePaymentIntentStatus' | 'finalAmount'> & { finalAmountRefunded: number }

/** Doesn't bump the customers' versions, which would make open forms stale. */
async function addRevenue(tx: Db, stored: readonly Stored[]): Promise<void> {
  const revenue = new Map<number, number>()
  for (const { userId, stripePaymentIntentStatus: status, finalAmount, finalAmountRefunded } of stored)
    if (status === 'succeeded') revenue.set(userId, (revenue.get(userId) ?? 0) + finalAmount - finalAmountRefunded)
  if (revenue.size === 0) return
  const rows = [...revenue].map(([id, amount]) => ({ id, amount }))
  await tx.execute(sql`
    update customers c set total_revenue = c.total_revenue + i.amount from ${jsonRows(rows, 'id int, amount bigint')} where c.id = i.id`)
}

/** Customers get the method of their latest payment. A new payment has no dispute or fraud warning yet (ruling 32). */
async function noteMethods(tx: Db, made: readonly NewPayment[]): Promise<void> {
  const latest = new Map<number, PaymentRecord>()
  for (const { userId, record } of made) if ((latest.get(userId)?.createdAt ?? -1) <= record.createdAt) latest.set(userId, record)
  const rows = [...latest].map(([id, { createdAt: at, method }]) => ({ id, at, ...method, type: method.wallet ?? method.type }))
  if (rows.length === 0) return
  await tx.execute(sql`
    update customers c set payment_early_fraud = false, payment_dispute_reason = null, last_payment_method = i.type,
      last4 = i.last4, card_brand = i."cardBrand", card_type = i."cardType", expiry_month = i."expiryMonth", expiry_year = i."expiryYear",
      bank_code = i."bankCode", branch_code = i."branchCode", bank_country = i."bankCountry"
    from ${jsonRows(
      rows,
      `id int, at bigint, type text, last4 text, "cardBrand" text, "cardType" text, "expiryMonth" smallint, "expiryYear" smallint,
      "bankCode" text, "branchCode" text, "bankCountry" text`,
    )}
    where c.id = i.id and not exists (select from payments p where p.user_id = c.id and p.created_at > i.at)`)
}
