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

/** The row whose state is fetched, and its id at the provider. */
interface Target {
  kind: 'customer' | 'payment'
  id: number
  subject: string
}

/** How often the provider's reply may be overtaken by other changes before giving up. */
const tries = 5

/**
 * Processes a notification once. It is only a hint: the state is fetched and written under the row's lock, in one
 * transaction with the event, so order and repeats don't matter. If the row or its events changed in between, the reply
 * may be outdated and is fetched again.
 * @returns false if it was already known
 * @throws ApiError service_unavailable: nothing was recorded, the provider should resend it
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

/** The row an event concerns; null if it isn't ours. */
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

/** Changes with every change to the row and every event about it. */
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

/** @returns false if the event is already recorded */
async function record(tx: Db, { now }: AppContext, { id, type, createdAt, customerId, intentId }: ProviderEvent): Promise<boolean> {
  const inserted = await tx
    .insert(providerEvents)
    // Stores only what the event is about: the rest is personal, and fetched when needed.
    .values({ id, type, subject: intentId ?? customerId, createdAt, receivedAt: now(), payload: { customerId, intentId } })
    .onConflictDoNothing()
    .returning({ id: providerEvents.id })
  return inserted.length > 0
}

/** Fetches the provider's state and returns how to write it; null if it has none. */
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
    // A refusal (such as of our key) tells no more than silence.
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
