import { randomUUID } from 'node:crypto'
import { between, desc, eq } from 'drizzle-orm'
import { dayOf, monthBounds } from '../../../src/contract/dates.ts'
import type { Db } from '../../db/connect.ts'
import { billingData, customers } from '../../db/schema/customers.ts'
import { invoices, payments } from '../../db/schema/payments.ts'
import { nextInvoiceNumber } from './numbers.ts'
import { splitVat, vatRateOf } from './vat.ts'

/**
 * Writes the invoice of a payment that just became paid, in the transaction that recorded it and under the payment's
 * lock; does nothing if it isn't paid or already has one. Dated now, so that numbers follow time, with today's billing
 * data. Its file is made on first request.
 * @param changed the payment's changed columns
 * @param now unix seconds
 */
export async function invoicePaid(tx: Db, paymentId: number, changed: Readonly<Record<string, unknown>>, now: number): Promise<void> {
  if (!('stripeInvoiceStatus' in changed) && !('stripePaymentIntentStatus' in changed)) return
  const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId))
  if (payment?.stripeInvoiceStatus !== 'paid' || payment.stripePaymentIntentStatus !== 'succeeded') return
  const existing = await tx.select({ id: invoices.id }).from(invoices).where(eq(invoices.paymentId, paymentId)).limit(1)
  if (existing.length > 0) return
  const [customer] = await tx
    .select({ country: customers.country, planName: customers.planName, planMonths: customers.planMonths })
    .from(customers)
    .where(eq(customers.id, payment.userId))
  const [billing] = await tx.select().from(billingData).where(eq(billingData.userId, payment.userId))
  const vatRate = vatRateOf({
    country: billing?.country ?? customer?.country ?? payment.country,
    accountType: billing?.accountType ?? null,
    vatNumber: billing?.vatNumber ?? null,
  })
  const year = Number(dayOf(now).slice(0, 4))
  const number = await nextInvoiceNumber(tx, year)
  await tx.insert(invoices).values({
    number,
    userId: payment.userId,
    paymentId,
    createdAt: Math.max(now, await lastDate(tx, year)),
    link: randomUUID(),
    currency: payment.currency,
    ...splitVat(payment.amount, vatRate),
    vatRate,
    total: payment.amount,
    description: payment.trialPlan ? 'Trial week' : describePlan(customer?.planName ?? null, customer?.planMonths ?? null),
    billing: billing ? columnsOf(billing) : null,
  })
}

/** Date of the year's latest invoice: `now` may have been read before the counter was free. Unix seconds, 0 if there is none. */
async function lastDate(tx: Db, year: number): Promise<number> {
  const { to } = monthBounds(year, 12)
  const [last] = await tx
    .select({ createdAt: invoices.createdAt })
    .from(invoices)
    .where(between(invoices.createdAt, monthBounds(year, 1).from, to))
    .orderBy(desc(invoices.createdAt))
    .limit(1)
  return last?.createdAt ?? 0
}

/** The same wording as the demo's invoices: 'Pro, 12 months'. */
function describePlan(name: string | null, months: number | null): string {
  return `${name ?? 'Subscription'}, ${months === 12 ? '12 months' : '1 month'}`
}

/** By column name, the format stored with all invoices. */
function columnsOf({
  userId: _user,
  locked: _locked,
  version: _version,
  accountType,
  companyName,
  vatNumber,
  taxId,
  ...same
}: typeof billingData.$inferSelect) {
  return { ...same, account_type: accountType, company_name: companyName, vat_number: vatNumber, tax_id: taxId }
}
