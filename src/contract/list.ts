import { z } from 'zod'
import { extra, withExtraValues } from './extra.ts'
import { Integer, NullableInteger } from './fields.ts'
import { lazyObject, once } from './lazy.ts'

/** Pagination of a list reply (document 1, section 3; ruling 14). */
export const Pagination = lazyObject(() => ({
  current_page: Integer,
  first_page: Integer,
  /** One-based index of the page's first row; 0 for an empty list. */
  first_result: Integer,
  has_next_page: z.boolean(),
  has_previous_page: z.boolean(),
  last_page: Integer,
  last_result: Integer,
  next_page: NullableInteger,
  /** At most five page numbers around the current one. */
  pages: z.array(Integer),
  previous_page: NullableInteger,
  /** Rows on this page. */
  results: Integer,
  total_pages: Integer,
  /** Rows on all pages, counted up to `countLimit`. */
  total_results: Integer,
  configuredEntries: Integer,
  /** Ours: true if there are more than `countLimit` rows and the totals stop there. Absent otherwise. */
  total_capped: extra(z.literal(true).optional()),
}))
export type Pagination = z.infer<typeof Pagination>

/** Counting stops here: an exact count over millions would cost more than the page itself. */
export const countLimit = 10_000

export const pageWindow = 5
export const pageSizes = [10, 20, 50] as const
export const defaultPageSize = 10
export const maxPageSize = 150

/**
 * Computes a list's pagination. A page past the end becomes the last page (ruling 13).
 * @param counted matching rows, counted up to `countLimit + 1`
 */
export function paginate(query: { page: number; perPage: number }, counted: number): Pagination {
  const total = Math.min(counted, countLimit)
  const totalPages = Math.max(1, Math.ceil(total / query.perPage))
  const page = Math.min(query.page, totalPages)
  const first = (page - 1) * query.perPage
  const results = Math.min(query.perPage, total - first)
  const windowStart = Math.max(1, Math.min(page - Math.floor(pageWindow / 2), totalPages - pageWindow + 1))
  const windowEnd = Math.min(totalPages, windowStart + pageWindow - 1)
  return {
    current_page: page,
    first_page: 1,
    first_result: total === 0 ? 0 : first + 1,
    has_next_page: page < totalPages,
    has_previous_page: page > 1,
    last_page: totalPages,
    last_result: total === 0 ? 0 : first + results,
    next_page: page < totalPages ? page + 1 : null,
    pages: Array.from({ length: windowEnd - windowStart + 1 }, (_, offset) => windowStart + offset),
    previous_page: page > 1 ? page - 1 : null,
    results,
    total_pages: totalPages,
    total_results: total,
    configuredEntries: query.perPage,
    ...(counted > countLimit ? { total_capped: true as const } : {}),
  }
}

export const SortDirection = z.enum(['asc', 'desc'])
export type SortDirection = z.infer<typeof SortDirection>

/** A parsed list request: one name per thing, whatever spelling was sent. */
export interface ListRequest<Sort extends string = string> {
  page: number
  perPage: number
  sort: Sort
  sortDirection: SortDirection
}

export interface ListSpec<Sort extends string, Filters extends z.ZodRawShape> {
  /** Allowed sort fields. */
  sorts: readonly [Sort, ...Sort[]]
  defaultSort: { field: Sort; direction: SortDirection }
  /** Sort fields that the documents don't name. */
  extraSorts?: readonly NoInfer<Sort>[]
  /** Default page size; 10 unless the documents say otherwise. */
  perPage?: number
  /** The documents' name for this list's sort parameter; `sort` by default. */
  sortAs?: 'sort' | 'sortField'
  /** Whether the documents have no sorting for this list. */
  isSortExtra?: true
  /** Whether it also takes `offset`, `limit` and `sortBy` (JSON, or `sortBy[key]` and `sortBy[direction]`). */
  byOffset?: boolean
  /** Made when the list is first asked for. */
  filters: () => Filters
}

/** A search term: trimmed (document 2, section 5), without NUL, which PostgreSQL can't store. */
export const SearchTerm = z
  .string()
  .max(320)
  .transform((text) => text.replaceAll('\u0000', '').trim())

