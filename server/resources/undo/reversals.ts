import type { AuditAction } from '../../../src/contract/audit-actions.ts'
import type { Reversal } from '../../audit/reversal.ts'
import { billingReversal } from '../customers/billing.ts'
import { cancelReversal, discountReversal, resumeReversal } from '../customers/provider-reversals.ts'
import { customerReversal, noteReversal } from '../customers/reversals.ts'
import { allowedDomainReversal, blockedDomainReversal } from '../domain-lists/reversals.ts'
import { folderTransferReversal } from '../folders/reversals.ts'
import { invitationReversal } from '../invitations/reversals.ts'
import { playbookReversal } from '../playbooks/reversals.ts'
import { activationReversal, qrReversal, transferAllReversal } from '../qrs/reversals.ts'
import { unarchiveReversal } from '../qrs/unarchive.ts'
import { abuseReversal, webriskReversal } from '../reviews/reversals.ts'
import { userReversal } from '../staff/reversal.ts'
import { wordReversal } from '../words/reversals.ts'

/** All undoable actions. A new one needs an entry here and `reversible: true` in its audit row. */
export const reversals: Partial<Record<AuditAction, Reversal>> = {
  'customer.ban': { ...customerReversal, capability: 'customers.ban', action: 'customer.unban', noun: 'Ban' },
  'customer.unban': { ...customerReversal, capability: 'customers.ban', action: 'customer.ban', noun: 'Unban' },
  'customer.edit': { ...customerReversal, capability: 'customers.edit', action: 'customer.edit', noun: 'Edit' },
  'customer.edit-billing': {
    ...billingReversal,
    capability: 'customers.billing',
    action: 'customer.edit-billing',
    noun: 'Edit of the billing data',
  },
  'customer.whitelist': { ...customerReversal, capability: 'customers.whitelist', action: 'customer.unwhitelist', noun: 'Whitelisting' },
  'customer.unwhitelist': {
    ...customerReversal,
    capability: 'customers.whitelist',
    action: 'customer.whitelist',
    noun: 'Removal from the whitelist',
  },
  'customer.cancel-at-period-end': {
    ...cancelReversal,
    capability: 'customers.subscription',
    action: 'customer.resume',
    noun: 'Cancellation at period end',
  },
  'customer.resume': {
    ...resumeReversal,
    capability: 'customers.subscription',
    action: 'customer.cancel-at-period-end',
    noun: 'Resumption',
  },
  'customer.attach-discount': {
    ...discountReversal,
    capability: 'customers.discount',
    action: 'customer.detach-discount',
    noun: 'Change of the discount',
  },
  'customer.detach-discount': {
    ...discountReversal,
    capability: 'customers.discount',
    action: 'customer.attach-discount',
    noun: 'Removal of the discount',
  },
  'customer.unarchive-qrs': {
    ...unarchiveReversal,
    isLarge: true,
    capability: 'customers.unarchive',
    action: 'customer.archive-qrs',
    noun: 'Unarchiving of the QR codes',
  },
  'note.write': { ...noteReversal, capability: 'customers.notes', action: 'note.write', noun: 'Note' },
  'user.edit': { ...userReversal, capability: 'staff.manage', action: 'user.edit', noun: 'Change of name or role' },
  'qr.status': { ...qrReversal, capability: 'qrs.status', action: 'qr.status', noun: 'Change of status' },
  'qr.whitelist': { ...qrReversal, capability: 'qrs.whitelist', action: 'qr.unwhitelist', noun: 'Whitelisting' },
  'qr.blacklist': { ...qrReversal, capability: 'qrs.blacklist', action: 'qr.unblacklist', noun: 'Blocking of the target' },
  'qr.transfer': { ...qrReversal, capability: 'qrs.transfer', action: 'qr.transfer', noun: 'Transfer' },
  'customer.transfer-qrs': {
    ...transferAllReversal,
    isLarge: true,
    capability: 'qrs.transfer',
    action: 'customer.transfer-qrs',
    noun: 'Transfer of the QR codes',
  },
  'customer.activate-qrs': {
    ...activationReversal,
    isLarge: true,
    capability: 'qrs.status',
    action: 'customer.deactivate-qrs',
    noun: 'Activation of the QR codes',
  },
  'folder.transfer': {
    ...folderTransferReversal,
    isLarge: true,
    capability: 'qrs.transfer',
    action: 'folder.transfer',
    noun: 'Transfer of folders',
  },
  'webrisk.status': { ...webriskReversal, capability: 'security.manage', action: 'webrisk.status', noun: 'Change of status' },
  'webrisk.check': { ...webriskReversal, capability: 'security.manage', action: 'webrisk.status', noun: 'Check' },
  'abuse.status': { ...abuseReversal, capability: 'security.manage', action: 'abuse.status', noun: 'Change of status' },
  'blocked-domain.add': { ...blockedDomainReversal, capability: 'security.manage', action: 'blocked-domain.remove', noun: 'Blocking' },
  'blocked-domain.edit': { ...blockedDomainReversal, capability: 'security.manage', action: 'blocked-domain.edit', noun: 'Edit' },
  'blocked-domain.remove': { ...blockedDomainReversal, capability: 'security.manage', action: 'blocked-domain.add', noun: 'Removal' },
  'allowed-domain.add': { ...allowedDomainReversal, capability: 'security.manage', action: 'allowed-domain.remove', noun: 'Allowing' },
  'allowed-domain.edit': { ...allowedDomainReversal, capability: 'security.manage', action: 'allowed-domain.edit', noun: 'Edit' },
  'allowed-domain.remove': { ...allowedDomainReversal, capability: 'security.manage', action: 'allowed-domain.add', noun: 'Removal' },
  'playbook.edit': { ...playbookReversal, capability: 'playbooks.own', action: 'playbook.edit', noun: 'Edit of the playbook' },
  'playbook.delete': {
    ...playbookReversal,
    capability: 'playbooks.own',
    action: 'playbook.restore',
    noun: 'Deletion of the playbook',
  },
  'word.add': { ...wordReversal, capability: 'words.manage', action: 'word.delete', noun: 'Adding' },
  'word.edit': { ...wordReversal, capability: 'words.manage', action: 'word.edit', noun: 'Edit' },
  'word.delete': { ...wordReversal, capability: 'words.manage', action: 'word.add', noun: 'Deletion' },
  'note.delete': { ...noteReversal, capability: 'customers.notes', action: 'note.write', noun: 'Deletion of the note' },
  'invitation.delete': {
    ...invitationReversal,
    capability: 'customers.invitations',
    action: 'invitation.restore',
    noun: 'Deletion of the invitation',
  },
}
