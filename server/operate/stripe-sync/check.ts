import { and, gte, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { formatMoney } from '../../../src/contract/money.ts'
import type { Db } from '../../db/connect.ts'
import { customers } from '../../db/schema/customers.ts'
import { payments, refunds } from '../../db/schema/payments.ts'
import { fromStripe } from '../../outside/payments/stripe/amounts.ts'
import { chargeRecord } from '../../outside/payments/stripe/charges.ts'
import { idOf } from '../../outside/payments/stripe/states.ts'
import type { PaymentReference } from './of-payments.ts'

/** Count and sum, in our minor units on both sides. */
interface Figures {
  count: number
  sum: number
}

interface Compared {
  there: Figures
  here: Figures
}

/** The comparison: by kind, month (UTC) and, for money, currency. */
export class Comparison {
  readonly #rows = new Map<string, Compared>()

  add(side: keyof Compared, key: readonly (string | null)[], count: number, sum = 0): void {
    const name = key.filter((part) => part !== null).join(' ')
    const row = this.#rows.get(name) ?? { there: { count: 0, sum: 0 }, here: { count: 0, sum: 0 } }
    row[side].count += count
    row[side].sum += sum
    this.#rows.set(name, row)
  }

  /** How many lines were compared. */
  get size(): number {
    return this.#rows.size
  }

  /** One line per difference. */
  differences(): string[] {
    return [...this.#rows]
      .filter(([, { there, here }]) => there.count !== here.count || there.sum !== here.sum)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, { there, here }]) => {
        const currency = name.split(' ')[2]
        const isMoney = currency !== undefined && there.sum + here.sum > 0
        const text = ({ count, sum }: Figures) => (isMoney ? `${count} (${formatMoney(sum, currency)})` : String(count))
        return `${name}: Stripe has ${text(there)}, Quaydesk ${text(here)}.`
      })
  }
}

const monthOf = (time: number) => new Date(time * 1000).toISOString().slice(0, 7)

/**
 * Compares what Stripe has with what is stored, read-only. Covers all customers and live subscriptions, and
 * payments and what belongs to them, by the payment's month and currency.
 * @param since unix seconds; compares only later payments; null for all
 */
export async function compare(db: Db, stripe: Stripe, since: number | null): Promise<Comparison> {
  const found = new Comparison()
  await compareCustomers(db, stripe, found)
  await compareSubscriptions(db, stripe, found)
  const created = since === null ? {} : { created: { gte: since } }
  for await (const { status, amount, amount_received: received, currency, created: at } of stripe.paymentIntents.list({
    limit: 100,
    ...created,
  })) {
    found.add('there', ['payments', monthOf(at), currency], 1)
    if (status === 'succeeded') found.add('there', ['paid', monthOf(at), currency], 1, fromStripe(received, currency))
    else found.add('there', ['unpaid', monthOf(at), currency], 1, fromStripe(amount, currency))
  }
  for await (const charge of stripe.charges.list({ limit: 100, ...created })) {
    if (charge.payment_intent !== null) continue
    const { status, amount, currency, createdAt } = chargeRecord(charge, '')
    found.add('there', ['payments', monthOf(createdAt), currency], 1)
    found.add('there', [status === 'succeeded' ? 'paid' : 'unpaid', monthOf(createdAt), currency], 1, amount)
  }
  for await (const refund of stripe.refunds.list({ limit: 100, ...created, expand: paymentsToo })) {
    const { status, amount, currency } = refund
    const payment = paymentOf(refund, since)
    if (status === 'succeeded' && payment)
      found.add('there', ['refunded', monthOf(payment.created), currency], 1, fromStripe(amount, currency))
  }
  await countOnce(stripe.disputes.list({ limit: 100, ...created, expand: paymentsToo }), 'disputed', since, found)
  await countOnce(stripe.radar.earlyFraudWarnings.list({ limit: 100, ...created, expand: paymentsToo }), 'warned', since, found)
  await addOurs(db, since, found)
  return found
}

const paymentsToo = ['data.payment_intent', 'data.charge']

/** The intent, or the charge that has none, unless it is too old. */
function paymentOf(
  { payment_intent: intent, charge }: PaymentReference,
  since: number | null,
): Stripe.PaymentIntent | Stripe.Charge | null {
  const payment = intent ?? charge ?? null
  return typeof payment === 'object' && payment !== null && payment.created >= (since ?? 0) ? payment : null
}

