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
} from '../../api/customer-actions.ts'
import { addNoteMutation, deleteNoteMutation, writeNoteMutation } from '../../api/note-changes.ts'
import { noteQuery } from '../../api/notes.ts'
import { runMutation } from '../../api/run-mutation.ts'
import { noteWith } from '../../contract/customer-bulk.ts'
import {
  oauthNames,
  oauthProviders,
  whyNotAppLogin,
  whyNotBan,
  whyNotDeleteNote,
  whyNotDescribe,
  whyNotDisable2fa,
  whyNotResetOauth,
  whyNotRestore,
  whyNotUnarchive,
  whyNotUnban,
  whyNotUnwhitelist,
  whyNotWhitelist,
} from '../../contract/customer-rules.ts'
import type { Command } from '../engine/command.ts'
import { customerLabel, describeCustomer } from '../engine/target-name.ts'
import { type AppVisit, visitRules, visitSteps } from '../shared/app-visit.ts'
import { change } from '../shared/change.ts'
import { choiceStep } from '../shared/choice-step.ts'
import { commandsOn } from '../shared/commands-on.ts'
import { touchesCustomer } from '../shared/impact.ts'
import { addedText, noteStep } from '../shared/note-step.ts'
import { appAddress, openFetched } from '../shared/open-fetched.ts'

const onCustomer = commandsOn('customer', { section: 'Account' })

