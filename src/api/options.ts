import { keepPreviousData, mutationOptions, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Endpoint } from '../contract/endpoint.ts'
import type { LiveType } from '../contract/live.ts'
import { type CallInput, call, pathOf } from './client.ts'
import { changesOf } from './shown-in.ts'

/** What a schema takes; nothing of its own if it has no fields. */
type Fields<Schema extends z.ZodType> = string extends keyof z.input<Schema> ? unknown : z.input<Schema>

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

/**
 * Mutation options of a change: its variables are the path's parameters and the body's fields.
 * @param changed the types of the records that it changes, or what it makes stale
 */
export const changeOptions =
  <E extends Endpoint>(endpoint: E, changed: readonly LiveType[] | { stale: readonly QueryKey[] }) =>
  () =>
    mutationOptions({
      mutationFn: (variables: Fields<E['params']> & Fields<E['body']>) => call(endpoint, parted(endpoint, variables) as CallInput<E>),
      meta: {
        ...('stale' in changed ? changed : changesOf(...changed)),
        call: (variables) => {
          const { params, body } = parted(endpoint, variables)
          return { method: endpoint.method, path: pathOf(endpoint, params), body }
        },
      },
    })

/** The path's parameters and the body's fields among a change's variables. */
function parted({ path }: Endpoint, variables: unknown): { params: Record<string, unknown>; body: Record<string, unknown> } {
  const fields = Object.entries(variables as object)
  const isParam = ([name]: [string, unknown]) => path.includes(`{${name}}`)
  return {
    params: Object.fromEntries(fields.filter(isParam)),
    body: Object.fromEntries(fields.filter((field) => !isParam(field))),
  }
}
