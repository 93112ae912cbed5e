import { z } from 'zod'
import type { AuditAction } from './audit-actions.ts'
import { Integer } from './fields.ts'

/**
 * What staff decide and the product has to carry out, as it is sent to the product's endpoints. Each follows from an
 * audited action; docs/events.md lists them with an example.
 */
interface ProductEventType {
  /** What the product should do. */
  meaning: string
  /** The audited actions it follows from. */
  actions: readonly AuditAction[]
}

/** All events, in the order of the documentation. */
export const productEvents = {
  'customer.updated': { meaning: 'Apply the changed fields to the customer.', actions: ['customer.edit', 'customer.edit-billing'] },
  'customer.banned': { meaning: 'Refuse sign-in, and stop serving the codes.', actions: ['customer.ban'] },
  'customer.unbanned': { meaning: 'Let the customer sign in again.', actions: ['customer.unban'] },
  'customer.restored': { meaning: 'Restore the deleted account.', actions: ['customer.restore'] },
  'customer.whitelisted': { meaning: 'Trust the customer’s codes without checks.', actions: ['customer.whitelist'] },
  'customer.unwhitelisted': { meaning: 'Check the customer’s codes again.', actions: ['customer.unwhitelist'] },
  'customer.two_factor_disabled': { meaning: 'Remove two-factor from the account.', actions: ['customer.disable-2fa'] },
  'customer.oauth_reset': { meaning: 'Unlink sign-in with other accounts.', actions: ['customer.reset-oauth'] },
  'customer.trial_extended': { meaning: 'Extend the trial to its new end.', actions: ['customer.extend-trial'] },
  'customer.qrs_transferred': { meaning: 'Move all of the customer’s codes to another customer.', actions: ['customer.transfer-qrs'] },
  'customer.qrs_activated': { meaning: 'Serve all of the customer’s stopped codes again.', actions: ['customer.activate-qrs'] },
  'customer.qrs_deactivated': { meaning: 'Stop those codes again.', actions: ['customer.deactivate-qrs'] },
  'customer.qrs_unarchived': { meaning: 'Restore the customer’s archived codes.', actions: ['customer.unarchive-qrs'] },
  'customer.qrs_archived': { meaning: 'Archive those codes again.', actions: ['customer.archive-qrs'] },
  'customer.erased': {
    meaning: 'Erase the person: remove all personal data, end sessions and API keys, stop serving the codes.',
    actions: ['customer.erase'],
  },
  'qr.status_changed': { meaning: 'Serve the code, or stop serving it.', actions: ['qr.status'] },
  'qr.uri_changed': { meaning: 'Serve the code at its new URI, and no longer at the old one.', actions: ['qr.uri'] },
  'qr.transferred': { meaning: 'Move the code to another customer.', actions: ['qr.transfer'] },
  'qr.whitelisted': { meaning: 'Trust the code without checks.', actions: ['qr.whitelist'] },
  'qr.unwhitelisted': { meaning: 'Check the code again.', actions: ['qr.unwhitelist'] },
  'qr.target_blocked': { meaning: 'Stop the code: its target is blocked.', actions: ['qr.blacklist'] },
  'qr.target_unblocked': { meaning: 'Its target is allowed again.', actions: ['qr.unblacklist'] },
  'qr.file_deleted': { meaning: 'Delete the code’s file.', actions: ['qr.delete-file'] },
  'folder.transferred': { meaning: 'Move the folder and its codes to another customer.', actions: ['folder.transfer'] },
  'invitation.deleted': { meaning: 'Withdraw the invitation.', actions: ['invitation.delete'] },
  'invitation.restored': { meaning: 'Offer the invitation again.', actions: ['invitation.restore'] },
  'invitation.resent': { meaning: 'Send the invitation to that address again.', actions: ['invitation.resend'] },
  'domain_rule.blocked': { meaning: 'Refuse targets on this domain.', actions: ['blocked-domain.add', 'blocked-domain.edit'] },
  'domain_rule.unblocked': { meaning: 'Accept targets on this domain again.', actions: ['blocked-domain.remove'] },
  'domain_rule.allowed': { meaning: 'Never refuse targets on this domain.', actions: ['allowed-domain.add', 'allowed-domain.edit'] },
  'domain_rule.disallowed': { meaning: 'Check targets on this domain like any other.', actions: ['allowed-domain.remove'] },
  'webrisk.reviewed': { meaning: 'Apply the staff’s decision on a web-risk finding.', actions: ['webrisk.status', 'webrisk.check'] },
  'abuse.reviewed': { meaning: 'Apply the staff’s decision on an abuse report.', actions: ['abuse.status'] },
  'approval.requested': { meaning: 'Nothing: somebody asks a second person to agree.', actions: ['approval.request'] },
  'approval.approved': { meaning: 'Nothing: what was asked for follows as its own event.', actions: ['approval.approve'] },
  'approval.rejected': { meaning: 'Nothing: it won’t be done.', actions: ['approval.reject'] },
  'approval.void': { meaning: 'Nothing: the record changed, or the asker withdrew it.', actions: ['approval.void', 'approval.withdraw'] },
  'audit.sealed': {
    meaning: 'Keep the head of the audit trail: it proves that nothing before it was changed or removed since.',
    actions: [],
  },
} as const satisfies Record<string, ProductEventType>

export type ProductEvent = keyof typeof productEvents
export const productEventNames = Object.keys(productEvents) as [ProductEvent, ...ProductEvent[]]

const byAction = new Map(
  Object.entries(productEvents).flatMap(([event, { actions }]) =>
    actions.map((action: AuditAction) => [action, event as ProductEvent] as const),
  ),
)

/** The event that an audited action is sent as; null if the product has nothing to do. */
export const eventOf = (action: AuditAction): ProductEvent | null => byAction.get(action) ?? null

const Changed = z.record(z.string(), z.unknown()).nullable()

/** The body of a webhook, in the form that Standard Webhooks recommends. */
export const ProductEventBody = z.object({
  type: z.enum(productEventNames),
  /** When staff decided it, ISO 8601. */
  timestamp: z.string(),
  data: z.object({
    record: z.object({
      type: z.string(),
      /** Our number. */
      id: Integer,
      /** The product's own id, as it told us; otherwise our number as text. */
      externalId: z.string(),
    }),
    /** The changed fields, old and new, by the names of the admin API. */
    before: Changed,
    after: Changed,
    /** The entry of the audit trail. */
    auditId: Integer,
    /** Who wanted it and who agreed, by email, if it took a second person. */
    approval: z.object({ requestedBy: z.string(), approvedBy: z.string() }).optional(),
  }),
})
export type ProductEventBody = z.infer<typeof ProductEventBody>
