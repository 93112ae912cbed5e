import { and, eq, getTableName, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, PgDialect, type PgTable } from 'drizzle-orm/pg-core'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import { countLimit, type ListRequest, type Pagination, paginate, type SortDirection } from '../../../src/contract/list.ts'
import type { Db } from '../connect.ts'
import { keptStatement, preparedSelect, rowOf, statementName } from '../kept-statements.ts'
import { slice, sliceStart } from '../schema/columns.ts'
import { largeCount, largeFilter } from './large-filters.ts'

export type Columns = Record<string, PgColumn | SQL | SQL.Aliased>

/** A list's table and the column that identifies its rows; by default `id`. The column has an index. */
type Table = { table: PgTable & { id: PgColumn }; id?: undefined } | { table: PgTable; id: PgColumn }

/** What a list reads. The server builds all of it; none of it is text from callers. */
export type ListSource<Selected extends Columns> = Table & {
  columns: Selected
  /** A condition covered by an index in the sort order: walking that index reads only matches. */
  within?: SQL | undefined
  /** All other conditions. */
  where?: SQL | undefined
  /** Whether text is searched: the index finds all matches together, not one after the other. */
  isSearched?: boolean
  /** Whether a small index covers filter and sort order: sorting all matches is then cheaper than a long walk. */
  isSmall?: boolean
  /** Where a walk may begin because no match lies before: see `boundOf`. */
  bound?: SQL | undefined
  /** The sort expression as indexed; ties are sorted by id. Nulls come last ascending, first descending. */
  sortBy: SQL | PgColumn
}

/**
 * Splits conditions into `within` and `where` of a source.
 * @param conditions by name; undefined if not requested
 * @param indexed sets of names that one index covers in the sort order; the first set with all names requested is used
 */
export function splitByIndex<Name extends string>(
  conditions: Readonly<Record<Name, SQL | undefined>>,
  indexed: readonly (readonly NoInfer<Name>[])[],
): { within: SQL | undefined; where: SQL | undefined } {
  const names = indexed.find((together) => together.every((name) => conditions[name] !== undefined)) ?? []
  const rest = (Object.keys(conditions) as Name[]).filter((name) => !names.includes(name))
  return { within: and(...names.map((name) => conditions[name])), where: and(...rest.map((name) => conditions[name])) }
}

/** The column that identifies a list's rows. */
export const idOf = (source: Table): PgColumn => (source.id === undefined ? source.table.id : source.id)

/** A selected row. */
export type RowOf<Selected extends Columns> = SelectResultFields<Selected>

type PageRequest = Pick<ListRequest, 'page' | 'perPage' | 'sortDirection'>

/**
 * A page of a list with its pagination. First finds the ids and the number of matches, counted up to `countLimit`, then reads
 * the rows. Once very many were found, they are not counted again for a while. A page past the end becomes the last (ruling 13).
 */
export async function listPage<Selected extends Columns>(
  db: Db,
  source: ListSource<Selected>,
  { page: requestedPage, perPage, sortDirection }: PageRequest,
): Promise<{ rows: RowOf<Selected>[]; pagination: Pagination }> {
  const page = Math.min(requestedPage, Math.ceil(countLimit / perPage))
  // Rows beyond the count limit are on no page.
  const rangeOf = (number: number): Range => {
    const offset = (number - 1) * perPage
    return { offset, limit: Math.min(perPage, countLimit - offset), direction: sortDirection }
  }
  const known = await knownPage(db, source, rangeOf(page))
  if (known) return { rows: known, pagination: paginate({ page, perPage }, largeCount + 1) }
  const idsOf = (number: number) => findIds(db, source, rangeOf(number))
  let { counted, ids } = await idsOf(page)
  const pagination = paginate({ page, perPage }, counted)
  if (pagination.current_page < page && counted > 0) ({ ids } = await idsOf(pagination.current_page))
  const rows = await readRows(db, source, ids)
  return { rows: ids.map((id) => rows.get(id)).filter((row) => row !== undefined), pagination }
}

/** A page with its rows in wire format. */
export const mapRows = <Selected, Row>(page: { rows: Selected[]; pagination: Pagination }, toRow: (row: Selected) => Row) => ({
  ...page,
  rows: page.rows.map((row) => toRow(row)),
})

interface Range {
  offset: number
  limit: number
  direction: SortDirection
}

/**
 * Reads a page in one statement if an index has the order and the list is known to have very many matches: first
 * pages are the most frequent. Undefined otherwise.
 */
async function knownPage<Selected extends Columns>(db: Db, source: ListSource<Selected>, range: Range) {
  const filter = filterOf(source)
  if (source.where !== undefined || !largeFilter(db, filter).isKnown()) return undefined
  const { offset, limit, direction } = range
  const statement = keptStatement(db, source.columns, JSON.stringify([filter, sorting(source), range]), () => {
    const page = inOrder(source, range, sql.raw(`limit ${limit} offset ${offset}`))
    const query = db
      .select({ row: source.columns })
      .from(source.table)
      .innerJoin(sql`(${page}) as page`, eq(idOf(source), sql`page.id`))
      .orderBy(sql`page.key ${sql.raw(direction)}, page.id ${sql.raw(direction)}`)
    const name = offset === 0 ? statementName(query.toSQL().sql) : ''
    return preparedSelect(db, query, name, rowOf(source.columns))
  })
  const rows = await statement.execute()
  return rows.length === limit ? rows : undefined
}

