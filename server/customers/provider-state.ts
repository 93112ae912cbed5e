import { isLive } from '../../src/contract/customer-rules.ts'
import type { Db } from '../db/connect.ts'
import type { CustomerState, SubscriptionState } from '../providers/payments/port.ts'
import { type CustomerColumns, differences, writeCustomer } from './change.ts'
import { type LockedCustomer, requireCustomer } from './rules.ts'

/** Statuses of the product's own, which say more than the provider's: each stays while the provider's is one of these. */
const finer: Readonly<Record<string, readonly string[]>> = {
  soft_deleted: ['canceled', 'incomplete_expired', 'unpaid'],
  banned: ['canceled', 'incomplete_expired', 'unpaid'],
  inactive: ['canceled', 'incomplete_expired'],
  trial_ended: ['canceled', 'incomplete_expired', 'unpaid'],
  onlyTrial: ['trialing'],
  first_payment_pending: ['incomplete'],
  requires_action: ['incomplete', 'past_due'],
  waitingBankTransferApproval: ['incomplete', 'past_due'],
}

/** Over by the provider's account: nothing will be canceled any more. */
const over: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired'])

/**
 * Takes over what the payment provider says of a customer: discount, subscription, and the row of a change of the raw status. Who
 * canceled, and whether staff will see a cancelation coming (`willCancel`), is known here alone: it ends with the cancelation. A
 * customer who has no subscription there keeps what is known of it here.
 * @param now unix seconds
 * @param reason why the status changed, for the time line
 * @returns the columns that changed, as they were and as they became; both empty when all was known
 * @throws ApiError not_found
 */
export async function applyCustomerState(
  tx: Db,
  customerId: number,
  state: Pick<CustomerState, 'discount' | 'subscription'>,
  now: number,
  reason: string,
): Promise<{ before: Record<string, unknown>; after: Record<string, unknown> }> {
  const customer = await requireCustomer(tx, customerId)
  const set = stateColumns(customer, state, now)
  const changed = differences(customer, set)
  if (Object.keys(changed.after).length > 0) await writeCustomer(tx, customer, set, now, reason)
  return changed
}

/** What of a customer's columns decides what becomes of them. */
type Before = Pick<LockedCustomer, 'subscriptionStatus' | 'willCancel' | 'triallingEndsAt' | 'requiresAction' | 'ownTrialEnd'>

/**
 * What the provider says of a customer's columns. A trial that staff let run though the subscription there has ended goes on until its
 * end, or until the provider has a subscription that lives.
 * @param now unix seconds
 */
export function stateColumns(
  customer: Before,
  { discount, subscription }: Pick<CustomerState, 'discount' | 'subscription'>,
  now: number,
): CustomerColumns {
  if (subscription === null) return { discount }
  const goesOn = hasOwnTrial(customer) && (customer.ownTrialEnd ?? 0) > now && !isLive(subscription.status)
  return goesOn ? { discount, stripeSubscriptionId: subscription.id } : { discount, ...subscriptionColumns(customer, subscription) }
}

/** Whether the customer's trial runs here alone: then the provider is not asked about it. */
export function hasOwnTrial({ ownTrialEnd }: Pick<LockedCustomer, 'ownTrialEnd'>): boolean {
  return ownTrialEnd !== null
}

/** What the provider's subscription says of a customer's columns. */
export function subscriptionColumns(customer: Before, state: SubscriptionState): CustomerColumns {
  const status = statusOf(customer, state)
  const willEnd = state.cancelAtPeriodEnd && !over.has(state.status)
  const isNew = status !== customer.subscriptionStatus
  return {
    stripeSubscriptionId: state.id,
    subscriptionStatus: status,
    cancelAtPeriodEnd: willEnd,
    willCancel: willEnd && customer.willCancel,
    // Whoever wanted to cancel has taken it back.
    ...(state.canceledAt === null ? { subscriptionCanceledBy: null } : {}),
    currentPeriodEnd: state.currentPeriodEnd,
    stripeTrialEnd: state.trialEnd,
    ownTrialEnd: null,
    triallingEndsAt: state.trialEnd ?? customer.triallingEndsAt,
    canceledAt: state.canceledAt,
    subscriptionEnded: state.endedAt,
    ...(isNew && customer.requiresAction && status !== 'requires_action' ? { requiresAction: false } : {}),
  }
}

function statusOf({ subscriptionStatus, willCancel }: Before, { status }: SubscriptionState): string {
  const isFiner = subscriptionStatus !== null && (finer[subscriptionStatus]?.includes(status) ?? false)
  // What was to be canceled and now is has become canceled, whatever it was before; a deleted account stays one.
  const hasEnded = willCancel && over.has(status) && subscriptionStatus !== 'soft_deleted'
  return isFiner && !hasEnded ? (subscriptionStatus ?? status) : status
}
