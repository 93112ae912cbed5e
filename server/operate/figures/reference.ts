import { and, asc, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import { takingDisputes } from '../../../src/contract/payment-rules.ts'
import type { Db } from '../../db/connect.ts'
import { customers, subscriptionChanges } from '../../db/schema/customers.ts'
import { payments, refunds } from '../../db/schema/payments.ts'
import { qrDailyScans, qrs } from '../../db/schema/qrs.ts'
import type { Figure } from '../../resources/figures/sources.ts'

type FigureRow = Partial<Record<Figure, number>>

/** Figures by `day country`, and discounted new subscriptions by `day country percent`; zeros omitted. */
export interface ReferenceFigures {
  figures: Map<string, FigureRow>
  discounts: Map<string, number>
}

const customersAtOnce = 1000

const madrid = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Madrid' })
const dayOf = (seconds: number) => madrid.format(seconds * 1000)

const isSubscriber = (status: string | null | undefined) => status === 'active' || status === 'past_due'

/**
 * Computes the figures row by row: slow, and without any code in common with the SQL,
 * so that each verifies the other (`npm run figures -- check`, and tests). Under
 * `repeatable read` all of it is one snapshot. Covers scans of the days kept per QR.
 */
export async function computeReference(tx: Db): Promise<ReferenceFigures> {
  const found: ReferenceFigures = { figures: new Map(), discounts: new Map() }
  let last = 0
  for (;;) {
    const batch = await tx
      .select({
        id: customers.id,
        country: customers.country,
        createdAt: customers.createdAt,
        canceledAt: customers.canceledAt,
        canceledBy: customers.subscriptionCanceledBy,
        referredBy: customers.referredBy,
      })
      .from(customers)
      .where(gt(customers.id, last))
      .orderBy(asc(customers.id))
      .limit(customersAtOnce)
    const ids = batch.map(({ id }) => id)
    const [end] = ids.slice(-1)
    if (end === undefined) return found
    last = end
    const rows = await rowsOf(tx, ids)
    for (const customer of batch) {
      addCustomer(found, {
        customer,
        changes: rows.changes.get(customer.id) ?? [],
        paid: rows.paid.get(customer.id) ?? [],
        refunded: rows.refunded.get(customer.id) ?? [],
        made: rows.made.get(customer.id) ?? [],
        scanned: rows.scanned.get(customer.id) ?? [],
      })
    }
  }
}

async function rowsOf(tx: Db, ids: number[]) {
  const changes = await tx
    .select()
    .from(subscriptionChanges)
    .where(inArray(subscriptionChanges.userId, ids))
    .orderBy(asc(subscriptionChanges.at), asc(subscriptionChanges.id))
  const arePaid = and(inArray(payments.userId, ids), eq(payments.stripePaymentIntentStatus, 'succeeded'), isNotNull(payments.confirmedAt))
  const paid = await tx.select().from(payments).where(arePaid).orderBy(asc(payments.confirmedAt), asc(payments.id))
  const refunded = await tx
    .select({ userId: payments.userId, at: refunds.settledAt, country: payments.country, amount: refunds.finalAmount })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(arePaid, eq(refunds.state, 'succeeded'), isNotNull(refunds.settledAt)))
  const made = await tx
    .select({ userId: qrs.userId, at: qrs.createdAt })
    .from(qrs)
    .where(and(inArray(qrs.userId, ids), eq(qrs.archived, false)))
  const scanned = await tx
    .select({ userId: qrs.userId, day: qrDailyScans.day, scans: qrDailyScans.scans, visits: qrDailyScans.visits })
    .from(qrDailyScans)
    .innerJoin(qrs, eq(qrs.id, qrDailyScans.qrId))
    .where(inArray(qrs.userId, ids))
  return {
    changes: byCustomer(changes),
    paid: byCustomer(paid),
    refunded: byCustomer(refunded),
    made: byCustomer(made),
    scanned: byCustomer(scanned),
  }
}

function byCustomer<Row extends { userId: number }>(rows: Row[]): Map<number, Row[]> {
  const grouped = new Map<number, Row[]>()
  for (const row of rows) {
    const group = grouped.get(row.userId)
    if (group === undefined) grouped.set(row.userId, [row])
    else group.push(row)
  }
  return grouped
}

