import { z } from 'zod'
import { dayOf } from './dates.ts'
import { endpoint } from './endpoint.ts'
import { Integer } from './fields.ts'
import { brandInFileName } from './file-name.ts'

/** What is counted before a person is erased: what it is called, and whether its rows go or stay without the person. */
export const personalKinds = {
  notes: { one: 'note', many: 'notes', stays: false },
  events: { one: 'event', many: 'events', stays: false },
  emails: { one: 'email record', many: 'email records', stays: false },
  apiCalls: { one: 'API call', many: 'API calls', stays: false },
  files: { one: 'file', many: 'files', stays: false },
  feedback: { one: 'answer on leaving', many: 'answers on leaving', stays: false },
  invitations: { one: 'invitation', many: 'invitations', stays: false },
  domains: { one: 'domain', many: 'domains', stays: false },
  payments: { one: 'payment', many: 'payments', stays: true },
  invoices: { one: 'invoice', many: 'invoices', stays: true },
  qrs: { one: 'QR code', many: 'QR codes', stays: true },
} as const
export type PersonalKind = keyof typeof personalKinds
export const personalKindNames = Object.keys(personalKinds) as [PersonalKind, ...PersonalKind[]]

const shared = { access: 'customers.personal-data', feature: 'personal-data' } as const

/** Number of files in the zip, sent before its first byte. */
export const filesHeader = 'x-total-count'

/**
 * Streams a zip of all that is stored on a customer: a JSON file for each table, and their files. 409 `conflict` during
 * another one by the same person. A failure midway breaks the connection, so a part never passes for the whole. Audited.
 */
export const exportPersonalData = endpoint({ path: '/customers/{id}/personal-data', ...shared, reply: z.unknown() })

/**
 * `Quaydesk-customer-4711-2026-03-01.zip`, dated in Madrid.
 * @param now unix seconds
 */
export function personalDataName(brand: string, id: number, now: number): string {
  return `${brandInFileName(brand, 'export')}-customer-${id}-${dayOf(now)}.zip`
}

/** What erasing the person would remove, and what stays without them. */
export const Erasure = z.object({ counts: z.partialRecord(z.enum(personalKindNames), Integer) })
export type Erasure = z.infer<typeof Erasure>

export const previewErasure = endpoint({ path: '/customers/{id}/erasure', ...shared, reply: Erasure })

/**
 * Erases the person for good: names, addresses, notes, IPs, log entries and files are removed, here and by webhook in the
 * product. Payments and invoices stay without the person. 409 `unavailable_action` while the subscription runs, or a
 * refund is under way.
 */
export const eraseCustomer = endpoint({ method: 'PATCH', path: '/customers/{id}/erase', ...shared, stepUp: 'if-set' })
