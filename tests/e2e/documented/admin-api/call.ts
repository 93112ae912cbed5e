import type { Account, World } from './world.ts'

/** Types of body fields; '?' marks optional ones. */
const kinds = {
  text: (value: unknown) => typeof value === 'string',
  number: (value: unknown) => Number.isInteger(value),
  'number or null': (value: unknown) => value === null || Number.isInteger(value),
  boolean: (value: unknown) => typeof value === 'boolean',
  'boolean or null': (value: unknown) => value === null || typeof value === 'boolean',
  'text or null': (value: unknown) => value === null || typeof value === 'string',
  'text or number': (value: unknown) => typeof value === 'string' || Number.isInteger(value),
  null: (value: unknown) => value === null,
  numbers: (value: unknown) => Array.isArray(value) && value.every((each) => Number.isInteger(each)),
}
type Kind = keyof typeof kinds
export type Fields = Record<string, Kind | `${Kind}?`>

export interface Asked {
  world: World
  /** The caller; only public calls have none. */
  account: Account
  /** The path parameters in order. */
  params: string[]
  query: Record<string, string>
  body: Record<string, unknown>
  /** Sets a cookie with the answer. */
  setCookie(name: string, value: string): void
}

export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** The base path is left out, as in the documents. */
  path: string
  /** `password`: after a correct password. `full`: role 1. */
  access?: 'public' | 'password' | 'session' | 'full'
  /** The parameter with which everyone signed in may make a full-access call. */
  orWith?: string
  query?: readonly string[]
  body?: Fields
  answer(asked: Asked): unknown
}

/** A documented refusal. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

/** A request that no document describes: a defect in the caller. */
export class Undocumented extends Refused {}

/** A file as a reply, instead of JSON. */
export class File {
  constructor(
    readonly type: string,
    readonly bytes: string | Buffer,
  ) {}
}

export const paging = ['page', 'perPage'] as const
/** The documents use two spellings: `sort` for most sorted lists, `sortField` and `sortDirection` for some. */
export const sort = ['sort', 'sortField', 'sortDirection'] as const
export const sortField = ['sortField', 'sortDirection'] as const

const numeric = new Set([
  'page',
  'perPage',
  'length',
  'offset',
  'limit',
  'from',
  'to',
  'month',
  'year',
  'user',
  'owner',
  'customer',
  'referredBy',
  'invoiceId',
  'statusCode',
  'last4',
  'expiryMonth',
  'expiryYear',
])

/** Refuses unknown parameters and invalid numbers. */
export function checkQuery(call: Call, query: Record<string, string>): void {
  for (const [name, value] of Object.entries(query)) {
    if (!call.query?.includes(name)) throw new Undocumented(400, `Unknown query parameter '${name}'`)
    if (numeric.has(name) && !/^\d+$/.test(value)) throw new Undocumented(400, `Query parameter '${name}' is '${value}'`)
    if (name === 'sortDirection' && value !== 'asc' && value !== 'desc') throw new Undocumented(400, `sortDirection is '${value}'`)
    if ((name === 'trialPlan' || name === 'isReferred') && value !== 'true') throw new Undocumented(400, `'${name}' is '${value}'`)
  }
}

/** Refuses unknown, missing and mistyped fields. */
export function checkBody(call: Call, body: Record<string, unknown>): void {
  const fields = call.body ?? {}
  for (const name of Object.keys(body)) if (!(name in fields)) throw new Undocumented(400, `Unknown field '${name}'`)
  for (const [name, kind] of Object.entries(fields)) {
    if (kind.endsWith('?') && !(name in body)) continue
    const is = kinds[kind.replace('?', '') as Kind]
    if (!is(body[name])) throw new Undocumented(400, `Field '${name}' is ${JSON.stringify(body[name])}`)
  }
}

/** A page of a list in the common reply format. */
export function listOf<Row extends object>(
  all: readonly Row[],
  query: Record<string, string>,
  defaultSort = 'id',
  direction = 'desc',
  size = 10,
) {
  const by = query['sort'] ?? query['sortField'] ?? defaultSort
  const down = (query['sortDirection'] ?? (by === defaultSort ? direction : 'asc')) === 'desc'
  const rows = all.toSorted((a, b) => compare(a[by as keyof Row], b[by as keyof Row]) * (down ? -1 : 1))
  const perPage = Number(query['perPage'] ?? query['length'] ?? size)
  const last = Math.max(1, Math.ceil(rows.length / perPage))
  const page = Math.min(Number(query['page'] ?? 1), last)
  return pageOf(rows, (page - 1) * perPage, perPage)
}

/** A page by offset and limit. */
export function pageOf<Row>(rows: readonly Row[], offset: number, perPage: number) {
  const last = Math.max(1, Math.ceil(rows.length / perPage))
  const page = Math.floor(offset / perPage) + 1
  const shown = rows.slice(offset, offset + perPage)
  const begin = Math.max(1, Math.min(page - 2, last - 4))
  const pagination = {
    current_page: page,
    first_page: 1,
    first_result: shown.length === 0 ? 0 : offset + 1,
    has_next_page: page < last,
    has_previous_page: page > 1,
    last_page: last,
    last_result: shown.length === 0 ? 0 : offset + shown.length,
    next_page: page < last ? page + 1 : null,
    pages: Array.from({ length: Math.min(5, last) }, (_, index) => begin + index),
    previous_page: page > 1 ? page - 1 : null,
    results: shown.length,
    total_pages: last,
    total_results: rows.length,
    configuredEntries: perPage,
  }
  return { rows: shown, pagination }
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b)
  return Number(a ?? 0) - Number(b ?? 0)
}

/** The record with this id, or a 404. */
export function known<Row extends { id: number | string }>(rows: readonly Row[], id: string | undefined): Row {
  const row = rows.find((each) => String(each.id) === id)
  if (!row) throw new Refused(404, 'Not found')
  return row
}

export function has(text: string, term: string | undefined): boolean {
  return text.toLowerCase().includes((term ?? '').trim().toLowerCase())
}

/** Both ends inclusive; without dates everything matches. */
export function within(seconds: number, query: Record<string, string>): boolean {
  return seconds >= Number(query['from'] ?? 0) && seconds <= Number(query['to'] ?? Number.MAX_SAFE_INTEGER)
}
