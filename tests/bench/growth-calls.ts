import { z } from 'zod'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { type ListSpec, listSpecOf } from '../../src/contract/list.ts'

/** A list of the contract. */
export interface List {
  path: string
  spec: ListSpec<string, z.ZodRawShape>
}

/** The lists exported by the contract's files. Lists of a single record are left out: they work the same with fewer rows. */
export function listsOf(files: readonly Record<string, unknown>[]): List[] {
  return files
    .flatMap((file) => Object.values(file))
    .filter(isEndpoint)
    .flatMap(({ method, path, query, reply }) => {
      const spec = listSpecOf(query)
      const hasRows = reply instanceof z.ZodObject && 'rows' in reply.shape
      return method === 'GET' && spec !== undefined && hasRows && !path.includes('{') ? [{ path, spec }] : []
    })
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && value.path !== undefined
}

/** One way to filter. It has several parameters if they only make sense together. */
export interface Choice {
  /** The filter it belongs to. Two choices of one filter are never combined. */
  filter: string
  label: string
  params: Readonly<Record<string, string>>
}

/** A measured call. Its label is the same at every size; the values in `params` may differ. */
export interface Call {
  label: string
  path: string
  params: Readonly<Record<string, string>>
}

/** Modes of a search; they have no effect on their own. */
const modes = ['exactSearch', 'searchMode']

/** Filters that are two ends of a range, and what it is called. */
const ranges = [
  ['from', 'to', 'period'],
  ['createdFrom', 'createdTo', 'created'],
  ['refundedFrom', 'refundedTo', 'refunded on'],
  ['canceledFrom', 'canceledTo', 'canceled'],
  ['trialEndsFrom', 'trialEndsTo', 'trial ends'],
] as const

/** Values that occur in a list, for one of its filters. */
export type Values = (list: List, filter: string) => readonly { label: string; value: string }[]

/**
 * All ways to filter a list. Filters with a closed set use each of their values; the others use `values`. Ranges and searches
 * count as one choice each.
 * @param periods by label, in unix seconds
 * @throws if no value is known for a filter, so that a new filter is never left out
 */
export function choicesOf(list: List, values: Values, periods: Readonly<Record<string, { from: number; to: number }>>): Choice[] {
  const filters = list.spec.filters()
  const names = Object.keys(filters).filter((name) => !modes.includes(name))
  return names.flatMap((name): Choice[] => {
    const range = ranges.find(([first, last]) => (name === first || name === last) && names.includes(first) && names.includes(last))
    if (range) {
      const [first, last, filter] = range
      if (name === last) return []
      return Object.entries(periods).map(([label, { from, to }]) => {
        return { filter, label: `${filter}=${label}`, params: { [first]: String(from), [last]: String(to) } }
      })
    }
    const given = optionsOf(filters[name] as z.ZodType, () => values(list, name))
    if (given.length === 0) throw new Error(`${list.path}: no value is known for the filter ${name}`)
    const choices = given.map(({ label, value }) => ({ filter: name, label: `${name}=${label}`, params: { [name]: value } }))
    return name === 'searchTerm' ? choices.flatMap((choice) => inEachMode(filters, choice)) : choices
  })
}

/** A switch is only tried on. Other filters use their enumeration, or values that are known to occur. */
function optionsOf(schema: z.ZodType, occurring: () => readonly { label: string; value: string }[]) {
  const [on, off] = ['true', 'no such value'].map((value) => schema.safeParse(value))
  if (on?.data === 'true' && off?.success === true && off.data === undefined) return [{ label: 'true', value: 'true' }]
  const known = occurring()
  return known.length > 0 ? known : allowedBy(schema).map((value) => ({ label: value, value }))
}

/** The values of an enumeration; empty for any other schema. */
export function allowedBy(schema: z.ZodType): string[] {
  const json = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as { enum?: unknown[] }
  return (json.enum ?? []).map(String)
}

function inEachMode(filters: z.ZodRawShape, choice: Choice): Choice[] {
  const alternatives = modes
    .filter((mode) => mode in filters)
    .map((mode) => ({ mode, values: mode === 'searchMode' ? ['name'] : ['true', 'false'] }))
  const others = alternatives.flatMap(({ mode, values }) =>
    values.map((value) => ({ ...choice, label: `${choice.label} ${mode}=${value}`, params: { ...choice.params, [mode]: value } })),
  )
  return [choice, ...others]
}

/**
 * All calls of a list: each sort in both directions, each filter under each sort and on its last page, and each pair of filters
 * under each sort.
 */
export function callsOf({ path, spec }: List, choices: readonly Choice[]): Call[] {
  const call = (chosen: readonly Choice[], more: Readonly<Record<string, string>>): Call => {
    const labels = [...chosen.map(({ label }) => label), ...Object.entries(more).map(([name, value]) => `${name}=${value}`)]
    return {
      label: [path, ...labels].join(' '),
      path,
      params: Object.assign({}, ...chosen.map(({ params }) => params), more) as Call['params'],
    }
  }
  const pairs = choices.flatMap((one, index) =>
    choices.slice(index + 1).flatMap((other) => (other.filter === one.filter ? [] : [[one, other]])),
  )
  const sorts = spec.sorts.map((sort) => ({ sort, sortDirection: sort === spec.defaultSort.field ? spec.defaultSort.direction : 'desc' }))
  return [
    ...spec.sorts.flatMap((sort) => ['asc', 'desc'].map((sortDirection) => call([], { sort, sortDirection }))),
    call([], { page: '1000000' }),
    ...choices.flatMap((choice) => [...sorts.map((sort) => call([choice], sort)), call([choice], { page: '1000000' })]),
    ...pairs.flatMap((pair) => sorts.map((sort) => call(pair, sort))),
  ]
}