/** Identifies a filter: the table and its conditions with their values. */
const filterOf = (source: ListSource<Columns>) => JSON.stringify([getTableName(source.table), dialect.sqlToQuery(matching(source))])

const sorting = ({ sortBy }: ListSource<Columns>) => dialect.sqlToQuery(sql`${sortBy}`)

/**
 * The ids of a page, in order. Does not rely on the planner's guess how conditions and order correlate. Few matches
 * are all collected and sorted. Many are found by a short walk along the order; if it finds too few, all are sorted.
 */
async function findIds(db: Db, source: ListSource<Columns>, range: Range): Promise<{ counted: number; ids: number[] }> {
  const filter = largeFilter(db, filterOf(source))
  if (filter.isKnown()) {
    const ids = await manyIds(db, source, range)
    if (ids.length === range.limit) return { counted: largeCount + 1, ids }
    filter.forget()
  }
  const isInOrder = source.where === undefined
  const page = isInOrder ? inOrder(source, range, partOf(range)) : fewInOrder(source, range)
  const { counted, ids } = await counting(db, isInOrder ? countedAside(source) : countedMatches(source), page, range.direction)
  if (counted > largeCount) filter.remember()
  return { counted, ids: isInOrder || counted <= largeCount ? ids : await manyIds(db, source, range) }
}

/** Offset from which a walk counts as long. */
const deep = 1_000

async function manyIds(db: Db, source: ListSource<Columns>, range: Range): Promise<number[]> {
  const isSorted = source.isSmall === true && range.offset >= deep
  if (source.where === undefined || isSorted) return allIds(db, source, range)
  const { rows } = await db.execute<{ id: number }>(nearby(source, range))
  return rows.length === range.limit ? rows.map(({ id }) => id) : allIds(db, source, range)
}

const dialect = new PgDialect()

const partOf = ({ offset, limit }: Range) => sql`limit ${limit} offset ${offset}`

/** All matches in order, from an offset up to a limit. Sorts them unless an index has the order. */
export async function allIds(db: Db, source: ListSource<Columns>, range: Range): Promise<number[]> {
  const part = partOf(range)
  // 'offset 0' keeps order and limit from influencing how matches are found.
  const sorted = sql`select id from (${keyed(source)} where ${matching(source)} offset 0) as matched ${byKey(range.direction)} ${part}`
  const { rows } = await db.execute<{ id: number }>(source.where === undefined ? inOrder(source, range, part) : sorted)
  return rows.map(({ id }) => id)
}

const matching = ({ within, where }: ListSource<Columns>) => and(within, where) ?? sql`true`

const keyed = (source: ListSource<Columns>) => sql`select ${source.sortBy} as key, ${idOf(source)} as id from ${source.table}`

const byKey = (direction: SortDirection) => sql`order by key ${sql.raw(direction)}, id ${sql.raw(direction)}`

/** The matches of `within` in index order. */
function inOrder(source: ListSource<Columns>, { direction }: Range, part: SQL): SQL {
  const way = sql.raw(direction)
  return sql`${keyed(source)} where ${source.within ?? sql`true`} order by ${source.sortBy} ${way}, ${idOf(source)} ${way} ${part}`
}

/** Counts no further than needed to know that there are very many. */
const capped = sql.raw(`limit ${largeCount + 1}`)

function countedAside(source: ListSource<Columns>): SQL {
  return sql`counted as (select count(*)::int as counted from (select 1 from ${source.table} where ${matching(source)} ${capped}) as capped)`
}

/** Finds matches once, for both count and page. Often an index has all ids; the remaining columns are read if they are few. */
function countedMatches(source: ListSource<Columns>): SQL {
  const found = sql`select ${idOf(source)} as id from ${source.table} where ${matching(source)}`
  // With a limit, the planner may scan the table, expecting to meet matches soon. A text search is therefore run without one.
  const matched = source.isSearched
    ? sql`found as materialized (${found}), matched as materialized (select id from found ${capped})`
    : sql`matched as materialized (${found} ${capped})`
  return sql`${matched}, counted as (select count(*)::int as counted from matched)`
}

function fewInOrder(source: ListSource<Columns>, range: Range): SQL {
  const id = idOf(source)
  const key = source.sortBy === id ? sql`id` : sql`(select ${source.sortBy} from ${source.table} where ${id} = matched.id)`
  return sql`select key, id from (select ${key} as key, id from matched where (select counted from counted) <= ${largeCount}) as few
    ${byKey(range.direction)} ${partOf(range)}`
}

