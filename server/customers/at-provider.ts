import type { AuditAction } from '../../src/contract/audit-actions.ts'
import { and, eq, inArray, max } from 'drizzle-orm'
import { isLive, type Refusal } from '../../src/contract/customer-rules.ts'
import type { Actor } from '../audit/write.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { auditLog } from '../db/schema/staff.ts'
import { ApiError } from '../http/errors.ts'
import { askProvider } from '../providers/payments/ask.ts'
import { type CustomerState, type PaymentProvider, ProviderRefusal, ProviderUnknown } from '../providers/payments/port.ts'
import { auditCustomer, type CustomerColumns, differences, writeCustomer } from './change.ts'
import { stateColumns } from './provider-state.ts'
import { type LockedCustomer, requireCustomer, requireVersion, unlessRefused } from './rules.ts'

/** One action on a customer that the payment provider takes part in. */
export interface ProviderAction<Reference, Answer> {
  /** The command's id: `customer.resume`. */
  action: AuditAction
  /** What the provider does, as it follows 'whether': 'the subscription goes on'. */
  what: string
  refuse(customer: LockedCustomer): Refusal
  /** What the provider is asked about; null where it knows nothing of it, and the change is made here alone. */
  reference(customer: LockedCustomer): Reference | null
  /** What else makes the call the one it is, beside customer, action and version. */
  argument?: (reference: Reference) => string
  ask(payments: PaymentProvider, reference: Reference, key: string): Promise<Answer>
  /** @param answer null where the provider was not asked */
  set(customer: LockedCustomer, answer: Answer | null): CustomerColumns
  /** Why the status changed, where it does: for the time line. */
  reason?: string
}

/** What staff do at the provider: of two at once on one customer, the later one is told. */
const atProvider: AuditAction[] = [
  'customer.cancel-at-period-end',
  'customer.cancel-immediately',
  'customer.resume',
  'customer.extend-trial',
  'customer.attach-discount',
  'customer.detach-discount',
  'customer.sync',
]

/** The newest audit row of such an action on a customer; 0 without one. */
async function lastAction(tx: Db, id: number): Promise<number> {
  const ofCustomer = and(eq(auditLog.targetType, 'customer'), eq(auditLog.targetId, id), inArray(auditLog.action, atProvider))
  const [row] = await tx
    .select({ last: max(auditLog.id) })
    .from(auditLog)
    .where(ofCustomer)
  return row?.last ?? 0
}

export interface ProviderActionDone {
  auditId: number
  /** What was written. */
  set: CustomerColumns
}

/** How often a customer may change between the provider's answer and its record before we give up. */
const tries = 5

/**
 * Runs an action: the rule is asked under a lock, the provider outside of it, and the rule again before the answer is written with
 * its audit row. Where the customer changes while the provider is asked, as by a notification, its answer may be the older one of the
 * two: how the provider has the customer now is asked for, and stands over it. The idempotency key comes from customer, action and version: a double click or a retry after a time-out acts once.
 * @throws ApiError not_found; unavailable_action with the rule's words; stale when somebody else acted meanwhile; provider_refused;
 * provider_timeout
 */
export async function actAtProvider<Reference, Answer>(
  { database: { orm }, payments, now }: AppContext,
  actor: Actor,
  id: number,
  action: ProviderAction<Reference, Answer>,
  /** The version it was decided on, where repeating the action would add to it. */
  version?: number,
): Promise<ProviderActionDone> {
  const asked = await orm.transaction(async (tx) => {
    const customer = await requireCustomer(tx, id)
    requireVersion(version, customer.version, customer.name)
    unlessRefused(action.refuse(customer))
    const reference = action.reference(customer)
    if (reference === null) return write(tx, customer, customer, action.set(customer, null))
    return { customer, reference, last: await lastAction(tx, id) }
  })
  if ('auditId' in asked) return asked

  const { customer: seen, reference, last } = asked
  const key = ['customer', id, action.action, seen.version, action.argument?.(reference)].filter((part) => part !== undefined).join(':')
  const answer = await askProvider(notKnown(action.what), () => action.ask(payments, reference, key))

  let newest: { version: number; state: CustomerState | null } = { version: seen.version, state: null }
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const { version, state } = newest
    const outcome = await orm.transaction(async (tx) => {
      const customer = await requireCustomer(tx, id)
      const refusal = action.refuse(customer)
      if ((await lastAction(tx, id)) > last) {
        unlessRefused(refusal)
        throw new ApiError('stale', `${customer.name} was changed by somebody else meanwhile. Sync tells how the provider has it now.`)
      }
      if (customer.version !== version) return { overtakenBy: customer }
      const set = action.set(seen, answer)
      // The provider may have notified us of this very change before its answer was here.
      if (!isAsAsked(customer, set)) unlessRefused(refusal)
      return write(tx, seen, customer, state === null ? set : { ...set, ...stateColumns({ ...customer, ...set }, state, now()) })
    })
    if ('auditId' in outcome) return outcome
    newest = { version: outcome.overtakenBy.version, state: await stateNow(outcome.overtakenBy) }
  }
  throw new ApiError('provider_timeout', notKnown(action.what))

  /** Null where the provider knows no such customer: nor does it notify us then. */
  async function stateNow({ stripeCustomerId }: LockedCustomer): Promise<CustomerState | null> {
    if (stripeCustomerId === null) return null
    return payments.customer(stripeCustomerId).catch((error: unknown) => {
      // It has acted: a refusal to answer tells no more than silence.
      if (error instanceof ProviderRefusal || error instanceof ProviderUnknown)
        throw new ApiError('provider_timeout', notKnown(action.what))
      throw error
    })
  }

  async function write(tx: Db, from: LockedCustomer, customer: LockedCustomer, set: CustomerColumns): Promise<ProviderActionDone> {
    const at = now()
    await writeCustomer(tx, customer, set, at, action.reason)
    return { auditId: await auditCustomer(tx, actor, id, at, { action: action.action, ...differences(from, set) }), set }
  }
}

const notKnown = (what: string) => `The payment provider did not answer in time: whether ${what} is not known yet. Sync tells.`

/** Whether what the action brings about is so already: a subscription that lives may have changed its status since, one that ended not. */
function isAsAsked(customer: LockedCustomer, set: CustomerColumns): boolean {
  const fields = ['willCancel', 'cancelAtPeriodEnd', 'stripeTrialEnd', 'discount'] as const
  const { subscriptionStatus: status } = set
  const livesAlike = status === undefined || isLive(status) === isLive(customer.subscriptionStatus)
  return livesAlike && fields.every((field) => !(field in set) || set[field] === customer[field])
}
