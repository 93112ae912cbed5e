import { z } from 'zod'
import { ApiCallListQuery, StatusCode } from '../../contract/api-calls.ts'
import { type ListSearch, type ListSearchSpec, readListSearch } from '../../layout/list/list-search.ts'

/** Whether a list's status code is one that is filtered by. */
export const isStatusCode = (text: string | undefined) => StatusCode.safeParse(text).success

const withoutRefused = (query: unknown) =>
  typeof query === 'object' && query !== null && 'statusCode' in query && !StatusCode.safeParse(query.statusCode).success
    ? { ...query, statusCode: undefined }
    : query

/** What the URL of the API calls may say. Their page size has the general key alone (ruling 22). */
export const apiCallsSearch: ListSearchSpec<ApiCallListQuery> = {
  // A status code that is none filters nothing (document 2, section 5).
  query: z.preprocess(withoutRefused, ApiCallListQuery),
  sorts: ['createdAt'],
  filters: ['owner', 'method', 'statusCode'],
  pageSizeKey: 'config.entries',
}

/** Longer ones say no more about what was meant. */
export const longestStatusCode = 8

/** The list's state. A status code that is none stays in it all the same, so that the list can say that it is ignored. */
export function readApiCallsSearch(raw: Readonly<Record<string, unknown>>): ListSearch {
  const search = readListSearch(apiCallsSearch, raw)
  const typed = raw['statusCode']
  if (search['statusCode'] !== undefined || typeof typed !== 'string' || typed === '') return search
  return { ...search, statusCode: typed.slice(0, longestStatusCode) }
}
