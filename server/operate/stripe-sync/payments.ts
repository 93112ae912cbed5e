import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { accountCurrency } from '../../../src/contract/money.ts'
import type { Db, Orm } from '../../db/connect.ts'
import { customers } from '../../db/schema/customers.ts'
import { payments, providerEvents } from '../../db/schema/payments.ts'
import type { PaymentRecord } from '../../outside/payments/port.ts'
import { chargeParts, chargeRecord } from '../../outside/payments/stripe/charges.ts'
import { paymentRecord, recordParts } from '../../outside/payments/stripe/states.ts'
import { matchCustomers } from '../../resources/customers/match.ts'
import { insertPayments, type NewPayment } from '../../resources/payments/insert.ts'
import { isNew, type Outcome, paymentTarget, refreshed, refused, type Sync, same, unmatched } from './objects.ts'

/** The `expand` parameter for lists of payment intents. */
export const paymentParts = recordParts.map((part) => `data.${part}`)

/** The same for lists of charges. */
export const chargesParts = chargeParts.map((part) => `data.${part}`)

/** Seconds by which servers' clocks may differ. */
const skew = 60

/** Stores payment intents with their charges. */
export function takePayments(sync: Sync, page: readonly Stripe.PaymentIntent[], askedAt: number): Promise<Outcome[]> {
  return takeRecords(
    sync,
    page.map((intent) => paymentRecord(intent, sync.externalIdKey)),
    askedAt,
  )
}

/** Stores the charges that have no intent, as older accounts do. The others came with theirs. */
export async function takeCharges(sync: Sync, page: readonly Stripe.Charge[], askedAt: number): Promise<Outcome[]> {
  const own = page.filter(({ payment_intent: intent }) => intent === null)
  const taken = await takeRecords(
    sync,
    own.map((charge) => chargeRecord(charge, sync.externalIdKey)),
    askedAt,
  )
  return page.map((charge) => taken[own.indexOf(charge)] ?? same)
}

/**
 * Stores payments. Fetches a payment again if it differs from what is stored, or if it
 * is new and a notification about it arrived after the page was requested.
 * @param askedAt unix seconds
 */
async function takeRecords(sync: Sync, records: readonly PaymentRecord[], askedAt: number): Promise<Outcome[]> {
  if (records.length === 0) return []
  for (const record of records) sync.rates.learn(record)
  const again = new Map<PaymentRecord, number>()
  const wrong: { stored: Stored; record: PaymentRecord; finalAmount: number }[] = []
  const outcomes = await sync.database.orm.transaction(async (tx) => {
    const matches = await matchCustomers(
      tx,
      records.map(({ customer }) => customer),
    )
    const stored = await storedPayments(
      tx,
      records.map(({ intentId }) => intentId),
    )
    const fresh: NewPayment[] = []
    const outcomes: Outcome[] = []
    for (const [index, record] of records.entries()) {
      const match = matches[index]
      const payment = stored.get(record.intentId)
      const finalAmount = await sync.rates.finalAmount(tx, record)
      if (payment) {
        if (payment.status !== record.status || payment.amountRefunded !== record.amountRefunded) again.set(record, payment.id)
        if (finalAmount !== null && isWrong(payment, record, finalAmount)) wrong.push({ stored: payment, record, finalAmount })
        outcomes.push(same)
      } else if (!match || match.id === null) outcomes.push(unmatched(match?.reason ?? ''))
      else if (finalAmount === null) outcomes.push(refused(noRate(record)))
      else {
        fresh.push({ record, userId: match.id, finalAmount })
        outcomes.push(isNew)
      }
    }
    const ids = await insertPayments(tx, fresh)
    const notified = await notifiedSince(tx, [...ids.keys()], askedAt - skew)
    for (const { record } of fresh) {
      const id = ids.get(record.intentId)
      if (id === undefined) outcomes[records.indexOf(record)] = same
      else if (notified.has(record.intentId)) again.set(record, id)
    }
    return outcomes
  })
  for (const { stored, record, finalAmount } of wrong) {
    await settleAmount(sync.database.orm, stored.id, record.amount, finalAmount)
    outcomes[records.indexOf(record)] = { result: 'changed' }
  }
  for (const [record, id] of again) {
    const outcome = await refreshed(sync, paymentTarget(id, record.intentId))
    const index = records.indexOf(record)
    if (outcomes[index] === same) outcomes[index] = outcome
  }
  return outcomes
}

function noRate({ currency, settled }: PaymentRecord): string {
  const code = settled?.currency ?? currency
  return `no rate from ${code.toUpperCase()} to euros is known; give one: --rate ${code}=0.92`
}

interface Stored {
  id: number
  intentId: string
  status: string
  amount: number
  finalAmount: number
  amountRefunded: number
}

async function storedPayments(tx: Db, intentIds: readonly string[]): Promise<Map<string, Stored>> {
  const rows = await tx
    .select({
      id: payments.id,
      intentId: payments.stripePaymentIntentId,
      status: payments.stripePaymentIntentStatus,
      amount: payments.amount,
      finalAmount: payments.finalAmount,
      amountRefunded: payments.amountRefunded,
    })
    .from(payments)
    .where(inArray(payments.stripePaymentIntentId, [...intentIds]))
  return new Map(rows.map((row) => [row.intentId, row]))
}

/**
 * Whether a settled payment's amounts have to be corrected. Before it is settled, its final amount comes from another
 * payment's rate, and less than the authorized amount may be captured. Payments with refunds are left as they are.
 */
function isWrong(stored: Stored, { settled, status, amount, amountRefunded }: PaymentRecord, finalAmount: number): boolean {
  if (status !== 'succeeded' || settled?.currency !== accountCurrency || stored.amountRefunded > 0 || amountRefunded > 0) return false
  return stored.amount !== amount || stored.finalAmount !== finalAmount
}

/** Locks the payment first, as all code that changes both does, to avoid deadlocks. */
function settleAmount(orm: Orm, id: number, amount: number, finalAmount: number): Promise<void> {
  return orm.transaction(async (tx) => {
    const [payment] = await tx.select().from(payments).where(eq(payments.id, id)).for('update')
    if (!payment || payment.amountRefunded > 0) return
    await tx
      .update(payments)
      .set({ amount, finalAmount, version: sql`${payments.version} + 1` })
      .where(eq(payments.id, id))
    if (payment.stripePaymentIntentStatus !== 'succeeded') return
    await tx
      .update(customers)
      .set({ totalRevenue: sql`${customers.totalRevenue} + ${finalAmount - payment.finalAmount}::bigint` })
      .where(eq(customers.id, payment.userId))
  })
}

/** Intents that notifications since then were about. */
async function notifiedSince(tx: Db, intentIds: readonly string[], since: number): Promise<Set<string | null>> {
  if (intentIds.length === 0) return new Set()
  const rows = await tx
    .select({ subject: providerEvents.subject })
    .from(providerEvents)
    .where(and(inArray(providerEvents.subject, [...intentIds]), gte(providerEvents.receivedAt, since)))
  return new Set(rows.map(({ subject }) => subject))
}
