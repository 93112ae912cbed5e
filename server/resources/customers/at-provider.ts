import { and, eq, inArray, max } from 'drizzle-orm'
import type { AuditAction } from '../../../src/contract/audit-actions.ts'
import { isLive, type Refusal } from '../../../src/contract/customer-rules.ts'
import { judgeChanges } from '../../audit/judge.ts'
import type { LinkUndone } from '../../audit/reversal.ts'
import type { Actor } from '../../audit/write.ts'
import type { Db } from '../../db/connect.ts'
import { auditLog } from '../../db/schema/staff.ts'
import { ApiError, requireVersion, throwIfRefused } from '../../http/errors.ts'
import type { AppContext } from '../../outside/context.ts'
import { askProvider } from '../../outside/payments/ask.ts'
import { type CustomerState, type PaymentProvider, ProviderRefusal, ProviderUnknown } from '../../outside/payments/port.ts'
import { auditCustomer, type CustomerColumns, differences, writeCustomer } from './change.ts'
import { stateColumns } from './provider-state.ts'
import { type LockedCustomer, requireCustomer } from './rules.ts'

/** A change to a customer that involves the payment provider. */
export interface ProviderAction<Reference, Answer> {
  /** The command, such as `customer.resume`. */
  action: AuditAction
  /** What the provider does, to follow 'whether': 'the subscription goes on'. */
  what: string
  refuse(customer: LockedCustomer): Refusal
  /** What to ask the provider about; null if it doesn't know the customer and the change is only made here. */
  reference(customer: LockedCustomer): Reference | null
  /** Part of the idempotency key besides customer, action and version. */
  argument?: (reference: Reference) => string
  ask(payments: PaymentProvider, reference: Reference, key: string): Promise<Answer>
  /** @param answer null if the provider wasn't asked */
  set(customer: LockedCustomer, answer: Answer | null): CustomerColumns
  /** Why the status changed, if it does; for the timeline. */
  reason?: string
  /** What the audit row says besides what changed. */
  says?: (changed: Pick<LockedCustomer, 'currentPeriodEnd'>) => Record<string, unknown>
  /** Whether the opposite would be possible afterwards: `POST /undo` then takes it back. Absent: never. */
  isReversible?: (from: LockedCustomer, set: CustomerColumns) => boolean
}

/** Actions at the provider; of two concurrent ones on a customer, the later is refused. */
const atProvider: AuditAction[] = [
  'customer.cancel-at-period-end',
  'customer.cancel-immediately',
  'customer.resume',
  'customer.extend-trial',
  'customer.attach-discount',
  'customer.detach-discount',
  'customer.sync',
]

/** The newest audit row of such actions on a customer; 0 if none. */
export async function lastAction(tx: Db, id: number, actions: readonly AuditAction[] = atProvider): Promise<number> {
  const ofCustomer = and(eq(auditLog.targetType, 'customer'), eq(auditLog.targetId, id), inArray(auditLog.action, [...actions]))
  const [row] = await tx
    .select({ last: max(auditLog.id) })
    .from(auditLog)
    .where(ofCustomer)
  return row?.last ?? 0
}

export interface ProviderActionDone {
  auditId: number
  /** Whether `POST /undo` takes it back. */
  undoable: boolean
  /** The columns written. */
  set: CustomerColumns
}

interface Circumstances {
  /** What the decision was based on, for actions that add up if repeated. */
  version?: number | undefined
  /** The bulk change it belongs to. */
  batch?: string
  /** It undoes another action: links its audit row to the other's. An undo is never undone itself. */
  link?: LinkUndone
}

/** Most changes to a customer between the provider's reply and our write before giving up. */
const tries = 5

/**
 * Runs an action. Checks the rule under a lock, asks the provider outside it, then checks again and writes result and
 * audit row. If the customer changed in the meantime, for example by a notification, the provider's current state is
 * fetched and wins. The idempotency key consists of customer, action and version, so double clicks and retries act once.
 * @throws ApiError not_found; unavailable_action with the rule's reason; stale if somebody else acted in the
 * meantime; provider_refused; provider_timeout
 */
