import { queryOptions } from '@tanstack/react-query'
import { getApiCall, listApiCalls } from '../contract/api-calls.ts'
import { call } from './client.ts'
import { listOptions } from './options.ts'

export const apiCallsQuery = listOptions(listApiCalls, 'api-calls', 'list')

/** One call with headers and bodies, which never change; throws ApiFailure 404 if there is no such call. */
export const apiCallQuery = (id: number) =>
  queryOptions({
    queryKey: ['api-calls', 'one', id],
    queryFn: ({ signal }) => call(getApiCall, { params: { id }, signal }),
    staleTime: 60_000,
    // Bodies can be megabytes, so drop them soon.
    gcTime: 60_000,
  })
