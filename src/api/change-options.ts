import { mutationOptions, type QueryKey } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Endpoint } from '../contract/endpoint.ts'
import type { LiveType } from '../contract/live.ts'
import { type CallInput, call, pathOf } from './client.ts'
import { changesOf } from './shown-in.ts'

/** What a schema takes; nothing of its own if it has no fields. */
type Fields<Schema extends z.ZodType> = string extends keyof z.input<Schema> ? unknown : z.input<Schema>

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
