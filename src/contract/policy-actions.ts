import type { AuditAction } from './audit-actions.ts'
import { isOnDemand, type OnDemandData, onDemandData } from './on-demand.ts'

/** What several actions have in common, for policies about all of them. */
export const policyGroups = {
  money: 'Everything about money',
  account: 'Everything about customers’ accounts',
  codes: 'Everything about QR codes and domains',
  access: 'Staff, service tokens and webhooks',
  export: 'Exports',
  'app-login': 'Log in as a customer',
} as const
export type PolicyGroup = keyof typeof policyGroups

interface PolicyActionType {
  group: PolicyGroup
  /** What somebody would do. */
  title: string
  /** Its reply or its request holds a secret, or is for the asker’s screen: once approved, the asker does it, within a day. */
  isDoneByRequester?: true
}

/**
 * Every action that a policy can be about, in the order of its choice. One's own account, signing in, notes of the payment provider,
 * playbooks and words of the palette are not among them, and nor are policies and approvals themselves: no policy can lock out those who
 * change it.
 */
export const policyActions = {
  'payment.refund': { group: 'money', title: 'Refund a payment' },
  'payment.approve': { group: 'money', title: 'Force-approve a payment' },
  'customer.cancel-at-period-end': { group: 'money', title: 'Cancel a subscription at period end' },
  'customer.cancel-immediately': { group: 'money', title: 'Cancel a subscription immediately' },
  'customer.resume': { group: 'money', title: 'Resume a subscription' },
  'customer.extend-trial': { group: 'money', title: 'Extend a trial' },
  'customer.attach-discount': { group: 'money', title: 'Attach a discount' },
  'customer.detach-discount': { group: 'money', title: 'Remove a discount' },
  'customer.edit-billing': { group: 'money', title: 'Edit billing data' },
  'customer.sync': { group: 'money', title: 'Sync a customer with the provider' },
  'invoice.reupload': { group: 'money', title: 'Reupload an invoice' },
  'customer.edit': { group: 'account', title: 'Edit a customer' },
  'customer.ban': { group: 'account', title: 'Ban a customer' },
  'customer.unban': { group: 'account', title: 'Unban a customer' },
  'customer.whitelist': { group: 'account', title: 'Add a customer to the whitelist' },
  'customer.unwhitelist': { group: 'account', title: 'Remove a customer from the whitelist' },
  'customer.restore': { group: 'account', title: 'Restore an account' },
  'customer.disable-2fa': { group: 'account', title: 'Disable a customer’s two-factor' },
  'customer.reset-oauth': { group: 'account', title: 'Reset a customer’s sign-in with other accounts' },
  'customer.erase': { group: 'account', title: 'Erase a customer’s personal data' },
  'note.write': { group: 'account', title: 'Write a customer’s note' },
  'note.delete': { group: 'account', title: 'Delete a customer’s note' },
  'invitation.delete': { group: 'account', title: 'Delete an invitation' },
  'invitation.restore': { group: 'account', title: 'Recreate an invitation' },
  'invitation.resend': { group: 'account', title: 'Send an invitation again' },
  'customer.product-delete': { group: 'account', title: 'Delete a customer (the product)' },
  'qr.status': { group: 'codes', title: 'Change a QR code’s status' },
  'qr.uri': { group: 'codes', title: 'Change a QR code’s URI' },
  'qr.transfer': { group: 'codes', title: 'Transfer a QR code' },
  'qr.whitelist': { group: 'codes', title: 'Add a QR code to the whitelist' },
  'qr.unwhitelist': { group: 'codes', title: 'Remove a QR code from the whitelist' },
  'qr.blacklist': { group: 'codes', title: 'Block a QR code’s domain' },
  'qr.unblacklist': { group: 'codes', title: 'Unblock a QR code’s domain' },
  'qr.delete-file': { group: 'codes', title: 'Delete a QR code’s files' },
  'customer.transfer-qrs': { group: 'codes', title: 'Transfer all QR codes of a customer' },
  'customer.activate-qrs': { group: 'codes', title: 'Activate all QR codes of a customer' },
  'customer.deactivate-qrs': { group: 'codes', title: 'Stop those QR codes again' },
  'customer.unarchive-qrs': { group: 'codes', title: 'Unarchive a customer’s QR codes' },
  'customer.archive-qrs': { group: 'codes', title: 'Archive those QR codes again' },
  'folder.transfer': { group: 'codes', title: 'Transfer folders' },
  'domain.validate': { group: 'codes', title: 'Check the DNS of a domain' },
  'webrisk.status': { group: 'codes', title: 'Change a web-risk status' },
  'webrisk.check': { group: 'codes', title: 'Check an address again' },
  'abuse.status': { group: 'codes', title: 'Change the status of an abuse report' },
  'blocked-domain.add': { group: 'codes', title: 'Block a domain' },
  'blocked-domain.edit': { group: 'codes', title: 'Edit a blocked domain' },
  'blocked-domain.remove': { group: 'codes', title: 'Remove a blocked domain' },
  'allowed-domain.add': { group: 'codes', title: 'Allow a domain' },
  'allowed-domain.edit': { group: 'codes', title: 'Edit an allowed domain' },
  'allowed-domain.remove': { group: 'codes', title: 'Remove an allowed domain' },
  'qr.product-delete': { group: 'codes', title: 'Delete a QR code (the product)' },
  'user.create': { group: 'access', title: 'Create a staff account', isDoneByRequester: true },
  'user.edit': { group: 'access', title: 'Edit a staff account' },
  'user.set-password': { group: 'access', title: 'Set a password', isDoneByRequester: true },
  'user.delete': { group: 'access', title: 'Remove a staff account' },
  'user.reset-2fa': { group: 'access', title: 'Reset two-factor' },
  'user.unlock': { group: 'access', title: 'Unlock sign-in' },
  'user.end-session': { group: 'access', title: 'End a session' },
  'user.end-sessions': { group: 'access', title: 'End all sessions' },
  'user.disable': { group: 'access', title: 'Switch a staff account off' },
  'user.enable': { group: 'access', title: 'Switch a staff account on' },
  'token.create': { group: 'access', title: 'Create a service token', isDoneByRequester: true },
  'token.revoke': { group: 'access', title: 'Revoke a service token' },
  'webhook.create': { group: 'access', title: 'Add a webhook', isDoneByRequester: true },
  'webhook.edit': { group: 'access', title: 'Edit a webhook', isDoneByRequester: true },
  'webhook.delete': { group: 'access', title: 'Remove a webhook' },
  'webhook.resend': { group: 'access', title: 'Send a webhook again' },
  'ingest.dismiss': { group: 'access', title: 'Dismiss a refused row of the product' },
  'list.export': { group: 'export', title: 'Export a list', isDoneByRequester: true },
  'customer.export': { group: 'export', title: 'Export all data about a customer', isDoneByRequester: true },
  'customer.app-login': { group: 'app-login', title: 'Log in to the app as a customer', isDoneByRequester: true },
} as const satisfies Partial<Record<AuditAction, PolicyActionType>>

export type PolicyAction = keyof typeof policyActions
export const policyActionNames = Object.keys(policyActions) as [PolicyAction, ...PolicyAction[]]

export const isPolicyAction = (action: string): action is PolicyAction => Object.hasOwn(policyActions, action)

/** What a policy can be about. */
export const allOfThem = 'everything'
export type PolicySubject = typeof allOfThem | PolicyGroup | PolicyAction | OnDemandData

/** Whether a subject covers an action. What is shown on demand is named by itself only. */
export const covers = (subject: PolicySubject, action: PolicyAction | OnDemandData): boolean =>
  subject === action || (!isOnDemand(action) && (subject === allOfThem || subject === policyActions[action].group))

/** In words. */
export function subjectTitle(subject: PolicySubject): string {
  if (subject === allOfThem) return 'Everything'
  if (isOnDemand(subject)) return onDemandData[subject].title
  return isPolicyAction(subject) ? policyActions[subject].title : policyGroups[subject]
}

export const isDoneByRequester = (action: PolicyAction): boolean => {
  const type: PolicyActionType = policyActions[action]
  return type.isDoneByRequester === true
}