type Rows = Awaited<ReturnType<typeof rowsOf>>
type RowOf<Name extends keyof Rows> = Rows[Name] extends Map<number, infer List> ? List : never

interface Life {
  customer: { country: string | null; createdAt: number; canceledAt: number | null; canceledBy: string | null; referredBy: number | null }
  /** In order of time. */
  changes: RowOf<'changes'>
  /** Successful payments, in order of time. */
  paid: RowOf<'paid'>
  refunded: RowOf<'refunded'>
  made: RowOf<'made'>
  scanned: RowOf<'scanned'>
}

function addCustomer({ figures, discounts }: ReferenceFigures, { customer, changes, paid, refunded, made, scanned }: Life): void {
  const add = (day: string, country: string | null, name: Figure, value = 1) => {
    if (value === 0) return
    const key = `${day} ${country ?? ''}`
    const row = figures.get(key) ?? {}
    row[name] = (row[name] ?? 0) + value
    figures.set(key, row)
  }
  const { country } = customer

  for (const { at, fromStatus: from, toStatus: to } of changes) {
    const day = dayOf(at)
    if (to === 'trialing' && from !== 'trialing') add(day, country, 'new_trials')
    if (from === 'trialing' && (to === 'canceled' || to === 'trial_ended')) add(day, country, 'canceled_trials')
    if (isSubscriber(from) && (to === 'canceled' || to === 'unpaid')) add(day, country, 'canceled_subscriptions')
    if (to !== 'active' || isSubscriber(from)) continue
    add(day, country, 'new_subscriptions')
    if (from === 'trialing') add(day, country, 'upgraded_from_trial')
    const percent = discountOf(at, paid)
    if (percent === null) continue
    add(day, country, 'discounted_subscriptions')
    const key = `${day} ${country ?? ''} ${percent}`
    discounts.set(key, (discounts.get(key) ?? 0) + 1)
  }

  const { canceledAt } = customer
  if (canceledAt !== null && customer.canceledBy !== 'system') {
    const before = changes.findLast(({ at }) => at < canceledAt)
    const then = changes.filter(({ at }) => at === canceledAt)
    const wasSubscriber =
      isSubscriber(before?.toStatus) || then.some((change) => isSubscriber(change.fromStatus) || isSubscriber(change.toStatus))
    if (wasSubscriber) add(dayOf(canceledAt), country, 'cancelation_requests')
  }

  for (const [index, payment] of paid.entries()) {
    const day = dayOf(payment.confirmedAt ?? 0)
    add(day, payment.country, 'payments')
    add(day, payment.country, 'gross', payment.finalAmount)
    if (index === 0) {
      add(day, payment.country, 'first_payments')
      add(day, payment.country, 'first_gross', payment.finalAmount)
      if (customer.referredBy !== null) add(day, payment.country, 'referred_paid')
    }
    if (payment.stripeDisputeStatus === null) continue
    add(day, payment.country, 'dispute_count')
    if (takingDisputes.some((status) => status === payment.stripeDisputeStatus)) add(day, payment.country, 'disputes', payment.finalAmount)
  }
  for (const refund of refunded) {
    const day = dayOf(refund.at ?? 0)
    add(day, refund.country, 'refund_count')
    add(day, refund.country, 'refunds', refund.amount)
  }
  if (customer.referredBy !== null) add(dayOf(customer.createdAt), country, 'referred_users')
  for (const { at } of made) add(dayOf(at), country, 'new_qrs')
  for (const { day, scans, visits } of scanned) {
    add(day, country, 'scans', scans)
    add(day, country, 'visits', visits)
  }
}

/**
 * The percent of the discounted payment nearest to a new subscription, within 86,400 seconds; null if there is none.
 */
function discountOf(at: number, paid: Life['paid']): number | null {
  const distance = (payment: Life['paid'][number]) => Math.abs((payment.confirmedAt ?? 0) - at)
  const near = paid.filter((payment) => (payment.discount ?? 0) > 0 && !payment.trialPlan && distance(payment) <= 86_400)
  const [nearest] = near.toSorted((a, b) => distance(a) - distance(b) || a.id - b.id)
  return nearest?.discount ?? null
}
