import type { z } from 'zod'
import type { Feature } from '../../contract/features.ts'
import { once } from '../../contract/lazy.ts'
import { type ListRequest, listSpecOf, pageSizes, type SortDirection } from '../../contract/list.ts'
import { readStored } from '../kit/browser-storage.ts'

/**
 * A list's URL state as text by parameter: `page`, `perPage`, `sort`,
 * `sortDirection` and filters. Missing ones have their defaults.
 */
export type ListSearch = Readonly<Record<string, string | undefined>>

/** A list's URL parameters. The contract's query validates every value. */
export interface ListSearchSpec<Query extends ListRequest = ListRequest> {
  query: z.ZodType<Query>
  /** Sortable fields; columns with these ids get a sort button. */
  sorts: readonly string[]
  /** The sort is fixed if the admin API lacks this feature. */
  sortFeature?: Feature
  filters: readonly string[]
  /** Values of filters that a URL without them means; no filter is then written as `any`. */
  usual?: Readonly<Record<string, string>>
  pageSizeKey: string
  /** Page sizes; 10, 20 and 50 by default. */
  pageSizes?: readonly number[]
  /** Parameters of the page around the list, which list changes leave alone. */
  beside?: readonly string[]
  /** Pairs of filters that are the two ends of a range; `from` and `to` unless it says otherwise. */
  ranges?: readonly (readonly [from: string, to: string])[]
  /** Filters stored in the browser: parameter → storage key. */
  remembered?: Readonly<Record<string, string>>
  /** Filters stored as one JSON object under one key. */
  rememberedTogether?: { key: string; filters: readonly string[] }
  /** A final fix for what the contract can't check one by one. */
  clean?: (search: Record<string, string>) => void
}

/** An explicit 'no filter' for filters that are remembered or have a usual value, which would fill in. Never a real filter value. */
export const anyValue = 'any'

/** Pixels. */
const heightAroundRows = 250
const rowHeight = 32

/** The page size key for tables without their own value yet (ruling 22). */
const generalPageSizeKey = 'config.entries'

/** A list's URL parameters by the contract: all its filters and sorts. Its page size uses only the general key unless it has its own. */
export function listSearch<Query extends ListRequest>(
  query: z.ZodType<Query>,
  own: Partial<ListSearchSpec<Query>> = {},
): ListSearchSpec<Query> {
  const spec = listSpecOf(query)
  const filters = once(() => Object.keys(spec?.filters() ?? {}))
  return {
    query,
    sorts: spec?.sorts ?? [],
    get filters() {
      return filters()
    },
    pageSizeKey: generalPageSizeKey,
    ...own,
  }
}

/**
 * Reads a list's state from a raw search. Invalid or missing values come from storage, defaults go (ruling 22).
 * Known parameters stay as undefined: the router merges this over the raw search, and invalid ones must go.
 */
export function readListSearch<Query extends ListRequest>(
  spec: ListSearchSpec<Query>,
  raw: Readonly<Record<string, unknown>>,
  stored: (key: string) => string | null = readStored,
): ListSearch {
  const defaults = { ...asTexts(spec.query.parse({})), ...spec.usual }
  const search: Record<string, string> = {}
  for (const name of ['page', 'perPage', 'sort', ...spec.filters]) {
    const remembered = recall(spec, name, stored)
    const requested = accept(spec, name, raw[name])
    const value = requested ?? remembered ?? defaults[name]
    // Keep a default in the URL if storage would fill in another value.
    if (value !== undefined && (value !== defaults[name] || (remembered ?? value) !== value)) search[name] = value
    if (raw[name] === anyValue && requested === undefined && (remembered ?? spec.usual?.[name]) !== undefined) search[name] = anyValue
  }
  const direction = accept(spec, 'sortDirection', raw['sortDirection'])
  if (direction !== undefined && direction !== usualDirection(spec, search['sort'])) search['sortDirection'] = direction
  for (const range of spec.ranges ?? [['from', 'to']]) if (spec.filters.includes(range[0])) keepWholeRange(search, range)
  spec.clean?.(search)
  return ownState(spec, Object.fromEntries([...Object.keys(raw), ...Object.keys(search)].map((name) => [name, search[name]])))
}

/** A URL's parameters without those that aren't the list's. */
export function ownState(spec: ListSearchSpec, search: ListSearch): ListSearch {
  const names = new Set(['page', 'perPage', 'sort', 'sortDirection', ...spec.filters])
  return Object.fromEntries(Object.entries(search).filter(([name]) => names.has(name)))
}

/** The request for a list's state. `any` is left out unless the contract accepts it as a value. */
export function requestOf<Query extends ListRequest>(spec: ListSearchSpec<Query>, search: ListSearch): Query {
  const says = ([name, value]: [string, string | undefined]) => value !== anyValue || spec.query.safeParse({ [name]: value }).success
  const given = Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
  return spec.query.parse(Object.fromEntries(Object.entries({ ...spec.usual, ...given }).filter(says)))
}

/** Drops both ends of a range unless both are present and in order. */
function keepWholeRange(search: Record<string, string>, [first, last]: readonly [from: string, to: string]) {
  const [from, to] = [search[first], search[last]]
  if (from !== undefined && to !== undefined && Number(from) <= Number(to)) return
  delete search[first]
  delete search[last]
}

export function usualDirection(spec: ListSearchSpec, sort: string | undefined): SortDirection {
  return spec.query.parse({ sort }).sortDirection
}

/** Orders parameters, so equal lists have equal URLs. */
export function inOrder(spec: ListSearchSpec, search: ListSearch): ListSearch {
  return Object.fromEntries(
    [...(spec.beside ?? []), ...spec.filters, 'sort', 'sortDirection', 'perPage', 'page'].map((name) => [name, search[name]]),
  )
}

/** At first use, the most rows that a high window has room for; undefined for the contract's default. */
function fitting(): number | undefined {
  const rows = typeof innerHeight === 'number' ? (innerHeight - heightAroundRows) / rowHeight : 0
  return [50, 20].find((size) => size <= rows)
}

function recall(spec: ListSearchSpec, name: string, stored: (key: string) => string | null): string | undefined {
  if (name === 'perPage')
    return accept(spec, name, stored(spec.pageSizeKey)) ?? accept(spec, name, stored(generalPageSizeKey)) ?? accept(spec, name, fitting())
  const together = spec.rememberedTogether
  if (together?.filters.includes(name)) return accept(spec, name, readTogether(stored(together.key))[name])
  const key = spec.remembered?.[name]
  return key === undefined ? undefined : accept(spec, name, stored(key))
}

/** Parses stored filters; empty if invalid. Values aren't validated yet. */
function readTogether(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** A value parsed by the contract, as text; undefined if invalid or empty. */
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
