import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Endpoint } from '../contract/endpoint.ts'
import { type CallInput, call } from './client.ts'

/** Query options of what an endpoint answers to a request, which ends the key. The last answer stays on screen while the next one loads. */
export const listOptions =
  <E extends Endpoint>(endpoint: E, ...key: readonly string[]) =>
  (query: Partial<z.output<E['query']>>) =>
    queryOptions({
      queryKey: [...key, query],
      queryFn: ({ signal }) => call(endpoint, { query: query as CallInput<E>['query'], signal }),
      placeholderData: keepPreviousData,
    })

/** Query options of one record. Throws ApiFailure 404 if there is none. */
export const recordOptions =
  <E extends Endpoint>(endpoint: E, ...key: readonly string[]) =>
  (id: number) =>
    queryOptions({ queryKey: [...key, id], queryFn: ({ signal }) => call(endpoint, { params: { id } as z.input<E['params']>, signal }) })
