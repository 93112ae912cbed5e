import { and, asc, desc, eq, gt, gte, lt, or, type SQL } from 'drizzle-orm'
import { type ApiCall, type ApiCallListQuery, type ApiCallRow, firstFailure, HttpHeaders } from '../../../src/contract/api-calls.ts'
import type { Pagination } from '../../../src/contract/list.ts'
import type { Db } from '../../db/connect.ts'
import { equals, inRange } from '../../db/list/conditions.ts'
import { type ListSource, listPage, mapRows, type RowOf, splitByIndex } from '../../db/list/list.ts'
import { apiCalls } from '../../db/schema/security.ts'
import { ApiError } from '../../http/errors.ts'
import { maskPath, maskQuery } from './mask-content.ts'
import { maskCredentials } from './mask-credentials.ts'

/** Headers and bodies contain what customers sent, so only the detail has them. */
const rowColumns = {
  id: apiCalls.id,
  owner: apiCalls.owner,
  method: apiCalls.method,
  path: apiCalls.path,
  query: apiCalls.query,
  statusCode: apiCalls.statusCode,
  createdAt: apiCalls.createdAt,
  responseTime: apiCalls.responseTime,
}

/**
 * A page of public API calls, of one customer or all. `status` and `statusCode` are the same (document 2, section 3).
 */
export async function listApiCalls(db: Db, query: ApiCallListQuery): Promise<{ rows: ApiCallRow[]; pagination: Pagination }> {
  return mapRows(await listPage(db, apiCallSource(query), query), apiCallRow)
}

/** What has an index, best first; each ends with the time of the call. */
const indexed = ([['owner'], ['statusCode'], ['failed'], ['method'], []] as const).flatMap((names) => [
  [...names, 'period'] as const,
  names,
])

/** The list's source. */
export function apiCallSource({ owner, method, statusCode, result, id, from, to, sort }: ApiCallListQuery): ListSource<typeof rowColumns> {
  const conditions = {
    owner: equals(apiCalls.owner, owner),
    method: equals(apiCalls.method, method),
    statusCode: equals(apiCalls.statusCode, statusCode),
    failed: result === 'failed' ? gte(apiCalls.statusCode, firstFailure) : undefined,
    succeeded: result === 'succeeded' ? lt(apiCalls.statusCode, firstFailure) : undefined,
    id: equals(apiCalls.id, id),
    period: inRange(apiCalls.createdAt, from, to),
  }
  return {
    table: apiCalls,
    columns: rowColumns,
    ...splitByIndex(conditions, sort === 'id' ? [] : indexed),
    sortBy: sort === 'id' ? apiCalls.id : apiCalls.createdAt,
  }
}

/** A list row in wire format, credentials masked (ruling 50). */
export function apiCallRow(row: RowOf<typeof rowColumns>): ApiCallRow {
  return { ...row, path: maskPath(row.path), query: maskQuery(row.query), status: row.statusCode }
}

/**
 * One call in full, with the ids of its customer's previous and next call.
 * @throws ApiError not_found
 */
export async function getApiCall(db: Db, id: number): Promise<ApiCall> {
  const [call] = await db.select().from(apiCalls).where(eq(apiCalls.id, id))
  if (!call) throw new ApiError('not_found', `API call ${id} was not found.`)
  const { owner, createdAt, statusCode } = call
  const earlier = or(lt(apiCalls.createdAt, createdAt), and(eq(apiCalls.createdAt, createdAt), lt(apiCalls.id, id)))
  const later = or(gt(apiCalls.createdAt, createdAt), and(eq(apiCalls.createdAt, createdAt), gt(apiCalls.id, id)))
  const neighbour = async (side: SQL | undefined, order: typeof asc) => {
    const [row] = await db
      .select({ id: apiCalls.id })
      .from(apiCalls)
      .where(and(eq(apiCalls.owner, owner), side))
      .orderBy(order(apiCalls.createdAt), order(apiCalls.id))
      .limit(1)
    return row?.id ?? null
  }
  const headers = { requestHeaders: headersOf(call.requestHeaders), responseHeaders: headersOf(call.responseHeaders) }
  return {
    ...maskCredentials({ ...call, ...headers }),
    status: statusCode,
    previousId: await neighbour(earlier, desc),
    nextId: await neighbour(later, asc),
  }
}

/** Stored headers; values that aren't text are shown as JSON. */
function headersOf(kept: unknown): HttpHeaders {
  const entries = Object.entries(typeof kept === 'object' && kept !== null ? kept : {})
  return Object.fromEntries(
    entries.map(([name, value]: [string, unknown]) => [name, HttpHeaders.valueType.safeParse(value).data ?? JSON.stringify(value)]),
  )
}
