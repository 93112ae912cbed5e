import { z } from 'zod'
import { apiCallsQuery } from '../../api/api-calls.ts'
import { ApiCallListQuery, StatusCode } from '../../contract/api-calls.ts'
import { type ListSearch, listSearch } from '../../layout/list/list-search.ts'

/** Whether the text is a valid status code. */
export const isStatusCode = (text: unknown) => StatusCode.safeParse(text).success

const withoutRefused = (query: unknown) =>
  typeof query === 'object' && query !== null && 'statusCode' in query && !isStatusCode(query.statusCode)
    ? { ...query, statusCode: undefined }
    : query

export const apiCallsSource = {
  // An invalid status code doesn't filter (document 2, section 5).
  search: { ...listSearch(ApiCallListQuery), query: z.preprocess(withoutRefused, ApiCallListQuery) },
  query: apiCallsQuery,
}

/** Typed status codes are cut at this length. */
export const maxStatusCodeLength = 8

/** An invalid status code stays in the URL, so the list can say that it is ignored. */
export function readRefused({ statusCode: typed }: Readonly<Record<string, unknown>>): ListSearch {
  return typeof typed !== 'string' || typed === '' || isStatusCode(typed) ? {} : { statusCode: typed.slice(0, maxStatusCodeLength) }
}
