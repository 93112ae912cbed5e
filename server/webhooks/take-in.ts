import { count, eq } from 'drizzle-orm'
import { paymentProvider, writeAudit } from '../audit/write.ts'
import type { AppContext } from '../context.ts'
import { applyCustomerState } from '../customers/provider-state.ts'
import type { Db } from '../db/connect.ts'
import { customers } from '../db/schema/customers.ts'
import { payments, providerEvents } from '../db/schema/payments.ts'
import { ApiError } from '../http/errors.ts'
import { invoicePaid } from '../invoices/create.ts'
import { applyPaymentState, type ProviderRefunds, recordRefunds } from '../payments/provider-state.ts'
import { type CustomerState, type PaymentState, type ProviderEvent, ProviderRefusal, ProviderUnknown } from '../providers/payments/port.ts'

/** Whose state is asked for: a row of ours, and how the provider calls it. */
interface Target {
  kind: 'customer' | 'payment'
  id: number
  subject: string
}

/** A state of the provider that is newer than what it would replace could be overtaken this often before we give up. */
const tries = 5

/**
 * Takes in a notification once. It is a hint alone: the state is asked for anew and written under the row's lock, in one transaction
 * with the event, so that neither order nor repetition matters. Where the row changed, or another event of it came in, between question
 * and lock, the answer may be older than what is there, and is asked for again.
 * @returns false when it was known already
 * @throws ApiError service_unavailable: nothing was recorded, the provider is to send it again
 */
export async function takeIn(context: AppContext, event: ProviderEvent): Promise<boolean> {
  const { orm } = context.database
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const [known] = await orm.select({ id: providerEvents.id }).from(providerEvents).where(eq(providerEvents.id, event.id))
    if (known) return false
    const target = await findTarget(orm, event)
    if (target === null) return orm.transaction((tx) => record(tx, context, event))
    const mark = await markOf(orm, target)
    const apply = await askState(context, target)
    const outcome = await orm.transaction(async (tx) => {
      await lock(tx, target)
      if ((await markOf(tx, target)) !== mark) return 'overtaken'
      if (!(await record(tx, context, event))) return 'known'
      await apply?.(tx)
      return 'applied'
    })
    if (outcome !== 'overtaken') return outcome === 'applied'
  }
  throw again('Too much changes at once, send it again.')
}

const again = (message: string) => new ApiError('service_unavailable', message, { retryAfter: 5 })

/** The row that an event concerns; null where it is none of ours. */
async function findTarget(db: Db, { customerId, intentId }: ProviderEvent): Promise<Target | null> {
  if (intentId !== null) {
    const [payment] = await db.select({ id: payments.id }).from(payments).where(eq(payments.stripePaymentIntentId, intentId))
    return payment ? { kind: 'payment', id: payment.id, subject: intentId } : null
  }
  if (customerId === null) return null
  const [customer] = await db.select({ id: customers.id }).from(customers).where(eq(customers.stripeCustomerId, customerId)).limit(1)
  return customer ? { kind: 'customer', id: customer.id, subject: customerId } : null
}

const tableOf = { customer: customers, payment: payments } as const

/** Differs after every change of the row and every event about it. */
async function markOf(db: Db, { kind, id, subject }: Target): Promise<string> {
  const table = tableOf[kind]
  const [row] = await db.select({ version: table.version }).from(table).where(eq(table.id, id))
  const [events] = await db.select({ count: count() }).from(providerEvents).where(eq(providerEvents.subject, subject))
  return `${row?.version}.${events?.count}`
}

async function lock(tx: Db, { kind, id }: Target): Promise<void> {
  const table = tableOf[kind]
  await tx.select({ id: table.id }).from(table).where(eq(table.id, id)).for('update')
}

/** @returns false when the event is there already */
async function record(tx: Db, { now }: AppContext, { id, type, createdAt, customerId, intentId }: ProviderEvent): Promise<boolean> {
  const inserted = await tx
    .insert(providerEvents)
    // Of its content nothing is kept but what it is about: the rest is personal, and asked for anew.
    .values({ id, type, subject: intentId ?? customerId, createdAt, receivedAt: now(), payload: { customerId, intentId } })
    .onConflictDoNothing()
    .returning({ id: providerEvents.id })
  return inserted.length > 0
}

/** Asks the provider, and returns how to write its answer; null where it knows nothing of it. */
async function askState(context: AppContext, { kind, id, subject }: Target): Promise<((tx: Db) => Promise<void>) | null> {
  const { payments: provider, database, now } = context
  try {
    if (kind === 'customer') {
      const state = await provider.customer(subject)
      return state && ((tx) => writeCustomerState(tx, id, state, now()))
    }
    const state = await provider.payment(subject)
    if (state === null) return null
    const made = await recordRefunds(database.orm, provider, id, now())
    return (tx) => writePaymentState(tx, id, state, made, now())
  } catch (error) {
    // A refusal to answer, such as of a key that is not accepted, tells no more than silence.
    if (error instanceof ProviderUnknown || error instanceof ProviderRefusal)
      throw again('The payment provider does not answer, send it again.')
    throw error
  }
}

async function writeCustomerState(tx: Db, id: number, state: CustomerState, now: number): Promise<void> {
  const changed = await applyCustomerState(tx, id, state, now, 'told by the payment provider')
  if (Object.keys(changed.after).length > 0)
    await writeAudit(tx, { ...paymentProvider, now, action: 'customer.provider-update', targetType: 'customer', targetId: id, ...changed })
}

async function writePaymentState(tx: Db, id: number, state: PaymentState, made: ProviderRefunds, now: number): Promise<void> {
  const changed = await applyPaymentState(tx, id, state, made)
  await invoicePaid(tx, id, changed.after, now)
  if (Object.keys(changed.after).length > 0)
    await writeAudit(tx, { ...paymentProvider, now, action: 'payment.provider-update', targetType: 'payment', targetId: id, ...changed })
}
