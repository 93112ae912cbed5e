/** Raw subscription statuses (document 1, section 4), in the one spelling that is stored (ruling 33). */
export const subscriptionStatuses = [
  'incomplete',
  'incomplete_expired',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'trialing',
  'trial_ended',
  'soft_deleted',
  'requires_action',
  'inactive',
  'banned',
  'first_payment_pending',
  'onlyTrial',
  'waitingBankTransferApproval',
] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** Both documented spellings come in, one is kept (ruling 33). */
export function normalizeStatus(text: string): string {
  return text === 'trialling' ? 'trialing' : text
}

export interface StatusFacts {
  subscriptionStatus: string | null
  willCancel: boolean
  cancelAtPeriodEnd: boolean
  requiresAction: boolean
  subscriptionCanceledBy: string | null
  earlyFraud: boolean
  paymentEarlyFraud: boolean
  stripeDisputeReason: string | null
  paymentDisputeReason: string | null
}

/**
 * The displayed status: first match wins, else the raw status, else inactive (document 1, section 4; ruling 32).
 * The column `displayed_status` says the same in SQL; a test holds the two together.
 */
export function displayedStatus(facts: StatusFacts): string {
  const status = facts.subscriptionStatus
  if (facts.willCancel && status !== 'soft_deleted') return 'canceled'
  if (status === 'canceled' && (facts.earlyFraud || facts.paymentEarlyFraud)) return 'canceledByEarlyFraud'
  if (status === 'canceled' && (facts.stripeDisputeReason || facts.paymentDisputeReason)) return 'canceledByDispute'
  if (status === 'unpaid') return 'canceledByUnpaid'
  if (status === 'canceled' && facts.subscriptionCanceledBy === 'customer') return 'canceledByUser'
  if (status === 'active' && facts.cancelAtPeriodEnd) return 'active_canceled'
  if (facts.requiresAction) return 'requires_action'
  return status || 'inactive'
}

/**
 * What the status column can show, and so what the status filter offers (ruling 33): all that `displayedStatus` makes of the raw statuses
 * and their flags. A raw `unpaid` is none of it: it shows as `canceledByUnpaid`.
 */
export const displayedStatuses = allDisplayed()

function allDisplayed(): readonly [string, ...string[]] {
  const plain: StatusFacts = {
    subscriptionStatus: null,
    willCancel: false,
    cancelAtPeriodEnd: false,
    requiresAction: false,
    subscriptionCanceledBy: null,
    earlyFraud: false,
    paymentEarlyFraud: false,
    stripeDisputeReason: null,
    paymentDisputeReason: null,
  }
  // Each flag alone is enough: the first that matches wins, so that several show nothing new.
  const flags: Partial<StatusFacts>[] = [
    {},
    { willCancel: true },
    { cancelAtPeriodEnd: true },
    { requiresAction: true },
    { subscriptionCanceledBy: 'customer' },
    { stripeDisputeReason: 'fraudulent' },
    { earlyFraud: true },
  ]
  const shown = flags.flatMap((flag) =>
    [...subscriptionStatuses, null].map((subscriptionStatus) => displayedStatus({ ...plain, subscriptionStatus, ...flag })),
  )
  return [...new Set(shown)] as [string, ...string[]]
}

export type BadgeColour = 'danger' | 'success' | 'warning' | 'primary' | 'secondary'

const badgeColours: Record<string, BadgeColour> = {
  canceled: 'danger',
  past_due: 'danger',
  unpaid: 'danger',
  requires_action: 'danger',
  active_canceled: 'danger',
  canceledByUser: 'danger',
  canceledByDispute: 'danger',
  canceledByUnpaid: 'danger',
  canceledByEarlyFraud: 'danger',
  inactive: 'danger',
  active: 'success',
  incomplete: 'warning',
  incomplete_expired: 'warning',
  trialing: 'primary',
  soft_deleted: 'secondary',
  trial_ended: 'secondary',
}

/** The badge's colour; statuses without a documented one are secondary (ruling 33). */
export function statusColour(status: string): BadgeColour {
  return badgeColours[status] ?? 'secondary'
}

export type AccountState = 'active' | 'banned' | 'deleted'

/** The account's state; deleted takes precedence over banned. */
export function accountState(customer: { deleted: boolean; banned: boolean }): AccountState {
  if (customer.deleted) return 'deleted'
  return customer.banned ? 'banned' : 'active'
}
