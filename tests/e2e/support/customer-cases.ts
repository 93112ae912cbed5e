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
const willCancel = (row: CustomerRow) => isOrdinary(row) && row.subscriptionInfo.willCancel && row.subscriptionStatus === 'active'
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
  /** The same request to the server; absent for console-only actions. */
  call?: (id: number) => Call
  /** The customer is already in the requested state: 200, and nothing changes (ruling 53). */
  isSo?: true
}

const patch =
  (path: string) =>
  (id: number): Call => ({ method: 'PATCH', path: `/customers/${id}/${path}`, body: {} })

const hasNothing = (row: CustomerRow) =>
  !row.is2faEnabled && row.facebookId === null && row.googleId === null && row.linkedinId === null && row.discount === null && !row.hasNote

/** Customers and every action refused for them. */
export const refusals: readonly { whom: string; fits: (row: CustomerRow) => boolean; refused: readonly Refused[] }[] = [
  {
    whom: 'an active customer with nothing to take away',
    fits: (row) => isActive(row) && hasNothing(row) && row.archived === 0,
    refused: [
      {
        title: 'Cancel subscription immediately',
        keys: 's i',
        reason: 'Not set to cancel yet. Cancel at the end of the period first.',
        call: patch('cancel-immediately'),
      },
      {
        title: 'Resume subscription',
        keys: 's r',
        reason: 'Not set to cancel.',
        call: patch('resume-subscription'),
      },
      {
        title: 'Extend trial',
        keys: 's t',
        reason:
          'Not on trial. The subscription is active. A trial can be extended while it runs, after its end, or if the subscription is incomplete or canceled.',
        call: (id) => ({ method: 'POST', path: `/customers/${id}/trial/extend`, body: { days: 14 } }),
      },
      {
        title: 'Attach a discount',
        keys: 's d',
        reason:
          'Not during a subscription. The subscription is active. A discount can be attached during or after a trial, or if the subscription is incomplete or canceled.',
        call: (id) => ({ method: 'POST', path: `/customers/${id}/discount`, body: { discount: 20 } }),
      },
      { title: 'Remove the discount', keys: 's x', reason: 'No discount.', call: patch('detach-discount') },
      {
        title: 'Disable two-factor verification',
        keys: 'a t',
        reason: 'Two-factor is off.',
        call: patch('2fa/disable'),
        isSo: true,
      },
      {
        title: 'Reset OAuth',
        keys: 'a o',
        reason: 'No social login.',
        call: patch('reset-oauth/all'),
        isSo: true,
      },
      { title: 'Unarchive QR codes', keys: 'a u', reason: 'QR codes are not archived.', call: patch('unarchive-qrs'), isSo: true },
      { title: 'Restore the account', keys: 'a r', reason: 'Not deleted.', call: patch('restore'), isSo: true },
      {
        title: 'Delete the note',
        keys: 'a n',
        reason: 'No note.',
        call: (id) => ({ method: 'DELETE', path: `/customers/${id}/note` }),
      },
    ],
  },
  {
    whom: 'one whose subscription will be canceled',
    fits: willCancel,
    refused: [
      {
        title: 'Cancel subscription at period end',
        keys: 's c',
        reason: 'Already set to cancel.',
        call: patch('cancel-subscription'),
      },
    ],
  },
  {
    whom: 'a canceled one',
    fits: isCanceled,
    refused: [
      {
        title: 'Cancel subscription at period end',
        keys: 's c',
        reason: 'Nothing to cancel. The subscription is canceled.',
        call: patch('cancel-subscription'),
      },
    ],
  },
  {
    whom: 'one unknown to the payment provider',
    fits: (row) => row.stripeCustomerId === null && !row.deleted,
    refused: [
      {
        title: 'Sync with the payment provider',
        keys: 's s',
        reason: 'Unknown to the payment provider.',
        call: (id) => ({ method: 'POST', path: `/customers/${id}/stripe/sync`, body: {} }),
      },
      { title: 'Open at the payment provider', keys: 'o p', reason: 'Unknown to the payment provider.' },
      { title: 'Copy provider id', keys: 'y p', reason: 'Unknown to the payment provider.' },
    ],
  },
  {
    whom: 'a deleted one',
    fits: (row) => row.deleted,
    refused: [
      {
        title: 'Log in as customer',
        keys: 'a l',
        reason: 'The account is deleted.',
        call: (id) => ({ method: 'GET', path: `/customers/${id}/app-login` }),
      },
    ],
  },
]
