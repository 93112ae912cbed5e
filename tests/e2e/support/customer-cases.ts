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

const cancelAtPeriodEnd = (id: number): Call => ({ method: 'PATCH', path: `/customers/${id}/cancel-subscription`, body: {} })

/** The actions that change a customer and that no ticket needs (`tickets.ts`). */
export const customerCases: readonly CustomerCase[] = [
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
    name: 'reset OAuth',
    title: () => 'Reset OAuth',
    keys: 'a o',
    audit: 'customer.reset-oauth',
    // The customer has no other login, so the page shows the email afterwards.
    fits: (row) => isOrdinary(row) && row.googleId !== null && row.facebookId === null && row.linkedinId === null,
    answers: [{ choose: 'Google' }],
    confirm: 'Reset Google',
    toast: ({ fullName }) => `OAuth reset (Google): ${fullName}.`,
    shows: { field: 'Signup source', value: 'Email' },
    holds: ({ googleId }) => googleId === null,
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
]
