import type { Customer, CustomerRow } from '../../../src/contract/customers.ts'
import type { Call } from './staff-api.ts'
import type { Answer } from './surfaces.ts'

/** One customer action: how to find it, which customer to run it on, and what it changes on screen. */
export interface CustomerCase {
  name: string
  title: (customer: CustomerRow) => string
  keys: string
  /** The action's name in the audit row. */
  audit: string
  /** The customers it applies to. */
  fits: (row: CustomerRow) => boolean
  /** Creates the required state if the demo has too few such customers. */
  before?: (id: number) => Call
  answers?: readonly Answer[]
  confirm?: string
  toast: (customer: CustomerRow) => string
  /** What the customer's page shows afterwards. */
  shows: { field: string; value: string } | { region: string; text: string }
  /** What the server stores afterwards. */
  holds: (customer: Customer) => boolean
}

const isOrdinary = (row: CustomerRow) => !row.deleted && !row.banned && row.fullName !== ''
const isActive = (row: CustomerRow) => isOrdinary(row) && row.subscriptionStatus === 'active' && !row.subscriptionInfo.willCancel
const isCanceled = (row: CustomerRow) => isOrdinary(row) && row.subscriptionStatus === 'canceled'

const unlinks = (login: 'Facebook' | 'Google' | 'LinkedIn', key: 'facebookId' | 'googleId' | 'linkedinId'): CustomerCase => ({
  name: `reset OAuth of ${login}`,
  title: () => 'Reset OAuth',
  keys: 'a o',
  audit: 'customer.reset-oauth',
  // The customer has no other login, so the page shows the e-mail afterwards.
  fits: (row) => isOrdinary(row) && row[key] !== null && [row.facebookId, row.googleId, row.linkedinId].filter(Boolean).length === 1,
  answers: [{ choose: login }],
  confirm: `Reset ${login}`,
  toast: ({ fullName }) => `OAuth reset (${login}): ${fullName}.`,
  shows: { field: 'Signup source', value: 'Email' },
  holds: (customer) => customer[key] === null,
})

const cancelAtPeriodEnd = (id: number): Call => ({ method: 'PATCH', path: `/customers/${id}/cancel-subscription`, body: {} })

