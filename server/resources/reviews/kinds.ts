import { abuseStatuses, whyNotSetAbuse } from '../../../src/contract/abuse.ts'
import type { AuditAction } from '../../../src/contract/audit-actions.ts'
import { webriskStatuses, whyNotSetWebrisk } from '../../../src/contract/webrisk.ts'
import { abuseReports, webrisk } from '../../db/schema/security.ts'

/** A list whose rows people review by setting a status: web-risk entries, abuse reports. */
export interface ReviewKind<Status extends number = number> {
  table: typeof webrisk | typeof abuseReports
  targetType: 'webrisk' | 'abuse'
  action: AuditAction
  /** A row's name, before its id. */
  noun: string
  /** Status labels by number. */
  labels: readonly string[]
  /** Why a row can't get a status; null if it can. */
  whyNot: (current: number, to: Status) => string | null
}

export const webriskKind: ReviewKind<1 | 2 | 3> = {
  table: webrisk,
  targetType: 'webrisk',
  action: 'webrisk.status',
  noun: 'Web-risk entry',
  labels: webriskStatuses,
  whyNot: whyNotSetWebrisk,
}

export const abuseKind: ReviewKind<1 | 2> = {
  table: abuseReports,
  targetType: 'abuse',
  action: 'abuse.status',
  noun: 'Abuse report',
  labels: abuseStatuses,
  whyNot: whyNotSetAbuse,
}
