import {
  AppsIcon,
  CircleSlashIcon,
  NoteIcon,
  ShieldCheckIcon,
  ShieldLockIcon,
  SignInIcon,
  UndoIcon,
  UnlinkIcon,
} from '@primer/octicons-react'
import {
  appLoginMutation,
  banCustomerMutation,
  disable2faMutation,
  resetOauthMutation,
  restoreCustomerMutation,
  unarchiveQrsMutation,
  updateCustomerMutation,
} from '../api/customer-actions.ts'
import { deleteNoteMutation } from '../api/notes.ts'
import { runMutation } from '../api/run-mutation.ts'
import {
  type OauthProvider,
  oauthNames,
  oauthProviders,
  whyNotAppLogin,
  whyNotBan,
  whyNotDeleteNote,
  whyNotDisable2fa,
  whyNotResetOauth,
  whyNotRestore,
  whyNotUnarchive,
  whyNotUnban,
  whyNotUnwhitelist,
  whyNotWhitelist,
} from '../contract/customer-rules.ts'
import { type Command, type Read, targetCommand, type Targets, unlessRefused } from './command.ts'
import { appAddress, openFetched } from './open-fetched.ts'
import { touchesCustomer } from './impact.ts'
import { customerLabel, describeCustomer } from './target-name.ts'
import { undoOf } from './undo-of.ts'

const section = 'Account'
const places = ['row-menu', 'page-menu'] as const