/** Ids of orders, payments and invoices as they are printed. */
export const PrintedId = z.string().regex(/^[\w./#-]{1,100}$/, 'Must be letters and digits.')

const pageNumber = z.coerce.number().int().min(1).max(1_000_000)
const perPageNumber = z.coerce.number().int().min(1).max(maxPageSize)
const direction = z.preprocess((value) => (typeof value === 'string' ? value.toLowerCase() : value), SortDirection)

/**
 * The only parser of list queries (ruling 13): `page`; `perPage` or `length`; `sort` or `sortField`; `sortDirection`;
 * for infected QRs also `offset`, `limit` and `sortBy`. Empty text counts as absent.
 */
export function listQuery<const Sort extends string, Filters extends z.ZodRawShape>(spec: ListSpec<Sort, Filters>) {
  const ownFilters = once(spec.filters)
  const raw = lazyObject(() => {
    const sortField = z.enum(spec.sorts)
    const sorted = <Schema extends z.ZodType>(schema: Schema): Schema =>
      spec.isSortExtra ? extra(schema) : withExtraValues(schema, spec.extraSorts ?? [])
    const offsetFields = () => ({
      offset: z.coerce.number().int().min(0).max(100_000_000).optional(),
      limit: perPageNumber.optional(),
      sortBy: z.preprocess(fromJson, z.object({ key: sortField, direction: direction.optional() }).optional()),
    })
    return {
      page: pageNumber.optional(),
      perPage: perPageNumber.optional(),
      length: perPageNumber.optional(),
      sort: sorted(sortField.optional()),
      sortField: sorted(sortField.optional()),
      sortDirection: sorted(direction.optional()),
      ...(spec.byOffset === true ? offsetFields() : {}),
      ...ownFilters(),
    }
  })
  type Raw = z.output<typeof raw> & {
    page?: number
    perPage?: number
    length?: number
    sort?: Sort
    sortField?: Sort
    sortDirection?: SortDirection
    offset?: number
    limit?: number
    sortBy?: { key: Sort; direction?: SortDirection }
  }
  const query = z.preprocess(asSent, raw).transform((parsed): ListRequest<Sort> & z.output<z.ZodObject<Filters>> => {
    const { page, perPage, length, sort, sortField: named, sortDirection, offset, limit, sortBy, ...filters } = parsed as Raw
    const size = perPage ?? length ?? limit ?? spec.perPage ?? defaultPageSize
    const field = sort ?? named ?? sortBy?.key
    const isDefault = field === undefined || field === spec.defaultSort.field
    return {
      ...(filters as unknown as z.output<z.ZodObject<Filters>>),
      // An offset between two pages belongs to the first.
      page: page ?? (offset === undefined ? 1 : Math.floor(offset / size) + 1),
      perPage: size,
      sort: field ?? spec.defaultSort.field,
      sortDirection: sortDirection ?? sortBy?.direction ?? (isDefault ? spec.defaultSort.direction : 'asc'),
    }
  })
  specs.set(query, { ...spec, filters: ownFilters })
  return query
}

type Sent = Readonly<Record<string, unknown>>
type AnySpec = ListSpec<string, z.ZodRawShape>
const specs = new WeakMap<z.ZodType, AnySpec>()

/** What a list query was made of; undefined for any other schema. */
export function listSpecOf(schema: z.ZodType): AnySpec | undefined {
  return specs.get(schema)
}

/** A list query with the parameter names the documents use for that list (ruling 13 accepts all). */
export function asDocumented(schema: z.ZodType, query: object): object {
  const spec = specs.get(schema)
  if (spec?.byOffset === true) return byOffset(query as Sent)
  if (spec?.sortAs === undefined) return query
  const { sort, ...rest } = query as Sent
  return { ...rest, [spec.sortAs]: sort }
}

function byOffset({ page = 1, perPage = defaultPageSize, sort, sortDirection, ...rest }: Sent): Sent {
  const sortBy = sort === undefined ? undefined : JSON.stringify({ key: sort, direction: sortDirection })
  return { ...rest, offset: (Number(page) - 1) * Number(perPage), limit: perPage, sortBy }
}

/** The query without empty values, `sortBy[…]` merged into one object. */
function asSent(query: unknown): unknown {
  const sent = dropEmpty(query)
  if (typeof sent !== 'object' || sent === null) return sent
  const { 'sortBy[key]': key, 'sortBy[direction]': direction, ...rest } = sent as Record<string, unknown>
  return key === undefined ? rest : { ...rest, sortBy: { key, direction } }
}

function fromJson(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

function dropEmpty(query: unknown): unknown {
  if (typeof query !== 'object' || query === null) return query
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '' && value !== undefined && value !== null))
}

/** Reply of a list. */
export function listReply<Row extends z.ZodType>(row: Row) {
  return lazyObject(() => ({ rows: z.array(row), pagination: extra(Pagination, paginationOf) }))
}

/**
 * The parts may be next to the rows; autocomplete has only `total` (document 1, section 3). Undefined without either.
 */
function paginationOf(record: Sent, { query }: { query: Sent }): unknown {
  if (record['current_page'] !== undefined) return record
  if (typeof record['total'] !== 'number') return record['pagination']
  return paginate({ page: Number(query['page'] ?? 1), perPage: Number(query['perPage'] ?? defaultPageSize) }, record['total'])
}
