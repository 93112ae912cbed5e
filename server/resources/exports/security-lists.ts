import { type AbuseRow, abuseStatuses, listAbuse } from '../../../src/contract/abuse.ts'
import { type ApiCallRow, listApiCalls } from '../../../src/contract/api-calls.ts'
import { type AuditRow, listAudit } from '../../../src/contract/audit.ts'
import { type DomainListName, type ListedDomain, listOfDomains } from '../../../src/contract/listed-domains.ts'
import { listTracker, listWebrisk, type TrackerRow, type WebriskRow, webriskStatuses } from '../../../src/contract/webrisk.ts'
import { auditSource } from '../../audit/queries.ts'
import { abuseRow, abuseSource } from '../abuse/queries.ts'
import { apiCallRow, apiCallSource } from '../api-calls/queries.ts'
import { domainSource } from '../domain-lists/queries.ts'
import type { CsvColumn } from '../sales/csv.ts'
import { trackerSource, webriskRow, webriskSource } from '../webrisk/queries.ts'
import { instant, yesNo } from './cells.ts'
import { listExport } from './list-export.ts'

const webriskColumns: readonly CsvColumn<WebriskRow>[] = [
  { header: 'Address', value: ({ url }) => url },
  { header: 'Type', value: ({ type }) => type },
  { header: 'Status', value: ({ status }) => webriskStatuses[status] },
  { header: 'Visits', value: ({ visits }) => visits },
  { header: 'Score', value: ({ score }) => score },
  { header: 'E-mail', value: ({ email }) => email },
  { header: 'QR id', value: ({ qr }) => qr },
  { header: 'Customer id', value: ({ user }) => user },
  { header: 'Domain registered', value: ({ whoisDate }) => instant(whoisDate) },
  { header: 'Created', value: ({ createdAt }) => instant(createdAt) },
]

export const webriskExport = listExport(listWebrisk, { source: webriskSource, toRow: webriskRow, columns: webriskColumns })

const logColumns: readonly CsvColumn<TrackerRow>[] = [
  { header: 'Address', value: ({ url }) => url },
  { header: 'Reason', value: ({ reason }) => reason },
  { header: 'Unsafe domains', value: ({ unsafeDomains }) => unsafeDomains.join(', ') },
  { header: 'QR id', value: ({ qr }) => qr },
  { header: 'Customer id', value: ({ user }) => user },
  { header: 'Customer banned', value: ({ userBanned }) => yesNo(userBanned) },
  { header: 'Created', value: ({ createdAt }) => instant(createdAt) },
]

export const webriskLogExport = listExport(listTracker, { source: trackerSource, toRow: (row) => row, columns: logColumns })

const abuseColumns: readonly CsvColumn<AbuseRow>[] = [
  { header: 'Address', value: ({ url }) => url },
  { header: 'E-mail', value: ({ email }) => email },
  { header: 'Reason', value: ({ reason }) => reason },
  { header: 'Status', value: ({ status }) => abuseStatuses[status] },
  { header: 'Created', value: ({ createdAt }) => instant(createdAt) },
]

export const abuseExport = listExport(listAbuse, { source: abuseSource, toRow: abuseRow, columns: abuseColumns })

const domainColumns: readonly CsvColumn<ListedDomain>[] = [
  { header: 'Domain', value: ({ domain }) => domain },
  { header: 'Created', value: ({ createdAt }) => instant(createdAt) },
]

const domainsExport = (list: DomainListName) =>
  listExport(listOfDomains(list), { source: (query) => domainSource(list, query), toRow: (row) => row, columns: domainColumns })

export const blacklistedDomainsExport = domainsExport('blacklisted')
export const whitelistedDomainsExport = domainsExport('whitelisted')

const apiCallColumns: readonly CsvColumn<ApiCallRow>[] = [
  { header: 'At', value: ({ createdAt }) => instant(createdAt) },
  { header: 'Customer id', value: ({ owner }) => owner },
  { header: 'Method', value: ({ method }) => method },
  { header: 'Path', value: ({ path }) => path },
  { header: 'Query', value: ({ query }) => query },
  { header: 'Status code', value: ({ statusCode }) => statusCode },
  { header: 'Milliseconds', value: ({ responseTime }) => responseTime },
]

export const apiCallsExport = listExport(listApiCalls, { source: apiCallSource, toRow: apiCallRow, columns: apiCallColumns })

const json = (fields: AuditRow['before']) => (fields === null ? null : JSON.stringify(fields))

const auditColumns: readonly CsvColumn<AuditRow>[] = [
  { header: 'At', value: ({ at }) => instant(at) },
  { header: 'Staff', value: ({ actorEmail }) => actorEmail },
  { header: 'Staff id', value: ({ actorId }) => actorId },
  { header: 'Action', value: ({ action }) => action },
  { header: 'Target', value: ({ targetType }) => targetType },
  { header: 'Target id', value: ({ targetId }) => targetId },
  { header: 'Before', value: ({ before }) => json(before) },
  { header: 'After', value: ({ after }) => json(after) },
  { header: 'IP address', value: ({ ip }) => ip },
  { header: 'Undone by', value: ({ undoneBy }) => undoneBy },
]

export const auditExport = listExport(listAudit, {
  source: (query, { database }) => auditSource(database.orm, query),
  toRow: (row) => row,
  columns: auditColumns,
})
