import {
  type BlockedQrRow,
  type InfectedQrRow,
  listBlockedQrs,
  listInfectedQrs,
  listQrStats,
  listUriHistory,
  type QrStatsRow,
  type UriChangeRow,
} from '../../../src/contract/qr-lists.ts'
import { listQrs, type QrRow, qrStatus } from '../../../src/contract/qrs.ts'
import { qrRow, qrSource } from '../qrs/queries.ts'
import { blockedQrRow, blockedQrSource, infectedQrSource } from '../qrs/security-lists.ts'
import { wholeQrStats } from '../qrs/stats.ts'
import { uriHistorySource } from '../qrs/uri-history.ts'
import type { CsvColumn } from '../sales/csv.ts'
import { instant, yesNo } from './cells.ts'
import { exportOf, listExport } from './list-export.ts'

const qrColumns: readonly CsvColumn<QrRow>[] = [
  { header: 'Name', value: ({ name }) => name },
  { header: 'Type', value: ({ type }) => type },
  { header: 'Status', value: qrStatus },
  { header: 'Uri', value: ({ uri }) => uri },
  { header: 'Public address', value: ({ qrUri }) => qrUri },
  { header: 'Leads to', value: ({ content }) => content.url },
  { header: 'Scans', value: ({ scans }) => scans },
  { header: 'Visits', value: ({ visits }) => visits },
  { header: 'Virus', value: ({ virus }) => yesNo(virus) },
  { header: 'Whitelisted', value: ({ whitelisted }) => yesNo(whitelisted) },
  { header: 'Customer id', value: ({ user }) => user },
  { header: 'Created', value: ({ createdAt }) => instant(createdAt) },
  { header: 'Updated', value: ({ updatedAt }) => instant(updatedAt) },
]

export const qrsExport = listExport(listQrs, {
  source: qrSource,
  toRow: (selected, { config }) => qrRow(selected, config.publicSiteUrl),
  columns: qrColumns,
})

const blockedColumns: readonly CsvColumn<BlockedQrRow>[] = [
  { header: 'Name', value: ({ name }) => name },
  { header: 'Type', value: ({ type }) => type },
  { header: 'Uri', value: ({ uri }) => uri },
  { header: 'Leads to', value: ({ url }) => url },
  { header: 'E-mail', value: ({ email }) => email },
  { header: 'Customer id', value: ({ userId }) => userId },
  { header: 'Stopped', value: ({ stopped }) => yesNo(stopped) },
  { header: 'Created', value: ({ createdAt }) => instant(createdAt) },
  { header: 'Updated', value: ({ updatedAt }) => instant(updatedAt) },
]

export const blockedQrsExport = listExport(listBlockedQrs, { source: blockedQrSource, toRow: blockedQrRow, columns: blockedColumns })

const infectedColumns: readonly CsvColumn<InfectedQrRow>[] = [
  { header: 'Uri', value: ({ uri }) => uri },
  { header: 'Vendors', value: ({ vendors }) => vendors },
  { header: 'Customer id', value: ({ user }) => user },
]

export const infectedQrsExport = listExport(listInfectedQrs, {
  source: infectedQrSource,
  toRow: (row) => row,
  columns: infectedColumns,
})

const historyColumns: readonly CsvColumn<UriChangeRow>[] = [
  { header: 'Former uri', value: ({ uri }) => uri },
  { header: 'Uri', value: ({ qrUri }) => qrUri },
  { header: 'QR id', value: ({ qrId }) => qrId },
  { header: 'Customer id', value: ({ userId }) => userId },
  { header: 'E-mail', value: ({ email }) => email },
  { header: 'Changed', value: ({ updatedAt }) => instant(updatedAt) },
]

export const uriHistoryExport = listExport(listUriHistory, { source: uriHistorySource, toRow: (row) => row, columns: historyColumns })

const statsColumns: readonly CsvColumn<QrStatsRow>[] = [
  { header: 'E-mail', value: ({ email }) => email },
  { header: 'QR codes', value: ({ count }) => count },
]

export const qrStatsExport = exportOf(listQrStats, ({ database }, query, max) => wholeQrStats(database, query, max), {
  columns: statsColumns,
  idHeader: 'Customer id',
})