/** Support actions on a customer's account (document 1, section 4; rulings 36 to 38). */
export const accountCommands: readonly Command[] = [
  onCustomer<AppVisit>({
    verb: 'app-login',
    title: 'Log in as customer',
    icon: SignInIcon,
    keywords: 'impersonate sign in app login',
    keys: 'a l',
    needs: 'customers.app-login',
    args: visitSteps,
    whyNot: whyNotAppLogin,
    danger: (customer, visit) => ({
      title: `Log in as ${customerLabel(customer)}?`,
      body: `The app opens in a new tab, signed in as ${describeCustomer(customer)}.${visitRules(visit)}`,
      confirmLabel: 'Log in',
      wayBack: 'Signing out of the app ends it.',
      guarded: true,
    }),
    run: (context, { id }, visit) =>
      openFetched(context, async () => appAddress(context, await runMutation(context.queryClient, appLoginMutation(), { id, ...visit }))),
  }),
  onCustomer({
    verb: 'whitelist',
    genericTitle: 'Add to or remove from the whitelist',
    toggle: {
      isOn: ({ whitelisted }) => whitelisted,
      on: {
        title: () => 'Add to the whitelist',
        genericTitle: 'Add to the whitelist',
        keywords: 'allow trust put',
        already: 'Already on the whitelist.',
      },
      off: {
        title: () => 'Remove from the whitelist',
        genericTitle: 'Remove from the whitelist',
        keywords: 'unwhitelist dewhitelist distrust take off',
        already: 'Not on the whitelist.',
      },
    },
    icon: ShieldCheckIcon,
    keys: 'a w',
    needs: 'customers.whitelist',
    whyNot: (customer) => (customer.whitelisted ? whyNotUnwhitelist(customer) : whyNotWhitelist(customer)),
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
            body: `${describeCustomer(customer)} will be allowed.`,
            confirmLabel: 'Add',
            undoable: true,
            wayBack: 'They can be removed again.',
            restores: true,
          },
    leaves: ({ whitelisted }) => ({ whitelisted: !whitelisted }),
    change: (customer) => {
      const to = { id: customer.id, whitelisted: !customer.whitelisted }
      const message = `${to.whitelisted ? 'Added to' : 'Removed from'} the whitelist: ${customerLabel(customer)}.`
      return change(updateCustomerMutation(), to, message)
    },
  }),
  onCustomer({
    verb: 'disable-two-factor',
    audited: { action: 'customer.disable-2fa' },
    title: 'Disable two-factor authentication',
    aka: ['Reset 2FA', 'Remove 2FA', 'Reset two-factor authentication', 'Disable two-factor verification', 'Lost phone'],
    icon: ShieldLockIcon,
    keywords: '2fa two factor turn off code authenticator',
    keys: 'a t',
    needs: 'customers.sign-in-methods',
    whyNot: whyNotDisable2fa,
    danger: (customer) => ({
      title: `Disable two-factor authentication of ${customerLabel(customer)}?`,
      body: `${describeCustomer(customer)} signs in to the app without a code until they set two-factor authentication up again.`,
      confirmLabel: 'Disable',
    }),
    change: (customer) =>
      change(disable2faMutation(), { id: customer.id }, `Two-factor authentication disabled: ${customerLabel(customer)}.`),
  }),
  onCustomer({
    verb: 'reset-oauth',
    title: 'Reset OAuth',
    icon: UnlinkIcon,
    aka: ['Reset social login', 'Reset login'],
    keywords: 'facebook google linkedin social unlink disconnect',
    keys: 'a o',
    needs: 'customers.sign-in-methods',
    args: {
      provider: choiceStep({
        title: 'Login by',
        ask: 'Choose a login.',
        values: oauthProviders,
        label: (provider) => (provider === 'all' ? 'All of them' : oauthNames[provider]),
        whyNot: whyNotResetOauth,
      }),
    },
    whyNot: (customer) => whyNotResetOauth(customer),
    danger: (customer, { provider }) => ({
      title: `Reset the login of ${customerLabel(customer)}?`,
      body: `${describeCustomer(customer)} can no longer sign in to the app by ${provider === 'all' ? 'Facebook, Google or LinkedIn' : oauthNames[provider]} until they link it again.`,
      confirmLabel: provider === 'all' ? 'Reset all' : `Reset ${oauthNames[provider]}`,
    }),
    change: (customer, { provider }) =>
      change(resetOauthMutation(), { id: customer.id, provider }, `OAuth reset (${oauthNames[provider]}): ${customerLabel(customer)}.`),
  }),
  onCustomer({
    verb: 'unarchive-qrs',
    title: 'Unarchive QR codes',
    icon: AppsIcon,
    keywords: 'qrs restore',
    keys: 'a u',
    needs: 'customers.unarchive',
    whyNot: whyNotUnarchive,
    danger: (customer) => ({
      title: `Unarchive the QR codes of ${customerLabel(customer)}?`,
      body: `The QR codes of ${describeCustomer(customer)} are taken out of the archive.`,
      confirmLabel: 'Unarchive',
      undoable: true,
      restores: true,
    }),
    change: (customer) => change(unarchiveQrsMutation(), { id: customer.id }, `QR codes unarchived: ${customerLabel(customer)}.`),
  }),
  onCustomer({
    verb: 'restore',
    title: 'Restore the account',
    icon: UndoIcon,
    keywords: 'undelete recover',
    keys: 'a r',
    needs: 'customers.restore',
    whyNot: whyNotRestore,
    danger: (customer) => ({
      title: `Restore the account of ${customerLabel(customer)}?`,
      body: `The account of ${describeCustomer(customer)}: deleted → active again, its subscription canceled.`,
      confirmLabel: 'Restore',
      restores: true,
    }),
    leaves: () => ({ deleted: false, subscriptionStatus: 'canceled' }),
    change: (customer) => change(restoreCustomerMutation(), { id: customer.id }, `Account restored: ${customerLabel(customer)}.`),
  }),
  onCustomer<{ text: string }>({
    verb: 'add-note',
    title: 'Add a note',
    icon: NoteIcon,
    aka: ['Add note'],
    keywords: 'comment remark append',
    places: [],
    needs: 'customers.notes',
    whyNot: whyNotDescribe,
    args: { text: noteStep },
    audited: { action: 'note.write', args: (before, after) => ({ text: addedText(before['note'], after['note']) }) },
    change: ({ id, ...customer }, { text }) => change(addNoteMutation(), { id, text }, `Note added: ${customerLabel(customer)}.`),
    // The documents have no call that adds to a note.
    run: async (context, customer, { text }, runKey) => {
      const { queryClient } = context
      // Read once: after a try that may have been written, a second is refused as stale rather than added again.
      const { note, version } = await queryClient.fetchQuery({
        queryKey: ['note-below', runKey],
        queryFn: () => queryClient.fetchQuery({ ...noteQuery(customer.id), staleTime: 0 }),
        staleTime: Infinity,
      })
      const whole = { id: customer.id, text: noteWith(note, text), version }
      return change(writeNoteMutation(), whole, `Note added: ${customerLabel(customer)}.`).make(context)
    },
  }),
  onCustomer({
    verb: 'delete-note',
    removes: true,
    title: 'Delete the note',
    aka: ['Remove the note'],
    icon: NoteIcon,
    keywords: 'remove comment',
    keys: 'a n',
    needs: 'customers.notes',
    whyNot: whyNotDeleteNote,
    danger: (customer) => ({
      title: `Delete the note on ${customerLabel(customer)}?`,
      body: `The note on ${describeCustomer(customer)} is deleted for all staff.`,
      confirmLabel: 'Delete',
      undoable: true,
    }),
    change: (customer) => change(deleteNoteMutation(), { id: customer.id }, `Note deleted: ${customerLabel(customer)}.`),
  }),
  onCustomer({
    verb: 'ban',
    genericTitle: 'Ban or unban',
    toggle: {
      isOn: ({ banned }) => banned,
      on: {
        title: (customer) => `Ban ${customerLabel(customer)}`,
        genericTitle: 'Ban',
        keywords: 'block suspend account',
        aka: ['Block account', 'Suspend', 'Deactivate', 'Deactivate account'],
        already: 'Already banned.',
      },
      off: {
        title: (customer) => `Unban ${customerLabel(customer)}`,
        genericTitle: 'Unban',
        keywords: 'unblock unsuspend account',
        aka: [
          'Lift the ban',
          'Remove the ban',
          'Undo the ban',
          'Cancel the ban',
          'End the ban',
          'Revert the ban',
          'Reinstate',
          'Let back in',
        ],
        already: 'Not banned.',
      },
    },
    icon: CircleSlashIcon,
    keys: 'a b',
    needs: 'customers.ban',
    whyNot: (customer) => (customer.banned ? whyNotUnban(customer) : whyNotBan(customer)),
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
    leaves: ({ banned }) => ({ banned: !banned }),
    change: (customer) => {
      const message = `${customerLabel(customer)} is ${customer.banned ? 'no longer banned' : 'banned'}.`
      return change(banCustomerMutation(), { id: customer.id, banned: !customer.banned }, message)
    },
  }),
]
