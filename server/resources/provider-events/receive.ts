import { count, eq } from 'drizzle-orm'
import { paymentProvider, writeAudit } from '../../audit/write.ts'
import type { Db, Orm } from '../../db/connect.ts'
import { customers } from '../../db/schema/customers.ts'
import { payments, providerEvents } from '../../db/schema/payments.ts'
import { ApiError } from '../../http/errors.ts'
import type { AppContext } from '../../outside/context.ts'
import { type CustomerState, type PaymentState, type ProviderEvent, ProviderRefusal, ProviderUnknown } from '../../outside/payments/port.ts'
import { matchCustomers } from '../customers/match.ts'
import { applyCustomerState } from '../customers/provider-state.ts'
import { invoicePaid } from '../invoices/create.ts'
import { insertPayments } from '../payments/insert.ts'
import { applyPaymentState, type ProviderRefunds, recordRefunds } from '../payments/provider-state.ts'
import { Rates } from '../payments/rates.ts'

/** What is needed to ask the provider. */
export type ProviderContext = Pick<AppContext, 'database' | 'payments' | 'now'>

/** The row whose state is fetched, and its id at the provider. */
export interface Target {
  kind: 'customer' | 'payment'
  id: number
  subject: string
}

/** How many of the provider's replies may be outdated by concurrent changes before giving up. */
const tries = 5

/**
 * Processes a notification once. It is only a hint: the state is fetched and written, so order and repeats don't matter.
 * A payment made at the provider that is not stored yet is stored if its customer is known.
 * @returns false if it was already known
 * @throws ApiError service_unavailable: nothing was recorded, the provider should resend it
 */
export async function receiveEvent(context: ProviderContext, event: ProviderEvent): Promise<boolean> {
  const { orm } = context.database
  const [known] = await orm.select({ id: providerEvents.id }).from(providerEvents).where(eq(providerEvents.id, event.id))
  if (known) return false
  const target = (await findTarget(orm, event)) ?? (await storeNewPayment(context, event))
  if (target === null) return orm.transaction((tx) => record(tx, context, event))
  return (await refresh(context, target, (tx) => record(tx, context, event))) !== 'known'
}

type Outcome = 'changed' | 'same' | 'known'

/**
 * Brings a record up to the provider's current state, in one transaction under the row's lock. If the row or its
 * events changed in between, the reply may be outdated and is fetched again.
 * @param note runs in that transaction; if it returns false, nothing is changed
 * @returns `known` if `note` returned false
 * @throws ApiError service_unavailable: nothing was changed
 */
export async function refresh(
  context: ProviderContext,
  target: Target,
  note: (tx: Db) => Promise<boolean> = () => Promise.resolve(true),
): Promise<Outcome> {
  const { orm } = context.database
  const { version: before } = await markOf(orm, target)
  const attempt = async (): Promise<Outcome | 'overtaken'> => {
    const mark = await markOf(orm, target)
    const apply = await askState(context, target)
    return orm.transaction(async (tx) => {
      await lock(tx, target)
      const now = await markOf(tx, target)
      if (now.version !== mark.version || now.events !== mark.events) return 'overtaken'
      if (!(await note(tx))) return 'known'
      await apply?.(tx)
      return (await markOf(tx, target)).version === before ? 'same' : 'changed'
    })
  }
  // Of many concurrent attempts, one succeeds. The others then take turns, or they would keep outdating each other's replies.
  let outcome = await attempt()
  for (let tried = 1; outcome === 'overtaken' && tried < tries; tried += 1) outcome = await inTurn(orm, target, attempt)
  if (outcome !== 'overtaken') return outcome
  throw again('Too much changes at once, send it again.')
}

/** Attempts on this server that wait for each other, by database and record. */
const queues = new WeakMap<Orm, Map<string, Promise<unknown>>>()

