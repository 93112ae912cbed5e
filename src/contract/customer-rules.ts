import type { SubscriptionStatus } from './customer-status.ts'

/**
 * When an action on a customer may run, and why not: the same pure functions decide on the server and in the console, by the raw
 * status and flags (document 1, section 4; rulings 32 to 37). `null` means it may; a text is the reason that both sides show.
 */
export type Refusal = string | null

/** What availability depends on, as rows and details carry it. */
export interface CustomerFacts {
  deleted: boolean
  banned: boolean
  /** 1 when the QRs are archived. */
  archived: 0 | 1
  whitelisted: boolean
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

/** The raw statuses of a subscription that there still is something to cancel of (ruling 36). */
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

/** Whether a raw status is of a subscription that runs, well or badly. */
export function isLive(status: string | null): boolean {
  return status !== null && live.has(status)
}

const statusText = (status: string | null) => (status === null ? 'there is none' : `its status is ${status}`)

/** Cancel at period end: not if it will be canceled already, and only a live subscription. */
export function whyNotCancelAtPeriodEnd({ subscriptionInfo, subscriptionStatus }: CustomerFacts): Refusal {
  if (subscriptionInfo.willCancel) return 'The subscription will be canceled already.'
  return isLive(subscriptionStatus) ? null : `Only a live subscription can be canceled: ${statusText(subscriptionStatus)}.`
}

/** Cancel immediately: only what will be canceled anyway. */
export function whyNotCancelImmediately({ subscriptionInfo, subscriptionStatus }: CustomerFacts): Refusal {
  if (!subscriptionInfo.willCancel) return 'Only a subscription that will be canceled at the end of its period can be canceled immediately.'
  return subscriptionStatus === 'canceled' ? 'The subscription is canceled already.' : null
}

/** Resume: only what will be canceled. */
export function whyNotResume({ subscriptionInfo }: CustomerFacts): Refusal {
  return subscriptionInfo.willCancel ? null : 'Only a subscription that will be canceled can be resumed.'
}

/** Restore: a deleted account, or one whose subscription is soft_deleted. */
export function whyNotRestore({ deleted, subscriptionStatus }: CustomerFacts): Refusal {
  return deleted || subscriptionStatus === 'soft_deleted' ? null : 'The account is not deleted.'
}

const extendable: readonly string[] = ['incomplete', 'incomplete_expired', 'trialing', 'trial_ended', 'canceled']
const discountable: readonly string[] = ['trialing', 'incomplete', 'incomplete_expired', 'canceled', 'trial_ended']

/** Extend trial: in five raw statuses. */
export function whyNotExtendTrial({ subscriptionStatus }: CustomerFacts): Refusal {
  if (subscriptionStatus !== null && extendable.includes(subscriptionStatus)) return null
  return `A trial can be extended while it runs, has ended or the subscription is incomplete or canceled: ${statusText(subscriptionStatus)}.`
}

/** Ban: for whoever is not banned yet. A deleted account can be banned too: deleted outranks banned in display only. */
export function whyNotBan(customer: { banned: boolean }): Refusal {
  return customer.banned ? 'The customer is banned already.' : null
}

/** Unban: for whoever is banned. */
export function whyNotUnban(customer: { banned: boolean }): Refusal {
  return customer.banned ? null : 'The customer is not banned.'
}

/** Add to the whitelist of customers. */
export function whyNotWhitelist(customer: { whitelisted: boolean }): Refusal {
  return customer.whitelisted ? 'The customer is whitelisted already.' : null
}

/** Remove from the whitelist of customers. */
export function whyNotUnwhitelist(customer: { whitelisted: boolean }): Refusal {
  return customer.whitelisted ? null : 'The customer is not whitelisted.'
}

/** Disable 2FA: only when enabled. */
export function whyNotDisable2fa({ is2faEnabled }: CustomerFacts): Refusal {
  return is2faEnabled ? null : 'The customer has no two-factor verification.'
}

export const oauthProviders = ['facebook', 'google', 'linkedin', 'all'] as const
export type OauthProvider = (typeof oauthProviders)[number]
export const oauthNames: Record<OauthProvider, string> = {
  facebook: 'Facebook',
  google: 'Google',
  linkedin: 'LinkedIn',
  all: 'all of them',
}

/** Reset OAuth for one provider, or (`all`, or none named) for any that is linked. */
export function whyNotResetOauth(customer: CustomerFacts, provider: OauthProvider = 'all'): Refusal {
  const linked = { facebook: customer.facebookId, google: customer.googleId, linkedin: customer.linkedinId }
  if (provider === 'all')
    return Object.values(linked).some((id) => id !== null) ? null : 'The customer has no login by Facebook, Google or LinkedIn.'
  return linked[provider] === null ? `The customer has no login by ${oauthNames[provider]}.` : null
}

/** Attach a discount: in five raw statuses; the same percent again is nothing new. */
export function whyNotAttachDiscount({ subscriptionStatus, discount }: CustomerFacts, percent?: number): Refusal {
  if (subscriptionStatus === null || !discountable.includes(subscriptionStatus))
    return `A discount can be attached during or after a trial, or while the subscription is incomplete or canceled: ${statusText(subscriptionStatus)}.`
  return percent !== undefined && percent === discount ? `The discount is ${percent} % already.` : null
}

/** Remove the discount: where there is one. */
export function whyNotDetachDiscount({ discount }: CustomerFacts): Refusal {
  return discount === null ? 'The customer has no discount.' : null
}

/** Sync with the payment provider, and open the provider's page: with a provider id alone (ruling 36). */
export function whyNotSync({ stripeCustomerId }: CustomerFacts): Refusal {
  return stripeCustomerId === null ? 'The customer has no id at the payment provider.' : null
}

/** Log in to the app as the customer: not for deleted ones (ruling 37). */
export function whyNotAppLogin({ deleted }: { deleted: boolean }): Refusal {
  return deleted ? 'The account is deleted.' : null
}

/** Unarchive QRs: where they are archived (ruling 36). */
export function whyNotUnarchive({ archived }: CustomerFacts): Refusal {
  return archived === 1 ? null : 'The QR codes are not archived.'
}

/** Delete the note: where there is one. */
export function whyNotDeleteNote({ hasNote }: CustomerFacts): Refusal {
  return hasNote ? null : 'The customer has no note.'
}

/** Save billing data: not while they are locked (ruling 40). */
export function whyNotEditBilling(billing: { locked: boolean }): Refusal {
  return billing.locked ? 'The billing data are locked.' : null
}
