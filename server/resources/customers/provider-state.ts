import { isLive } from '../../../src/contract/customer-rules.ts'
import type { Db } from '../../db/connect.ts'
import type { CustomerState, SubscriptionState } from '../../outside/payments/port.ts'
import { type CustomerColumns, differences, writeCustomer } from './change.ts'
import { type LockedCustomer, requireCustomer } from './rules.ts'

/** Our own, more specific statuses, each kept as long as the provider reports one of these. */
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

/** Ended at the provider: nothing is left to cancel. */
const over: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired'])

/**
 * Applies the provider's discount and subscription to a customer, and records a change of raw status. Who canceled and
 * `willCancel` are known only here and end with the cancelation. Without a subscription there, ours stays as it is.
 * @param now unix seconds
 * @param reason why the status changed, for the timeline
 * @returns changed columns before and after; both empty if there was nothing new
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

/** Columns that influence the result. */
type Before = Pick<LockedCustomer, 'subscriptionStatus' | 'willCancel' | 'triallingEndsAt' | 'requiresAction' | 'ownTrialEnd'>

/**
 * The provider's state as customer columns. A trial that staff extended after the subscription ended there
 * continues until its end, or until the provider has a live subscription.
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

/** Whether the trial runs only here; the provider isn't asked about it then. */
export function hasOwnTrial({ ownTrialEnd }: Pick<LockedCustomer, 'ownTrialEnd'>): boolean {
  return ownTrialEnd !== null
}

/** The provider's subscription as customer columns. */
export function subscriptionColumns(customer: Before, state: SubscriptionState): CustomerColumns {
  const status = statusOf(customer, state)
  const willEnd = state.cancelAtPeriodEnd && !over.has(state.status)
  const isNew = status !== customer.subscriptionStatus
  return {
    stripeSubscriptionId: state.id,
    subscriptionStatus: status,
    cancelAtPeriodEnd: willEnd,
    willCancel: willEnd && customer.willCancel,
    // The cancelation was taken back.
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
  // A planned cancelation has happened, which outranks our own statuses, except for deleted accounts.
  const hasEnded = willCancel && over.has(status) && subscriptionStatus !== 'soft_deleted'
  return isFiner && !hasEnded ? (subscriptionStatus ?? status) : status
}
