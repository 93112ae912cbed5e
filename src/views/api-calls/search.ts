import { z } from 'zod'
import { ApiCallListQuery, StatusCode } from '../../contract/api-calls.ts'
import { type ListSearch, type ListSearchSpec, readListSearch } from '../../layout/list/list-search.ts'

/** Whether the text is a valid status code. */
export const isStatusCode = (text: string | undefined) => StatusCode.safeParse(text).success

const withoutRefused = (query: unknown) =>
  typeof query === 'object' && query !== null && 'statusCode' in query && !StatusCode.safeParse(query.statusCode).success
    ? { ...query, statusCode: undefined }
    : query

/** URL parameters of the API calls list. Page size uses only the general key (ruling 22). */
export const apiCallsSearch: ListSearchSpec<ApiCallListQuery> = {
  // An invalid status code doesn't filter (document 2, section 5).
  query: z.preprocess(withoutRefused, ApiCallListQuery),
  sorts: ['createdAt'],
  filters: ['owner', 'method', 'statusCode'],
  pageSizeKey: 'config.entries',
}

/** Typed status codes are cut at this length. */
export const longestStatusCode = 8

/** The list's state. An invalid status code stays in it, so the list can say that it is ignored. */
export function readApiCallsSearch(raw: Readonly<Record<string, unknown>>): ListSearch {
  const search = readListSearch(apiCallsSearch, raw)
  const typed = raw['statusCode']
  if (search['statusCode'] !== undefined || typeof typed !== 'string' || typed === '') return search
  return { ...search, statusCode: typed.slice(0, longestStatusCode) }
}