export async function actAtProvider<Reference, Answer>(
  { database: { orm }, payments, now }: AppContext,
  actor: Actor,
  id: number,
  action: ProviderAction<Reference, Answer>,
  { version, batch, link }: Circumstances = {},
): Promise<ProviderActionDone> {
  const prepared = await orm.transaction(async (tx) => {
    const customer = await requireCustomer(tx, id)
    requireVersion(version, customer.version, customer.name)
    throwIfRefused(action.refuse(customer))
    await judgeChanges(tx, [{ action: action.action, targetType: 'customer', targetId: id, before: mattersOf(customer) }], {
      isMade: false,
    })
    const reference = action.reference(customer)
    if (reference === null) return write(tx, customer, customer, action.set(customer, null))
    return { customer, reference, last: await lastAction(tx, id) }
  })
  if ('auditId' in prepared) return prepared

  const { customer: seen, reference, last } = prepared
  const key = ['customer', id, action.action, seen.version, action.argument?.(reference)].filter((part) => part !== undefined).join(':')
  const answer = await askProvider(notKnown(action.what), () => action.ask(payments, reference, key))

  let newest: { version: number; state: CustomerState | null } = { version: seen.version, state: null }
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const { version, state } = newest
    const outcome = await orm.transaction(async (tx) => {
      const customer = await requireCustomer(tx, id)
      const refusal = action.refuse(customer)
      if ((await lastAction(tx, id)) > last) {
        throwIfRefused(refusal)
        throw new ApiError(
          'stale',
          `${customer.name} was changed by somebody else in the meantime. Sync tells how the provider has it now.`,
        )
      }
      if (customer.version !== version) return { overtakenBy: customer }
      const set = action.set(seen, answer)
      // The provider's notification of this very change may have arrived before its reply.
      if (!isAsAsked(customer, set)) throwIfRefused(refusal)
      return write(tx, seen, customer, state === null ? set : { ...set, ...stateColumns({ ...customer, ...set }, state, now()) })
    })
    if ('auditId' in outcome) return outcome
    newest = { version: outcome.overtakenBy.version, state: await stateNow(outcome.overtakenBy) }
  }
  throw new ApiError('provider_timeout', notKnown(action.what))

  /** Null if the provider doesn't know the customer; it sends no notifications then. */
  async function stateNow({ stripeCustomerId }: LockedCustomer): Promise<CustomerState | null> {
    if (stripeCustomerId === null) return null
    return payments.customer(stripeCustomerId).catch((error: unknown) => {
      // The provider has acted already, so a refusal leaves the outcome as unknown as a time-out does.
      if (error instanceof ProviderRefusal || error instanceof ProviderUnknown)
        throw new ApiError('provider_timeout', notKnown(action.what))
      throw error
    })
  }

  async function write(tx: Db, from: LockedCustomer, customer: LockedCustomer, set: CustomerColumns): Promise<ProviderActionDone> {
    const at = now()
    await writeCustomer(tx, customer, set, at, action.reason)
    const { before, after } = differences(from, set)
    const recorded = { ...action.says?.({ ...customer, ...set }), ...after }
    const reversible = link === undefined && action.isReversible?.(from, set) === true
    const auditId = await auditCustomer(tx, actor, id, at, { action: action.action, before, after: recorded, batch, reversible })
    await link?.(tx, auditId)
    return { auditId, undoable: reversible, set }
  }
}

/** What such an action is based on. */
export const mattersOf = ({ subscriptionStatus, willCancel, stripeTrialEnd, currentPeriodEnd, discount }: LockedCustomer) => ({
  subscriptionStatus,
  willCancel,
  stripeTrialEnd,
  currentPeriodEnd,
  discount,
})

const notKnown = (what: string) => `The payment provider did not answer in time: whether ${what} is not known yet. Sync tells.`

/** Whether the desired state has been reached: a live subscription may have changed status since, an ended one must not. */
function isAsAsked(customer: LockedCustomer, set: CustomerColumns): boolean {
  const fields = ['willCancel', 'cancelAtPeriodEnd', 'stripeTrialEnd', 'discount'] as const
  const { subscriptionStatus: status } = set
  const livesAlike = status === undefined || isLive(status) === isLive(customer.subscriptionStatus)
  return livesAlike && fields.every((field) => !(field in set) || set[field] === customer[field])
}