/** Every action that changes a customer. */
export const customerCases: readonly CustomerCase[] = [
  {
    name: 'cancel at period end',
    title: () => 'Cancel subscription at period end',
    keys: 's c',
    audit: 'customer.cancel-at-period-end',
    fits: isActive,
    confirm: 'Cancel at period end',
    toast: ({ fullName }) => `Subscription canceled: ${fullName}.`,
    shows: { field: 'Cancel at period end', value: 'Yes' },
    holds: ({ subscriptionInfo }) => subscriptionInfo.willCancel,
  },
  {
    name: 'resume',
    title: () => 'Resume subscription',
    keys: 's r',
    audit: 'customer.resume',
    fits: isActive,
    before: cancelAtPeriodEnd,
    confirm: 'Resume',
    toast: ({ fullName }) => `Subscription resumed: ${fullName}.`,
    shows: { field: 'Cancel at period end', value: 'No' },
    holds: ({ subscriptionInfo }) => !subscriptionInfo.willCancel,
  },
  {
    name: 'cancel immediately',
    title: () => 'Cancel subscription immediately',
    keys: 's i',
    audit: 'customer.cancel-immediately',
    fits: isActive,
    before: cancelAtPeriodEnd,
    confirm: 'Cancel immediately',
    toast: ({ fullName }) => `Subscription canceled immediately: ${fullName}.`,
    shows: { field: 'Subscription status', value: 'canceled' },
    holds: ({ subscriptionStatus }) => subscriptionStatus === 'canceled',
  },
  {
    name: 'extend trial',
    title: () => 'Extend trial',
    keys: 's t',
    audit: 'customer.extend-trial',
    fits: (row) => isOrdinary(row) && row.subscriptionStatus === 'trial_ended',
    answers: [{ field: 'Days', type: '14' }],
    confirm: 'Extend by 14 days',
    toast: ({ fullName }) => `Trial extended: ${fullName}, until `,
    shows: { field: 'Subscription status', value: 'trialing' },
    holds: ({ triallingEndsAt }) => triallingEndsAt !== null && triallingEndsAt > Date.now() / 1000 + 13 * 86_400,
  },
  {
    name: 'attach a discount',
    title: () => 'Attach a discount',
    keys: 's d',
    audit: 'customer.attach-discount',
    fits: (row) => isCanceled(row) && row.discount === null,
    answers: [{ choose: '20 % –' }],
    confirm: 'Attach 20 %',
    toast: ({ fullName }) => `Discount of 20 % attached: ${fullName}.`,
    shows: { field: 'Discount', value: '20 %' },
    holds: ({ discount }) => discount === 20,
  },
  {
    name: 'remove the discount',
    title: ({ discount }) => `Remove the discount of ${discount} %`,
    keys: 's x',
    audit: 'customer.detach-discount',
    fits: (row) => isOrdinary(row) && row.discount !== null,
    confirm: 'Remove discount',
    toast: ({ fullName }) => `Discount removed: ${fullName}.`,
    shows: { field: 'Discount', value: '—' },
    holds: ({ discount }) => discount === null,
  },
  {
    name: 'add to the whitelist',
    title: () => 'Add to the whitelist',
    keys: 'a w',
    audit: 'customer.whitelist',
    fits: (row) => isOrdinary(row) && !row.whitelisted,
    confirm: 'Add',
    toast: ({ fullName }) => `Added to the whitelist: ${fullName}.`,
    shows: { field: 'Whitelisted', value: 'Yes' },
    holds: ({ whitelisted }) => whitelisted,
  },
  {
    name: 'remove from the whitelist',
    title: () => 'Remove from the whitelist',
    keys: 'a w',
    audit: 'customer.unwhitelist',
    fits: (row) => isOrdinary(row) && !row.whitelisted,
    before: (id) => ({ method: 'PATCH', path: `/customers/${id}`, body: { whitelisted: true } }),
    confirm: 'Remove',
    toast: ({ fullName }) => `Removed from the whitelist: ${fullName}.`,
    shows: { field: 'Whitelisted', value: 'No' },
    holds: ({ whitelisted }) => !whitelisted,
  },
  {
    name: 'disable two-factor verification',
    title: () => 'Disable two-factor verification',
    keys: 'a t',
    audit: 'customer.disable-2fa',
    fits: (row) => isOrdinary(row) && row.is2faEnabled,
    confirm: 'Disable',
    toast: ({ fullName }) => `Two-factor verification disabled: ${fullName}.`,
    shows: { field: 'Two-factor', value: 'Off' },
    holds: ({ is2faEnabled }) => !is2faEnabled,
  },
  unlinks('Facebook', 'facebookId'),
  unlinks('Google', 'googleId'),
  unlinks('LinkedIn', 'linkedinId'),
  {
    ...unlinks('Google', 'googleId'),
    name: 'reset OAuth of all',
    answers: [{ choose: 'All of them' }],
    confirm: 'Reset all',
    toast: ({ fullName }) => `OAuth reset (all of them): ${fullName}.`,
  },
  {
    name: 'unarchive QR codes',
    title: () => 'Unarchive QR codes',
    keys: 'a u',
    audit: 'customer.unarchive-qrs',
    fits: (row) => row.archived === 1,
    confirm: 'Unarchive',
    toast: ({ fullName }) => `QR codes unarchived: ${fullName}.`,
    shows: { field: 'Archived', value: 'No' },
    holds: ({ archived }) => archived === 0,
  },
  {
    name: 'restore the account',
    title: () => 'Restore the account',
    keys: 'a r',
    audit: 'customer.restore',
    fits: (row) => row.deleted || row.subscriptionStatus === 'soft_deleted',
    confirm: 'Restore',
    toast: ({ fullName }) => `Account restored: ${fullName}.`,
    shows: { field: 'Subscription status', value: 'canceled' },
    holds: ({ deleted, subscriptionStatus }) => !deleted && subscriptionStatus === 'canceled',
  },
  {
    name: 'delete the note',
    title: () => 'Delete the note',
    keys: 'a n',
    audit: 'note.delete',
    fits: (row) => isOrdinary(row) && row.hasNote,
    confirm: 'Delete',
    toast: ({ fullName }) => `Note deleted: ${fullName}.`,
    shows: { region: 'Note', text: 'There is no note on this customer.' },
    holds: ({ hasNote }) => !hasNote,
  },
  {
    name: 'ban',
    title: ({ fullName }) => `Ban ${fullName}`,
    keys: 'a b',
    audit: 'customer.ban',
    fits: isOrdinary,
    confirm: 'Ban',
    toast: ({ fullName }) => `${fullName} is banned.`,
    shows: { field: 'Account status', value: 'Banned' },
    holds: ({ banned }) => banned,
  },
  {
    name: 'unban',
    title: ({ fullName }) => `Unban ${fullName}`,
    keys: 'a b',
    audit: 'customer.unban',
    fits: isOrdinary,
    before: (id) => ({ method: 'PATCH', path: `/customers/${id}/ban`, body: { banned: true } }),
    confirm: 'Unban',
    toast: ({ fullName }) => `${fullName} is no longer banned.`,
    shows: { field: 'Account status', value: 'Active' },
    holds: ({ banned }) => !banned,
  },
]

/** An action that does not apply to a customer, with the reason given by both console and server. */
export interface Refused {
  title: string
  keys: string
  reason: string
  /** The same request to the server. */
  call: (id: number) => Call
  /** The customer is already in the requested state: 200, and nothing changes (ruling 53). */
  isSo?: true
}

const hasNothing = (row: CustomerRow) =>
  !row.is2faEnabled && row.facebookId === null && row.googleId === null && row.linkedinId === null && row.discount === null && !row.hasNote

/** A customer with nothing to take away, and actions refused for them. */
export const refusedCustomer: { fits: (row: CustomerRow) => boolean; refused: readonly Refused[] } = {
  fits: (row) => isActive(row) && hasNothing(row) && row.archived === 0,
  refused: [
    {
      title: 'Extend trial',
      keys: 's t',
      reason:
        'Not on trial. The subscription is active. A trial can be extended while it runs, after its end, or if the subscription is incomplete or canceled.',
      call: (id) => ({ method: 'POST', path: `/customers/${id}/trial/extend`, body: { days: 14 } }),
    },
    {
      title: 'Disable two-factor verification',
      keys: 'a t',
      reason: 'Two-factor is off.',
      call: (id) => ({ method: 'PATCH', path: `/customers/${id}/2fa/disable`, body: {} }),
      isSo: true,
    },
    { title: 'Delete the note', keys: 'a n', reason: 'No note.', call: (id) => ({ method: 'DELETE', path: `/customers/${id}/note` }) },
  ],
}