async function counting(db: Db, counted: SQL, page: SQL, direction: SortDirection): Promise<{ counted: number; ids: number[] }> {
  const { rows } = await db.execute<{ counted: number; id: number | null }>(
    sql`with ${counted} select counted.counted, page.id from counted left join (${page}) as page on true ${byKey(direction)}`,
  )
  return { counted: rows[0]?.counted ?? 0, ids: rows.flatMap(({ id }) => id ?? []) }
}

/**
 * Walks along the order for as many rows as sorting all matches would read. If n rows are wanted out of N and a share
 * s matches, walking reads n / s and sorting s · N, which are equal at √(n · N). N is that of the largest tables.
 */
function nearby(source: ListSource<Columns>, range: Range): SQL {
  const { offset, limit, direction } = range
  const maxRows = Math.ceil(2000 * Math.sqrt(offset + limit))
  const { sortBy, table, where } = source
  const way = sql.raw(direction)
  const walked = sql`select ${sortBy} as key, ${idOf(source)} as id, (${where}) as fits from ${table}
    where ${and(source.within, source.bound) ?? sql`true`} order by ${sortBy} ${way}, ${idOf(source)} ${way} limit ${maxRows}`
  return sql`select id from (${walked}) as walked where fits ${byKey(direction)} limit ${limit} offset ${offset}`
}

/** Reads rows by id. Uses a join, so that columns, which may contain subqueries, are qualified by table. */
export async function readRows<Selected extends Columns>(
  db: Db,
  source: ListSource<Selected>,
  ids: readonly number[],
): Promise<Map<number, RowOf<Selected>>> {
  if (ids.length === 0) return new Map()
  const statement = keptStatement(db, source.columns, 'rows', () => {
    const query = db
      .select({ row: source.columns, wanted: sql`wanted.id` })
      .from(source.table)
      .innerJoin(sql`unnest(${sql.placeholder('ids')}::int[]) as wanted(id)`, eq(idOf(source), sql`wanted.id`))
    const toRow = rowOf(source.columns)
    return preparedSelect(db, query, statementName(query.toSQL().sql), (values) => [Number(values.at(-1)), toRow(values)] as const)
  })
  return new Map(await statement.execute({ ids: [...ids] }))
}

/**
 * Where a walk by id over a period's rows may begin because no match lies before. Ids mostly grow with time, but correctness
 * does not depend on it. The bound is the highest (or lowest) id in the slices of the period, each found through an index on
 * slice and id. The two slices at the ends exceed the period, so they are read through the index on time.
 * @param key the id, or another column that grows with time
 * @param among the indexes' own condition, if they are partial
 */
export function boundOf(
  { table, key, time, among = sql`true` }: { table: PgTable; key: PgColumn; time: PgColumn; among?: SQL },
  { from, to }: { from?: number | undefined; to?: number | undefined },
  direction: SortDirection,
): SQL | undefined {
  if (from === undefined && to === undefined) return undefined
  const [first, last] = [sql`period.first`, sql`period.last`]
  const edge = (end: 'min' | 'max') => sql`(select ${sql.raw(end)}(${time}) from ${table} where ${among})`
  const period = sql`select ${from === undefined ? edge('min') : sql`greatest(${from}::bigint, ${edge('min')})`} as first,
    ${to === undefined ? edge('max') : sql`least(${to}::bigint, ${edge('max')})`} as last`
  const inSlice = sql`select ${key} as key from ${table} where ${slice(time)} = whole.slice and ${among} order by ${key} ${sql.raw(direction)} limit 1`
  // 'offset 0' keeps the planner from evaluating the outer aggregate by walking the ids.
  const atEdge = (start: SQL, end: SQL) =>
    sql`(select ${key} as key from ${table} where ${time} between ${start} and ${end} and ${among} offset 0)`
  const ends = sql`
    select ends.key from generate_series(${slice(first)} + 1, ${slice(last)} - 1) as whole(slice) cross join lateral (${inSlice}) as ends
    union all ${atEdge(first, sql`least(${last}, ${sliceStart(sql`${slice(first)} + 1`)} - 1)`)}
    union all ${atEdge(sql`greatest(${first}, ${sliceStart(slice(last))})`, last)}`
  const bound = sql`(select ${sql.raw(direction === 'desc' ? 'max' : 'min')}(ends.key) from (${period}) as period cross join lateral (${ends}) as ends)`
  return direction === 'desc' ? sql`${key} <= ${bound}` : sql`${key} >= ${bound}`
}

/** `expression` in byte order, as indexed on both engines. */
export function byBytes(expression: SQL | PgColumn): SQL {
  return sql`${expression} collate "C"`
}

/**
 * Whether `LIKE '%term%'` can use a trigram index: three or more characters, with two adjacent letters or digits or one
 * at the start of a word. Other terms would scan every row.
 */
export function isSubstringSearchable(term: string): boolean {
  return /^.{3}/su.test(term) && /[\p{L}\p{N}]{2}|[^\p{L}\p{N}][\p{L}\p{N}]/u.test(term)
}

/** The id that a text spells; null if it isn't one. An id of the product's that is a positive integer is the record's number here too. */
export function idFromText(text: string): number | null {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : null
}
