import type { z } from 'zod'
import type { Feature } from '../../contract/features.ts'
import { type ListRequest, pageSizes, type SortDirection } from '../../contract/list.ts'
import { readStored } from '../kit/browser-storage.ts'

/**
 * What a list's URL says, as text by parameter name: `page`, `perPage`, `sort`, `sortDirection` and the filters. What is absent has
 * its default.
 */
export type ListSearch = Readonly<Record<string, string | undefined>>

/** Which parameters the URL of a list may carry, and what they mean. The contract's query is the judge of every value. */
export interface ListSearchSpec<Query extends ListRequest = ListRequest> {
  query: z.ZodType<Query>
  /** The allow-list of sort fields: a column of that name has a sort button. */
  sorts: readonly string[]
  /** Its sort is fixed where the admin API lacks this. */
  sortFeature?: Feature
  filters: readonly string[]
  pageSizeKey: string
  /** The sizes that its pages can have; 10, 20 and 50 where absent. */
  pageSizes?: readonly number[]
  /** Parameters of the page that the list stands in, which a change of the list leaves alone. */
  beside?: readonly string[]
  /** Filters that the browser remembers: parameter → storage key. */
  remembered?: Readonly<Record<string, string>>
  /** Filters that the browser remembers as one JSON object under one storage key. */
  rememberedTogether?: { key: string; filters: readonly string[] }
  /** Last word on what the contract let through one by one: halves of pairs, what the console does not ask for. */
  clean?: (search: Record<string, string>) => void
}

/** Any remembered filter's explicit 'no filter': needed where the browser remembers another value. No filter has it as a value. */
export const anyValue = 'any'

/** The general key of page sizes, where a table has none of its own yet. */
const generalPageSizeKey = 'config.entries'

/**
 * Reads a list's state from a URL's raw search. A value that the contract refuses counts as left out, what is left out is filled from
 * the browser's memory, and defaults are dropped (ruling 22). Every known parameter is in the answer, undefined where it has its
 * default: the router merges this over the raw search, and refused values have to go.
 */
export function readListSearch<Query extends ListRequest>(
  spec: ListSearchSpec<Query>,
  raw: Readonly<Record<string, unknown>>,
  stored: (key: string) => string | null = readStored,
): ListSearch {
  const defaults = asTexts(spec.query.parse({}))
  const search: Record<string, string> = {}
  for (const name of ['page', 'perPage', 'sort', ...spec.filters]) {
    const remembered = recall(spec, name, stored)
    const asked = accept(spec, name, raw[name])
    const value = asked ?? remembered ?? defaults[name]
    // A default stays in the URL where the browser would fill in something else.
    if (value !== undefined && (value !== defaults[name] || (remembered ?? value) !== value)) search[name] = value
    if (raw[name] === anyValue && asked === undefined && remembered !== undefined) search[name] = anyValue
  }
  const direction = accept(spec, 'sortDirection', raw['sortDirection'])
  if (direction !== undefined && direction !== usualDirection(spec, search['sort'])) search['sortDirection'] = direction
  spec.clean?.(search)
  return Object.fromEntries(
    [...Object.keys(raw), ...Object.keys(search)].filter((name) => isKnown(spec, name)).map((name) => [name, search[name]]),
  )
}

/** The request that a list's state stands for. 'No filter' is left out, unless the contract has it for a value like any other. */
export function requestOf<Query extends ListRequest>(spec: ListSearchSpec<Query>, search: ListSearch): Query {
  const says = ([name, value]: [string, string | undefined]) => value !== anyValue || spec.query.safeParse({ [name]: value }).success
  return spec.query.parse(Object.fromEntries(Object.entries(search).filter(says)))
}

/** Drops both ends of a range unless both are there, in order: for `clean`. */
export function keepWholeRange(search: Record<string, string>, from = 'from', to = 'to') {
  if (search[from] !== undefined && search[to] !== undefined && Number(search[from]) <= Number(search[to])) return
  delete search[from]
  delete search[to]
}

/** The direction of a sort field where the URL names none: each field has its own default. */
export function usualDirection(spec: ListSearchSpec, sort: string | undefined): SortDirection {
  return spec.query.parse({ sort }).sortDirection
}

/** A state with its parameters in one order, so that equal lists have equal addresses. */
export function inOrder(spec: ListSearchSpec, search: ListSearch): ListSearch {
  return Object.fromEntries(
    [...(spec.beside ?? []), ...spec.filters, 'sort', 'sortDirection', 'perPage', 'page'].map((name) => [name, search[name]]),
  )
}

function isKnown(spec: ListSearchSpec, name: string): boolean {
  return name === 'page' || name === 'perPage' || name === 'sort' || name === 'sortDirection' || spec.filters.includes(name)
}

function recall(spec: ListSearchSpec, name: string, stored: (key: string) => string | null): string | undefined {
  if (name === 'perPage') return accept(spec, name, stored(spec.pageSizeKey)) ?? accept(spec, name, stored(generalPageSizeKey))
  const together = spec.rememberedTogether
  if (together?.filters.includes(name)) return accept(spec, name, readTogether(stored(together.key))[name])
  const key = spec.remembered?.[name]
  return key === undefined ? undefined : accept(spec, name, stored(key))
}

/** An object of filters as it was stored; an empty one where the text is something else. Its values are yet to be judged. */
function readTogether(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** One value as the contract reads it, as text; undefined where it is refused or says nothing. */
function accept(spec: ListSearchSpec, name: string, value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined
  const parsed = spec.query.safeParse({ [name]: String(value) })
  if (!parsed.success) return undefined
  const text = asTexts(parsed.data)[name]
  if (name === 'perPage' && !(spec.pageSizes ?? pageSizes).some((size) => String(size) === text)) return undefined
  return text
}

function asTexts(parsed: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parsed)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [name, String(value)]),
  )
}
