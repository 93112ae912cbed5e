import { and, eq } from 'drizzle-orm'
import type { ApiCallListQuery, ApiCallRow } from '../../src/contract/customer-panels.ts'
import type { Pagination } from '../../src/contract/list.ts'
import type { Db } from '../db/connect.ts'
import { apiCalls } from '../db/schema/security.ts'
import { evenly, listPage, type ListStrategy } from '../list.ts'

/** Headers and bodies are left to the detail of one call: they hold what customers sent. */
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

/** A page of the calls to the public API, of one customer or of all. `status` and `statusCode` are the same (document 2, section 3). */
export async function listApiCalls(db: Db, query: ApiCallListQuery): Promise<{ rows: ApiCallRow[]; pagination: Pagination }> {
  const { owner, method, statusCode, sort } = query
  const conditions = [
    owner === undefined ? undefined : eq(apiCalls.owner, owner),
    method === undefined ? undefined : eq(apiCalls.method, method),
    statusCode === undefined ? undefined : eq(apiCalls.statusCode, statusCode),
  ].filter((condition) => condition !== undefined)
  const { rows, pagination } = await listPage(
    db,
    {
      table: apiCalls,
      columns: rowColumns,
      where: and(...conditions),
      sortBy: sort === 'id' ? apiCalls.id : apiCalls.createdAt,
      strategy: strategyOf(sort, conditions.length),
    },
    query,
  )
  return { rows: rows.map((row) => ({ ...row, query: maskQuery(row.query), status: row.statusCode })), pagination }
}

/** Credentials in a query string, masked again when it is read (ruling 50). */
function maskQuery(query: string): string {
  return query.replace(/([?&;]|^)([^=&;?]*(?:auth|token|key|secret|pass|cookie|session|sign)[^=&;?]*)=[^&;]*/gi, '$1$2=***')
}

/** By date each filter has an index of its own, which holds its matches in order. */
function strategyOf(sort: ApiCallListQuery['sort'], filters: number): ListStrategy {
  return filters === 0 || (filters === 1 && sort === 'createdAt') ? 'walk' : evenly
}
