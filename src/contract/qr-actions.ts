import { z } from 'zod'
import { bulkEndpoints } from './bulk.ts'
import { bulkLimit } from './bulk-limit.ts'
import { Done, endpoint, Id } from './endpoint.ts'
import { extra } from './extra.ts'
import { Integer, messages, NullableInteger, NullableText } from './fields.ts'
import { maxUriLength, qrFilters, qrStatuses } from './qrs.ts'

/** Changes to QR codes (document 2, sections 4, 5, 7 and 8; rulings 17 and 41 to 47), and related lists. */

/** Takes a label or number: 0 deleted, 1 active, 2 blocked (ruling 41). */
export const QrStatusInput = z
  .union([z.enum(qrStatuses), z.literal(0), z.literal(1), z.literal(2)])
  .transform((value) => (typeof value === 'string' ? value : (['deleted', 'active', 'blocked'] as const)[value]))

/** Undoable. */
export const setQrStatus = endpoint({
  method: 'PATCH',
  path: '/qrs/{id}/status',
  access: 'qrs.status',
  body: z.strictObject({ status: QrStatusInput }),
})

/** 409 `uri_in_use` if any QR ever had it (ruling 42); 400 with the field. Not undoable, as a uri is never reused. */
export const setQrUri = endpoint({
  method: 'PATCH',
  path: '/qrs/{id}/uri',
  refusals: { 409: 'uri_in_use' },
  access: 'qrs.uri',
  body: z.strictObject({ uri: z.string().trim().min(1, messages.required).max(maxUriLength, messages.tooLong(maxUriLength)) }),
  reply: Done.extend({ uri: extra(NullableText, null), qrUri: extra(NullableText, null) }),
})

/** Undoable. */
export const whitelistQr = endpoint({ method: 'PATCH', path: '/qrs/{id}/whitelist', access: 'qrs.whitelist' })

/**
 * Adds the target's host to the blocked domains (ruling 47).
 * Undoable. 409 `domain_already_exists`, `unavailable_action`.
 */
export const blacklistQr = endpoint({
  method: 'POST',
  path: '/qrs/{id}/blacklist',
  access: 'qrs.blacklist',
  reply: Done.extend({ domain: extra(NullableText, null) }),
})

/** One QR, or all of the origin's; all or nothing (ruling 43). Undone by transferring back. */
export const transferQrs = endpoint({
  method: 'PATCH',
  path: '/qrs/transfer',
  access: 'qrs.transfer',
  body: z.strictObject({ origin: Id, destiny: Id, qrId: z.union([Id, z.literal('all')]) }),
  reply: Done.extend({ transferred: extra(NullableInteger, null) }),
})

/** `id` is the customer's. Reactivates stopped QRs only (ruling 17). Undoable. */
export const activateAllQrs = endpoint({
  method: 'PATCH',
  path: '/qrs/{id}/activate-all',
  access: 'qrs.status',
  reply: Done.extend({ activated: extra(NullableInteger, null) }),
})

/** Folders and the QRs in them; all or nothing (ruling 43). */
export const transferFolders = endpoint({
  method: 'PATCH',
  path: '/qrs/folders/transfer',
  access: 'qrs.transfer',
  body: z.strictObject({ userId: Id, folders: z.array(Id).min(1, messages.required).max(1000), destiny: Id }),
  reply: Done.extend({ transferred: extra(NullableInteger, null) }),
})

/** How much an action on one, many or all of a customer's QRs affects; shown before confirming. */
export const Impact = z.object({
  /** All QRs, whatever their status. */
  qrs: Integer,
  /** Active ones. */
  liveQrs: Integer,
  /** Scans in the last 30 Madrid days, today included. */
  scans: Integer,
})
export type Impact = z.infer<typeof Impact>

export const getQrImpact = endpoint({ path: '/qrs/{id}/impact', feature: 'impact', access: 'qrs.read', reply: Impact })

export const getCustomerImpact = endpoint({ path: '/customers/{id}/impact', feature: 'impact', access: 'qrs.read', reply: Impact })

/** The impact of many QRs, or of all in some of a customer's folders. Read-only. */
export const getManyImpact = endpoint({
  method: 'POST',
  path: '/qrs/impact',
  feature: 'impact',
  access: 'qrs.read',
  body: z.union([
    z.strictObject({ ids: z.array(Id).min(1, messages.required).max(bulkLimit) }),
    z.strictObject({ userId: Id, folders: z.array(Id).min(1, messages.required).max(1000) }),
  ]),
  reply: Impact,
})

/** What a bulk change does to each QR. */
export const BulkAction = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('status'), status: QrStatusInput }),
  z.strictObject({ action: z.literal('whitelist') }),
  z.strictObject({ action: z.literal('blacklist') }),
  z.strictObject({ action: z.literal('transfer'), destiny: Id }),
])
export type BulkAction = z.input<typeof BulkAction>

export const {
  preview: previewBulk,
  run: runBulk,
  matching: matchingQrs,
} = bulkEndpoints('/qrs', 'qrs.bulk', { change: BulkAction, filters: z.object(qrFilters) })
