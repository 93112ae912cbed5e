import type { AuditAction } from '../../src/contract/audit-actions.ts'
import { and, desc, eq, gte, isNull } from 'drizzle-orm'
import { undoSeconds } from '../../src/contract/undo.ts'
import { customerReversal, noteReversal } from '../customers/reversals.ts'
import type { Db, Orm } from '../db/connect.ts'
import { auditLog } from '../db/schema/staff.ts'
import { allowedDomainReversal, blockedDomainReversal } from '../domain-lists/reversals.ts'
import { folderTransferReversal } from '../folders/reversals.ts'
import { invitationReversal } from '../invitations/reversals.ts'
import { activationReversal, qrReversal, transferAllReversal } from '../qrs/reversals.ts'
import { abuseReversal, webriskReversal } from '../reviews/reversals.ts'
import { requireStill } from '../staff/lock.ts'
import { userReversal } from '../staff/reversal.ts'
import { type Actor, writeAudit } from '../audit/write.ts'
import { hasChanged, nothingToUndo, type Reversal } from './reversal.ts'

/** Every action that can be undone. A new one needs a line here and `reversible: true` in its audit row. */
export const reversals: Partial<Record<AuditAction, Reversal>> = {
  'customer.ban': { ...customerReversal, capability: 'customers.ban', action: 'customer.unban', noun: 'Ban' },
  'customer.unban': { ...customerReversal, capability: 'customers.ban', action: 'customer.ban', noun: 'Unban' },
  'customer.edit': { ...customerReversal, capability: 'customers.edit', action: 'customer.edit', noun: 'Edit' },
  'customer.whitelist': { ...customerReversal, capability: 'customers.whitelist', action: 'customer.unwhitelist', noun: 'Whitelisting' },
  'customer.unwhitelist': {
    ...customerReversal,
    capability: 'customers.whitelist',
    action: 'customer.whitelist',
    noun: 'Removal from the whitelist',
  },
  'note.write': { ...noteReversal, capability: 'customers.notes', action: 'note.write', noun: 'Note' },
  'user.edit': { ...userReversal, capability: 'staff.manage', action: 'user.edit', noun: 'Change of name or role' },
  'qr.status': { ...qrReversal, capability: 'qrs.status', action: 'qr.status', noun: 'Change of status' },
  'qr.whitelist': { ...qrReversal, capability: 'qrs.whitelist', action: 'qr.unwhitelist', noun: 'Whitelisting' },
  'qr.blacklist': { ...qrReversal, capability: 'qrs.blacklist', action: 'qr.unblacklist', noun: 'Blocking of the target' },
  'qr.transfer': { ...qrReversal, capability: 'qrs.transfer', action: 'qr.transfer', noun: 'Transfer' },
  'customer.transfer-qrs': {
    ...transferAllReversal,
    capability: 'qrs.transfer',
    action: 'customer.transfer-qrs',
    noun: 'Transfer of the QR codes',
  },
  'customer.activate-qrs': {
    ...activationReversal,
    capability: 'qrs.status',
    action: 'customer.deactivate-qrs',
    noun: 'Activation of the QR codes',
  },
  'folder.transfer': { ...folderTransferReversal, capability: 'qrs.transfer', action: 'folder.transfer', noun: 'Transfer of folders' },
  'webrisk.status': { ...webriskReversal, capability: 'security.manage', action: 'webrisk.status', noun: 'Change of status' },
  'webrisk.check': { ...webriskReversal, capability: 'security.manage', action: 'webrisk.status', noun: 'Check' },
  'abuse.status': { ...abuseReversal, capability: 'security.manage', action: 'abuse.status', noun: 'Change of status' },
  'blocked-domain.add': { ...blockedDomainReversal, capability: 'security.manage', action: 'blocked-domain.remove', noun: 'Blocking' },
  'blocked-domain.edit': { ...blockedDomainReversal, capability: 'security.manage', action: 'blocked-domain.edit', noun: 'Edit' },
  'blocked-domain.remove': { ...blockedDomainReversal, capability: 'security.manage', action: 'blocked-domain.add', noun: 'Removal' },
  'allowed-domain.add': { ...allowedDomainReversal, capability: 'security.manage', action: 'allowed-domain.remove', noun: 'Allowing' },
  'allowed-domain.edit': { ...allowedDomainReversal, capability: 'security.manage', action: 'allowed-domain.edit', noun: 'Edit' },
  'allowed-domain.remove': { ...allowedDomainReversal, capability: 'security.manage', action: 'allowed-domain.add', noun: 'Removal' },
  'note.delete': { ...noteReversal, capability: 'customers.notes', action: 'note.write', noun: 'Deletion of the note' },
  'invitation.delete': {
    ...invitationReversal,
    capability: 'customers.invitations',
    action: 'invitation.restore',
    noun: 'Deletion of the invitation',
  },
}

