import type { QueryKey } from '@tanstack/react-query'
import type { LiveType } from '../contract/live.ts'

/** What a change of a record may show in: the first part of query keys. One list for one's own changes and for those of others. */
export const shownIn: Readonly<Record<LiveType, readonly string[]>> = {
  customer: ['customers', 'billing', 'found-record', 'timeline'],
  qr: ['qrs', 'customers', 'folders', 'webrisk', 'found-record', 'timeline'],
  payment: ['payments', 'invoices', 'customers', 'found-record', 'timeline'],
  invoice: ['invoices', 'payments', 'found-record', 'timeline'],
  note: ['notes', 'customers', 'timeline'],
  event: ['events', 'timeline'],
  folder: ['folders', 'qrs'],
  invitation: ['invitations', 'customers', 'timeline'],
  domain: ['customer-domains', 'customers'],
  'domain-rule': ['domains'],
  feedback: ['feedback'],
  webrisk: ['webrisk', 'webrisk-tracker'],
  'abuse-report': ['abuse'],
  'api-call': ['api-calls'],
  user: ['users'],
  audit: ['audit'],
  integration: ['tokens', 'webhooks', 'ingest'],
  playbook: ['playbooks', 'timeline'],
  word: ['words'],
  approval: ['approvals', 'timeline'],
  policy: ['policies', 'approvals'],
  figures: ['stats'],
}

/** The `meta` of a mutation that changes such records: what it makes stale, which always includes the audit trail. */
export const changesOf = (...types: readonly LiveType[]): { stale: readonly QueryKey[] } => ({
  stale: [...new Set([...types, 'audit' as const].flatMap((type) => shownIn[type]))].map((resource) => [resource]),
})
