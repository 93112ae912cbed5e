import type { SubscriptionStatus } from './customer-status.ts'
import type { Customer } from './customers.ts'
import { statusWords } from './status-words.ts'

/**
 * Whether an action on a customer may run, decided alike by server and console from the raw status and flags (document
 * 1, section 4; rulings 32 to 37). `null` allows it; a text is the reason shown. Its first sentence has at most five
 * words: menus show it alone.
 */
export type Refusal = string | null

/** What the rules depend on; rows and details both have it. */
export interface CustomerFacts {
  deleted: boolean
  /** Whether the person was erased. */
  erased: boolean
  banned: boolean
  /** 1 if the QRs are archived. */
  archived: 0 | 1
  whitelisted: boolean
  /** Whether they let staff log in as them. */
  supportAccess: boolean
  is2faEnabled: boolean
  /** The raw status. */
  subscriptionStatus: string | null
  subscriptionInfo: { willCancel: boolean }
  stripeCustomerId: string | null
  linkedinId: string | null
  facebookId: string | null
  googleId: string | null
  /** Percent. */
  discount: number | null
  hasNote: boolean
}

/** Raw statuses of a subscription that can still be canceled (ruling 36). */
const live: ReadonlySet<string> = new Set<SubscriptionStatus>([
  'incomplete',
  'active',
  'past_due',
  'unpaid',
  'trialing',
  'requires_action',
  'first_payment_pending',
  'onlyTrial',
  'waitingBankTransferApproval',
])

/** Whether a raw status means the subscription still runs, paid up or not. */
export function isLive(status: string | null): boolean {
  return status !== null && live.has(status)
}

/** Whether the subscription runs in people's eyes, who read the displayed status. Actions go by the raw one (ruling 33). */
export function isRunning({ status, subscriptionStatus }: Pick<Customer, 'status' | 'subscriptionStatus'>): boolean {
  return isLive(subscriptionStatus) && status !== 'canceledByUnpaid' && status !== 'onlyTrial'
}

/** Of statuses that 'is' does not introduce. */
const statusSentences: Readonly<Record<string, string>> = {
  requires_action: 'requires action',
  requires_payment_method: 'requires a payment method',
  first_payment_pending: 'waits for its first payment',
  waitingBankTransferApproval: 'waits for a bank transfer',
  onlyTrial: 'is only a trial',
}

const statusText = (status: string | null) =>
  status === null ? 'There is no subscription.' : `The subscription ${statusSentences[status] ?? `is ${statusWords(status)}`}.`

const isErased = 'The personal data is erased.'

/** Erase the personal data: not while the subscription runs, as it is paid for. */
export function whyNotErase({ erased, subscriptionStatus }: Pick<CustomerFacts, 'erased' | 'subscriptionStatus'>): Refusal {
  if (erased) return 'Already erased.'
  return isLive(subscriptionStatus) ? `Still subscribed. ${statusText(subscriptionStatus)} Cancel it first.` : null
}

/** Write of somebody, in their fields or a note: not once they are erased. */
export function whyNotDescribe({ erased }: Pick<CustomerFacts, 'erased'>): Refusal {
  return erased ? isErased : null
}

/** Cancel at period end: only a live subscription that isn't already due to be canceled. */
export function whyNotCancelAtPeriodEnd({ subscriptionInfo, subscriptionStatus }: CustomerFacts): Refusal {
  if (subscriptionInfo.willCancel) return 'Already set to cancel.'
  return isLive(subscriptionStatus) ? null : `Nothing to cancel. ${statusText(subscriptionStatus)}`
}

/** End the trial, which is to cancel at its end: only while it runs. */
export function whyNotEndTrial(customer: CustomerFacts): Refusal {
  const isOnTrial = customer.subscriptionStatus === 'trialing' || customer.subscriptionStatus === 'onlyTrial'
  return isOnTrial ? whyNotCancelAtPeriodEnd(customer) : 'Not on trial. ‘Cancel’ is for a subscription.'
}

/** Cancel immediately: only one that is already due to be canceled. */
export function whyNotCancelImmediately({ subscriptionInfo, subscriptionStatus }: CustomerFacts): Refusal {
  if (!subscriptionInfo.willCancel) return 'Not set to cancel yet. Cancel at the end of the period first.'
  return subscriptionStatus === 'canceled' ? 'Already canceled.' : null
}

/** Resume: only one that staff set to cancel. */
export function whyNotResume({ subscriptionInfo }: CustomerFacts): Refusal {
  return subscriptionInfo.willCancel ? null : 'Staff didn’t cancel it.'
}

