/** Raw subscription statuses (document 1, section 4), in the spelling that is stored (ruling 33). */
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

/** Accepts both documented spellings and stores one (ruling 33). */
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
 * The displayed status: first match wins, else the raw status, else inactive (document 1, section 4; ruling 32). The
 * column `displayed_status` does the same in SQL; a test keeps the two in step.
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
 * Every status the column can show, so also the options of its filter
 * (ruling 33). Raw `unpaid` isn't one: it shows as `canceledByUnpaid`.
 */
export const displayedStatuses: readonly string[] = [
  ...subscriptionStatuses.map((status) => (status === 'unpaid' ? 'canceledByUnpaid' : status)),
  'active_canceled',
  'canceledByUser',
  'canceledByDispute',
  'canceledByEarlyFraud',
]

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

/** The badge colour; secondary unless the documents name one (ruling 33). */
export function statusColour(status: string): BadgeColour {
  return badgeColours[status] ?? 'secondary'
}

export type AccountState = 'active' | 'banned' | 'deleted'

/** The account's state; deleted outranks banned. */
export function accountState(customer: { deleted: boolean; banned: boolean }): AccountState {
  if (customer.deleted) return 'deleted'
  return customer.banned ? 'banned' : 'active'
}
