import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type ApiCallListQuery, getApiCall, listApiCalls } from '../contract/api-calls.ts'
import { call } from './client.ts'

export const apiCallsQuery = (query: Partial<ApiCallListQuery>) =>
  queryOptions({
    queryKey: ['api-calls', 'list', query],
    queryFn: ({ signal }) => call(listApiCalls, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** One call with headers and bodies, which never change; throws ApiFailure 404 if there is no such call. */
export const apiCallQuery = (id: number) =>
  queryOptions({
    queryKey: ['api-calls', 'one', id],
    queryFn: ({ signal }) => call(getApiCall, { params: { id }, signal }),
    staleTime: 60_000,
    // Bodies can be megabytes, so drop them soon.
    gcTime: 60_000,
  })