async function inTurn<Result>(orm: Orm, { kind, id }: Target, work: () => Promise<Result>): Promise<Result> {
  const queue = queues.get(orm) ?? new Map<string, Promise<unknown>>()
  queues.set(orm, queue)
  const key = `${kind} ${id}`
  const mine = (queue.get(key) ?? Promise.resolve()).then(work, work)
  queue.set(key, mine)
  try {
    return await mine
  } finally {
    if (queue.get(key) === mine) queue.delete(key)
  }
}

function again(message: string, cause?: Error): ApiError {
  return Object.assign(new ApiError('service_unavailable', message, { retryAfter: 5 }), { cause })
}

/** The row an event concerns; null if it isn't ours. */
async function findTarget(db: Db, { customerId, intentId }: Pick<ProviderEvent, 'customerId' | 'intentId'>): Promise<Target | null> {
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
async function markOf(db: Db, { kind, id, subject }: Target): Promise<{ version: number | undefined; events: number | undefined }> {
  const table = tableOf[kind]
  const [row] = await db.select({ version: table.version }).from(table).where(eq(table.id, id))
  const [events] = await db.select({ count: count() }).from(providerEvents).where(eq(providerEvents.subject, subject))
  return { version: row?.version, events: events?.count }
}

async function lock(tx: Db, { kind, id }: Target): Promise<void> {
  const table = tableOf[kind]
  await tx.select({ id: table.id }).from(table).where(eq(table.id, id)).for('update')
}

/** @returns false if the event is already recorded */
async function record(tx: Db, { now }: ProviderContext, { id, type, createdAt, customerId, intentId }: ProviderEvent): Promise<boolean> {
  const inserted = await tx
    .insert(providerEvents)
    // Stores only ids: everything else is personal data, and fetched when needed.
    .values({ id, type, subject: intentId ?? customerId, createdAt, receivedAt: now(), payload: { customerId, intentId } })
    .onConflictDoNothing()
    .returning({ id: providerEvents.id })
  return inserted.length > 0
}

/** Seconds. A payment older than this is a past one, which has an invoice from elsewhere. */
const invoicedWithin = 3 * 86_400

/** Stores a payment that was made at the provider. Null if there is none, or no customer of ours matches. */
async function storeNewPayment(context: ProviderContext, { intentId }: ProviderEvent): Promise<Target | null> {
  const { database, now } = context
  const made = intentId === null ? null : await orUnavailable(() => context.payments.newPayment(intentId))
  if (intentId === null || made === null) return null
  return database.orm.transaction(async (tx) => {
    const [match] = await matchCustomers(tx, [made.customer])
    const finalAmount = await new Rates().finalAmount(tx, made)
    // Without an exchange rate the payment is left for `npm run stripe-sync`, which accepts rates.
    if (!match || match.id === null || finalAmount === null) return null
    const stored = await insertPayments(tx, [{ record: made, userId: match.id, finalAmount }])
    const id = stored.get(intentId)
    if (id === undefined) return findTarget(tx, { customerId: null, intentId })
    if ((made.confirmedAt ?? 0) > now() - invoicedWithin) await invoicePaid(tx, id, { stripePaymentIntentStatus: made.status }, now())
    return { kind: 'payment', id, subject: intentId }
  })
}

/** Fetches the provider's state and returns how to write it; null if it has none. */
async function askState(context: ProviderContext, { kind, id, subject }: Target): Promise<((tx: Db) => Promise<void>) | null> {
  const { payments: provider, database, now } = context
  return orUnavailable(async () => {
    if (kind === 'customer') {
      const state = await provider.customer(subject)
      return state && ((tx) => writeCustomerState(tx, id, state, now()))
    }
    const state = await provider.payment(subject)
    if (state === null) return null
    const made = await recordRefunds(database.orm, provider, id, now())
    return (tx) => writePaymentState(tx, id, state, made, now())
  })
}

/** @throws ApiError service_unavailable if the provider gives no answer */
async function orUnavailable<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    // A refusal (for example of our key) tells us no more than no answer.
    if (error instanceof ProviderUnknown || error instanceof ProviderRefusal)
      throw again('The payment provider does not answer, send it again.', error)
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