/** Support actions on a customer's account (document 1, section 4; rulings 36 to 38). */
export const accountCommands: readonly Command[] = [
  targetCommand('customer', {
    id: 'customer.app-login',
    title: () => 'Log in as customer',
    genericTitle: 'Log in as customer',
    section,
    icon: SignInIcon,
    keywords: 'impersonate sign in app',
    keys: 'a l',
    needs: 'customers.app-login',
    places,
    availability: (_context, customer) => unlessRefused(whyNotAppLogin(customer)),
    run: (context, customer) =>
      openFetched(context, async () =>
        appAddress(context, await runMutation(context.queryClient, appLoginMutation(), { id: customer.id })),
      ),
  }),
  targetCommand('customer', {
    id: 'customer.whitelist',
    title: ({ whitelisted }) => (whitelisted ? 'Remove from the whitelist' : 'Add to the whitelist'),
    genericTitle: 'Add to or remove from the whitelist',
    section,
    icon: ShieldCheckIcon,
    keywords: 'allow trust unwhitelist',
    keys: 'a w',
    needs: 'customers.whitelist',
    places,
    availability: (_context, customer) => unlessRefused(customer.whitelisted ? whyNotUnwhitelist(customer) : whyNotWhitelist(customer)),
    danger: (customer) =>
      customer.whitelisted
        ? {
            title: `Remove ${customerLabel(customer)} from the whitelist?`,
            body: `${describeCustomer(customer)} is no longer on the whitelist of customers.`,
            confirmLabel: 'Remove',
            undoable: true,
            wayBack: 'They can be added again.',
          }
        : {
            title: `Add ${customerLabel(customer)} to the whitelist?`,
            body: `${describeCustomer(customer)} is put on the whitelist of customers.`,
            confirmLabel: 'Add',
            undoable: true,
            wayBack: 'They can be removed again.',
            restores: true,
          },
    run: async (context, customer) => {
      const whitelisted = !customer.whitelisted
      const done = await runMutation(context.queryClient, updateCustomerMutation(), { id: customer.id, whitelisted })
      return { message: `${whitelisted ? 'Added to' : 'Removed from'} the whitelist: ${customerLabel(customer)}.`, ...undoOf(done) }
    },
  }),
  targetCommand('customer', {
    id: 'customer.disable-two-factor',
    title: () => 'Disable two-factor verification',
    genericTitle: 'Disable two-factor verification',
    section,
    icon: ShieldLockIcon,
    keywords: '2fa off code authenticator',
    keys: 'a t',
    needs: 'customers.sign-in-methods',
    places,
    availability: (_context, customer) => unlessRefused(whyNotDisable2fa(customer)),
    danger: (customer) => ({
      title: `Disable two-factor verification of ${customerLabel(customer)}?`,
      body: `${describeCustomer(customer)} signs in to the app without a code until they set two-factor verification up again.`,
      confirmLabel: 'Disable',
      undoable: false,
    }),
    run: async (context, customer) => {
      await runMutation(context.queryClient, disable2faMutation(), { id: customer.id })
      return { message: `Two-factor verification disabled: ${customerLabel(customer)}.` }
    },
  }),
  targetCommand<'customer', { provider: OauthProvider }>('customer', {
    id: 'customer.reset-oauth',
    title: () => 'Reset OAuth',
    genericTitle: 'Reset OAuth',
    section,
    icon: UnlinkIcon,
    keywords: 'facebook google linkedin login social unlink',
    keys: 'a o',
    needs: 'customers.sign-in-methods',
    places,
    args: { provider: { title: 'Login by', kind: 'choice', options: oauthOptions, read: readProvider, readAhead: readAnyProvider } },
    availability: (_context, customer) => unlessRefused(whyNotResetOauth(customer)),
    danger: (customer, { provider }) => ({
      title: `Reset the login of ${customerLabel(customer)}?`,
      body: `${describeCustomer(customer)} can no longer sign in to the app by ${provider === 'all' ? 'Facebook, Google or LinkedIn' : oauthNames[provider]} until they link it again.`,
      confirmLabel: provider === 'all' ? 'Reset all' : `Reset ${oauthNames[provider]}`,
      undoable: false,
    }),
    run: async (context, customer, { provider }) => {
      await runMutation(context.queryClient, resetOauthMutation(), { id: customer.id, provider })
      return { message: `OAuth reset (${oauthNames[provider]}): ${customerLabel(customer)}.` }
    },
  }),
  targetCommand('customer', {
    id: 'customer.unarchive-qrs',
    title: () => 'Unarchive QR codes',
    genericTitle: 'Unarchive QR codes',
    section,
    icon: AppsIcon,
    keywords: 'qrs restore',
    keys: 'a u',
    needs: 'customers.unarchive',
    places,
    availability: (_context, customer) => unlessRefused(whyNotUnarchive(customer)),
    danger: (customer) => ({
      title: `Unarchive the QR codes of ${customerLabel(customer)}?`,
      body: `The QR codes of ${describeCustomer(customer)} are taken out of the archive.`,
      confirmLabel: 'Unarchive',
      undoable: false,
      restores: true,
    }),
    run: async (context, customer) => {
      await runMutation(context.queryClient, unarchiveQrsMutation(), { id: customer.id })
      return { message: `QR codes unarchived: ${customerLabel(customer)}.` }
    },
  }),
  targetCommand('customer', {
    id: 'customer.restore',
    title: () => 'Restore the account',
    genericTitle: 'Restore the account',
    section,
    icon: UndoIcon,
    keywords: 'undelete recover deleted',
    keys: 'a r',
    needs: 'customers.restore',
    places,
    availability: (_context, customer) => unlessRefused(whyNotRestore(customer)),
    danger: (customer) => ({
      title: `Restore the account of ${customerLabel(customer)}?`,
      body: `The account of ${describeCustomer(customer)} is no longer deleted, and its subscription is canceled.`,
      confirmLabel: 'Restore',
      undoable: false,
      restores: true,
    }),
    run: async (context, customer) => {
      await runMutation(context.queryClient, restoreCustomerMutation(), { id: customer.id })
      return { message: `Account restored: ${customerLabel(customer)}.` }
    },
  }),
  targetCommand('customer', {
    id: 'customer.delete-note',
    removes: true,
    title: () => 'Delete the note',
    genericTitle: 'Delete the note',
    section,
    icon: NoteIcon,
    keywords: 'remove comment',
    keys: 'a n',
    needs: 'customers.notes',
    places,
    availability: (_context, customer) => unlessRefused(whyNotDeleteNote(customer)),
    danger: (customer) => ({
      title: `Delete the note on ${customerLabel(customer)}?`,
      body: `The note on ${describeCustomer(customer)} is deleted for all staff.`,
      confirmLabel: 'Delete',
      undoable: true,
    }),
    run: async (context, customer) => {
      const done = await runMutation(context.queryClient, deleteNoteMutation(), { id: customer.id })
      return { message: `Note deleted: ${customerLabel(customer)}.`, ...undoOf(done) }
    },
  }),
  targetCommand('customer', {
    id: 'customer.ban',
    title: (customer) => (customer.banned ? `Unban ${customerLabel(customer)}` : `Ban ${customerLabel(customer)}`),
    genericTitle: 'Ban or unban',
    section,
    icon: CircleSlashIcon,
    // No 'unban': on somebody who isn't banned it would offer the opposite.
    keywords: 'block suspend',
    keys: 'a b',
    needs: 'customers.ban',
    places,
    availability: (_context, customer) => unlessRefused(customer.banned ? whyNotUnban(customer) : whyNotBan(customer)),
    danger: (customer) =>
      customer.banned
        ? {
            title: `Unban ${customerLabel(customer)}?`,
            body: `${describeCustomer(customer)} can sign in to the app again.`,
            confirmLabel: 'Unban',
            undoable: true,
            wayBack: 'They can be banned again.',
            restores: true,
          }
        : {
            title: `Ban ${customerLabel(customer)}?`,
            body: `${describeCustomer(customer)} is signed out of the app and cannot sign in again. Subscription and QR codes stay as they are.`,
            confirmLabel: 'Ban',
            undoable: true,
            wayBack: 'They can be unbanned.',
            touches: touchesCustomer(customer.id),
          },
    run: async (context, customer) => {
      const done = await runMutation(context.queryClient, banCustomerMutation(), { id: customer.id, banned: !customer.banned })
      return { message: `${customerLabel(customer)} is ${customer.banned ? 'no longer banned' : 'banned'}.`, ...undoOf(done) }
    },
  }),
]

function oauthOptions(customer: Targets['customer']) {
  return oauthProviders.map((provider) => ({
    value: provider,
    label: provider === 'all' ? 'All of them' : oauthNames[provider],
    refusal: whyNotResetOauth(customer, provider),
  }))
}

function readAnyProvider(typed: string): Read<OauthProvider> {
  const provider = oauthProviders.find((each) => each.startsWith(typed.toLowerCase()))
  return provider === undefined
    ? { value: null, refusal: 'Choose a login.' }
    : { value: provider, refusal: null, words: provider === 'all' ? 'All of them' : oauthNames[provider] }
}

function readProvider(typed: string, customer: Targets['customer']) {
  const provider = oauthProviders.find((each) => each === typed)
  if (provider === undefined) return { value: null, refusal: 'Choose a login.' }
  const refusal = whyNotResetOauth(customer, provider)
  return refusal === null ? { value: provider, refusal } : { value: null, refusal }
}
