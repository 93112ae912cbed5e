import type { AbuseListQuery, AbuseRow } from '../../../src/contract/abuse.ts'
import { AbuseStatus } from '../../../src/contract/abuse.ts'
import type { Pagination } from '../../../src/contract/list.ts'
import type { Db } from '../../db/connect.ts'
import { type ListSource, listPage, mapRows, type RowOf, splitByIndex } from '../../db/list/list.ts'
import { abuseReports } from '../../db/schema/security.ts'
import { filtersOf, reviewIndexes } from '../reviews/filter.ts'

const columns = {
  id: abuseReports.id,
  url: abuseReports.url,
  email: abuseReports.email,
  reason: abuseReports.reason,
  status: abuseReports.status,
  createdAt: abuseReports.createdAt,
}

/** A page of abuse reports (document 2, section 2). */
export async function listAbuse(db: Db, query: AbuseListQuery): Promise<{ rows: AbuseRow[]; pagination: Pagination }> {
  return mapRows(await listPage(db, abuseSource(query), query), abuseRow)
}

/** The list's source. */
export function abuseSource(query: AbuseListQuery): ListSource<typeof columns> {
  return {
    table: abuseReports,
    columns,
    ...splitByIndex(filtersOf(abuseReports, query), query.sort === 'id' ? [] : reviewIndexes),
    sortBy: query.sort === 'id' ? abuseReports.id : abuseReports.createdAt,
  }
}

/** A list row in wire format. */
export function abuseRow(row: RowOf<typeof columns>): AbuseRow {
  return { ...row, status: AbuseStatus.parse(row.status) }
}