/**
 * Undoes one change of the actor's own: the one that `auditId` names, or the newest that can still be undone. Record and audit
 * row are locked, so that of two attempts one succeeds.
 * @returns what was undone, and the id of the audit row that says so; that one is not undone in turn
 * @throws ApiError forbidden where their role may no longer do the action itself; nothing_to_undo when there is none, it is someone else's, undone, older than `undoSeconds`, or the record changed since
 */
export async function undoChange(orm: Orm, actor: Actor, auditId: number | undefined, now: number) {
  return orm.transaction(async (tx) => {
    const change = await lockChange(tx, actor, auditId, now)
    const reversal = reversals[change.action]
    if (!reversal) throw nothingToUndo('This change can’t be undone.')
    const { action, targetType, targetId } = change
    const before = change.before as Record<string, unknown>
    const after = change.after as Record<string, unknown>
    const recorded = { auditId: change.id, action, targetId, before, after }
    const record = await reversal.lock(tx, targetId, recorded)
    await requireStill(tx, actor.staff.id, reversal.capability)
    if (!record) throw nothingToUndo('The record of this change is gone: nothing was undone.')
    if (hasChanged(record, recorded)) throw nothingToUndo(`${record.name} has been changed since: nothing was undone.`)
    await reversal.restore(tx, targetId, before, now, recorded, actor)
    const undoneBy = await writeAudit(tx, { ...actor, now, action: reversal.action, targetType, targetId, before: after, after: before })
    await tx.update(auditLog).set({ undoneBy }).where(eq(auditLog.id, change.id))
    return { auditId: undoneBy, action, targetType, targetId, message: `${reversal.noun} of ${record.name} was undone.` }
  })
}

async function lockChange(tx: Db, actor: Actor, auditId: number | undefined, now: number) {
  const oldest = now - undoSeconds
  const named =
    auditId === undefined
      ? and(eq(auditLog.actorId, actor.staff.id), eq(auditLog.reversible, true), isNull(auditLog.undoneBy), gte(auditLog.at, oldest))
      : eq(auditLog.id, auditId)
  const [change] = await tx.select().from(auditLog).where(named).orderBy(desc(auditLog.at), desc(auditLog.id)).limit(1).for('update')
  if (!change) throw nothingToUndo('There is nothing to undo.')
  if (change.actorId !== actor.staff.id) throw nothingToUndo('Only your own changes can be undone.')
  if (!change.reversible) throw nothingToUndo('This change can’t be undone.')
  if (change.undoneBy !== null) throw nothingToUndo('This change has been undone already.')
  // One part would come back and the rest of the batch not: it is taken back as a whole.
  if (auditId === undefined && change.batch !== null)
    throw nothingToUndo('Your newest change was of many records at once: undo it from its summary.')
  if (change.at < oldest) throw nothingToUndo(`This change is older than ${undoSeconds / 60} minutes: it can’t be undone any more.`)
  return change
}
