import type { ExportedList } from '../../../src/contract/exports.ts'
import { invoicesExport, paymentsExport } from './billing-lists.ts'
import { customerDomainsExport, customersExport, feedbackExport, notesExport } from './customer-lists.ts'
import type { ListExport } from './list-export.ts'
import { blockedQrsExport, infectedQrsExport, qrStatsExport, qrsExport, uriHistoryExport } from './qr-lists.ts'
import {
  abuseExport,
  apiCallsExport,
  auditExport,
  blacklistedDomainsExport,
  webriskExport,
  webriskLogExport,
  whitelistedDomainsExport,
} from './security-lists.ts'

/** The export of each list. */
export const listExports: Record<ExportedList, ListExport> = {
  customers: customersExport,
  // The same list (ruling 16) under its own file name.
  referred: customersExport,
  notes: notesExport,
  feedback: feedbackExport,
  'customer-domains': customerDomainsExport,
  payments: paymentsExport,
  invoices: invoicesExport,
  qrs: qrsExport,
  'blocked-qrs': blockedQrsExport,
  'infected-qrs': infectedQrsExport,
  'qr-stats': qrStatsExport,
  'uri-history': uriHistoryExport,
  'api-calls': apiCallsExport,
  webrisk: webriskExport,
  'webrisk-log': webriskLogExport,
  abuse: abuseExport,
  'blacklisted-domains': blacklistedDomainsExport,
  'whitelisted-domains': whitelistedDomainsExport,
  audit: auditExport,
}