/** Restore: a deleted account, or a soft_deleted subscription. */
export function whyNotRestore({ deleted, erased, subscriptionStatus }: CustomerFacts): Refusal {
  if (erased) return isErased
  return deleted || subscriptionStatus === 'soft_deleted' ? null : 'Not deleted.'
}

const extendable: readonly string[] = ['incomplete', 'incomplete_expired', 'trialing', 'trial_ended', 'canceled']
const discountable: readonly string[] = ['trialing', 'incomplete', 'incomplete_expired', 'canceled', 'trial_ended']

/** Extend trial: only in five raw statuses. */
export function whyNotExtendTrial({ subscriptionStatus }: CustomerFacts): Refusal {
  if (subscriptionStatus !== null && extendable.includes(subscriptionStatus)) return null
  return `Not on trial. ${statusText(subscriptionStatus)} A trial can be extended while it runs, after its end, or if the subscription is incomplete or canceled.`
}

/** Ban: anyone not yet banned, deleted accounts included (deleted outranks banned in display only). */
export function whyNotBan(customer: { banned: boolean }): Refusal {
  return customer.banned ? 'Already banned.' : null
}

/** Unban: only if banned. */
export function whyNotUnban(customer: { banned: boolean }): Refusal {
  return customer.banned ? null : 'Not banned.'
}

/** Add to the customer whitelist: only if not on it. */
export function whyNotWhitelist(customer: { whitelisted: boolean }): Refusal {
  return customer.whitelisted ? 'Already whitelisted.' : null
}

/** Remove from the customer whitelist: only if on it. */
export function whyNotUnwhitelist(customer: { whitelisted: boolean }): Refusal {
  return customer.whitelisted ? null : 'Not whitelisted.'
}

/** Disable 2FA: only if enabled. */
export function whyNotDisable2fa({ is2faEnabled }: CustomerFacts): Refusal {
  return is2faEnabled ? null : 'Two-factor is off.'
}

export const oauthProviders = ['facebook', 'google', 'linkedin', 'all'] as const
export type OauthProvider = (typeof oauthProviders)[number]
export const oauthNames: Record<OauthProvider, string> = {
  facebook: 'Facebook',
  google: 'Google',
  linkedin: 'LinkedIn',
  all: 'all of them',
}

/** Reset OAuth: the provider must be linked; for `all`, the default, any one of them. */
export function whyNotResetOauth(customer: CustomerFacts, provider: OauthProvider = 'all'): Refusal {
  const linked = { facebook: customer.facebookId, google: customer.googleId, linkedin: customer.linkedinId }
  if (provider === 'all') return Object.values(linked).some((id) => id !== null) ? null : 'No social login.'
  return linked[provider] === null ? `No ${oauthNames[provider]} login.` : null
}

/** Attach a discount: only in five raw statuses, and not the same percent again. */
export function whyNotAttachDiscount({ subscriptionStatus, discount }: CustomerFacts, percent?: number): Refusal {
  if (subscriptionStatus === null || !discountable.includes(subscriptionStatus))
    return `Not during a subscription. ${statusText(subscriptionStatus)} A discount can be attached during or after a trial, or if the subscription is incomplete or canceled.`
  return percent !== undefined && percent === discount ? `Already ${percent} %.` : null
}

/** Remove the discount: only if there is one. */
export function whyNotDetachDiscount({ discount }: CustomerFacts): Refusal {
  return discount === null ? 'No discount.' : null
}

/** Sync with the payment provider and open its page: needs a provider id (ruling 36). */
export function whyNotSync({ stripeCustomerId }: CustomerFacts): Refusal {
  return stripeCustomerId === null ? 'Unknown to the payment provider.' : null
}

/** Log in to the app as the customer: not if deleted (ruling 37), nor if they don't want it. */
export function whyNotAppLogin({ deleted, supportAccess }: Pick<CustomerFacts, 'deleted' | 'supportAccess'>): Refusal {
  if (deleted) return 'The account is deleted.'
  return supportAccess ? null : 'Not allowed by the customer. They have switched off support access in their account.'
}

/** Unarchive QRs: only if archived (ruling 36). */
export function whyNotUnarchive({ archived }: CustomerFacts): Refusal {
  return archived === 1 ? null : 'QR codes are not archived.'
}

/** Delete the note: only if there is one. */
export function whyNotDeleteNote({ hasNote }: CustomerFacts): Refusal {
  return hasNote ? null : 'No note.'
}

/** Save billing data: not while locked (ruling 40). */
export function whyNotEditBilling(billing: { locked: boolean }): Refusal {
  return billing.locked ? 'Billing data is locked.' : null
}
