/** What staff did, in words, by the audited action. A list to choose from as well: in the order in which it is offered. */
const words: Readonly<Record<string, string>> = {
  'customer.edit': 'Edited the customer',
  'customer.ban': 'Banned',
  'customer.unban': 'Unbanned',
  'customer.whitelist': 'Put on the whitelist',
  'customer.unwhitelist': 'Taken off the whitelist',
  'customer.restore': 'Restored the account',
  'customer.app-login': 'Logged in to the app as the customer',
  'customer.disable-2fa': 'Disabled two-factor',
  'customer.reset-oauth': 'Reset sign-in with other accounts',
  'customer.unarchive-qrs': 'Unarchived the QR codes',
  'customer.edit-billing': 'Edited the billing data',
  'customer.cancel-at-period-end': 'Cancelled at period end',
  'customer.cancel-immediately': 'Cancelled immediately',
  'customer.resume': 'Resumed the subscription',
  'customer.extend-trial': 'Extended the trial',
  'customer.attach-discount': 'Attached a discount',
  'customer.detach-discount': 'Removed the discount',
  'customer.sync': 'Synced with the provider',
  'note.write': 'Wrote the note',
  'note.delete': 'Deleted the note',
  'payment.refund': 'Refunded',
  'payment.approve': 'Force-approved',
  'auth.sign-in': 'Signed in',
  'auth.two-factor-activated': 'Activated two-factor',
}

/** An audited action in words; one that is not known here reads as its own name does: 'qr.change-status' is 'Qr: change status'. */
export function actionWords(action: string): string {
  const known = words[action]
  if (known !== undefined) return known
  const [target = '', ...rest] = action.split('.')
  const text = [target, rest.join(' ')].filter(Boolean).join(': ').replaceAll(/[-_]/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The audited actions that are known, with their words. */
export const knownActions: readonly { value: string; label: string }[] = Object.entries(words).map(([value, label]) => ({ value, label }))