/** Counts payments, each once however many disputes or warnings it has. */
async function countOnce(of: AsyncIterable<PaymentReference>, kind: string, since: number | null, found: Comparison) {
  const seen = new Set<string>()
  for await (const each of of) {
    const payment = paymentOf(each, since)
    if (payment === null || seen.has(payment.id)) continue
    seen.add(payment.id)
    found.add('there', [kind, monthOf(payment.created), payment.currency], 1, fromStripe(payment.amount, payment.currency))
  }
}

/** Compares by the month in which they became Stripe's customers. Customers of ours that were deleted at Stripe do not count. */
async function compareCustomers(db: Db, stripe: Stripe, found: Comparison): Promise<void> {
  const compareBatch = async (batch: readonly Stripe.Customer[]) => {
    const rows = await db
      .select({ id: customers.stripeCustomerId })
      .from(customers)
      .where(
        inArray(
          customers.stripeCustomerId,
          batch.map(({ id }) => id),
        ),
      )
    const ids = new Set(rows.map(({ id }) => id))
    for (const { id, created } of batch) {
      found.add('there', ['customers', monthOf(created)], 1)
      if (ids.has(id)) found.add('here', ['customers', monthOf(created)], 1)
    }
  }
  let batch: Stripe.Customer[] = []
  for await (const customer of stripe.customers.list({ limit: 100 })) {
    batch.push(customer)
    if (batch.length < 100) continue
    await compareBatch(batch)
    batch = []
  }
  if (batch.length > 0) await compareBatch(batch)
}

/** Customers with a subscription that has not ended. */
async function compareSubscriptions(db: Db, stripe: Stripe, found: Comparison): Promise<void> {
  const live = new Set<string | null>()
  for await (const { customer, ended_at: endedAt } of stripe.subscriptions.list({ limit: 100, status: 'all' }))
    if (endedAt === null) live.add(idOf(customer))
  const [ours] = await db
    .select({ count: sql<number>`count(*)` })
    .from(customers)
    .where(and(isNotNull(customers.stripeSubscriptionId), isNull(customers.subscriptionEnded), isNull(customers.ownTrialEnd)))
  found.add('there', ['subscribers'], live.size)
  found.add('here', ['subscribers'], ours?.count ?? 0)
}

async function addOurs(db: Db, since: number | null, found: Comparison): Promise<void> {
  const month = sql<string>`to_char(to_timestamp(${payments.createdAt}) at time zone 'UTC', 'YYYY-MM')`
  const isPaid = sql`${payments.stripePaymentIntentStatus} = 'succeeded'`
  const rows = await db
    .select({
      month,
      currency: payments.currency,
      count: sql<number>`count(*)`,
      paid: sql<number>`count(*) filter (where ${isPaid})`,
      paidSum: sql<number>`coalesce(sum(${payments.amount}) filter (where ${isPaid}), 0)::bigint`,
      unpaidSum: sql<number>`coalesce(sum(${payments.amount}) filter (where not ${isPaid}), 0)::bigint`,
      disputed: sql<number>`count(*) filter (where ${payments.stripeDisputeStatus} is not null)`,
      disputedSum: sql<number>`coalesce(sum(${payments.amount}) filter (where ${payments.stripeDisputeStatus} is not null), 0)::bigint`,
      warned: sql<number>`count(*) filter (where ${payments.earlyFraud})`,
      warnedSum: sql<number>`coalesce(sum(${payments.amount}) filter (where ${payments.earlyFraud}), 0)::bigint`,
    })
    .from(payments)
    .where(gte(payments.createdAt, since ?? 0))
    .groupBy(month, payments.currency)
  for (const { month, currency, count, paid, ...sums } of rows) {
    found.add('here', ['payments', month, currency], count)
    found.add('here', ['paid', month, currency], paid, sums.paidSum)
    found.add('here', ['unpaid', month, currency], count - paid, sums.unpaidSum)
    found.add('here', ['disputed', month, currency], sums.disputed, sums.disputedSum)
    found.add('here', ['warned', month, currency], sums.warned, sums.warnedSum)
  }
  const returned = await db
    .select({ month, currency: payments.currency, count: sql<number>`count(*)`, sum: sql<number>`sum(${refunds.amount})::bigint` })
    .from(refunds)
    .innerJoin(payments, sql`${payments.id} = ${refunds.paymentId}`)
    .where(and(gte(payments.createdAt, since ?? 0), sql`${refunds.state} = 'succeeded'`))
    .groupBy(month, payments.currency)
  for (const { month, currency, count, sum } of returned) found.add('here', ['refunded', month, currency], count, sum)
}
